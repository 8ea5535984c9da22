import { rtfOf } from "../../write/rtf.ts";
import type { Resource } from "../../write/udif.ts";

// The licence to accept before a disk image opens, as classic resources.
//
//   LPic   which language is the usual one, and for each language its region, which resources are its, how wide its letters are
//   STR#   its name, and the words of the buttons and of the question
//   RTF    the text; plain texts become such, because the plain ones of old know no letters but those of English
//
// Source: the header DiscRecording's "SLAs_for_UDIFs", as Apple handed it out.

const first = 5000;

const words = [
  "English",
  "Agree",
  "Disagree",
  "Print",
  "Save…",
  'If you agree with the terms of this license, click "Agree" to open the disk image. If you do not agree, click "Disagree".',
];

/** The resources that show a text. */
export function licenseResources(
  license: Uint8Array,
): Readonly<Record<string, readonly Resource[]>> {
  const resource = (bytes: Uint8Array): readonly Resource[] => [
    { id: first, name: "English", bytes },
  ];
  return {
    // The usual language 0, one language: region 0, resources from the first on, narrow letters.
    LPic: resource(Buffer.from("00000001000000000000", "hex")),
    "STR#": resource(wordList(words)),
    "RTF ": resource(Buffer.from(rtfOf(license, { font: "Helvetica", points: 12 }))),
  };
}

function wordList(list: readonly string[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(list.length);
  const texts = list.map((word) => {
    // Mac Roman, in which this is the only letter of theirs that is no ASCII.
    const bytes = Buffer.from(word.replaceAll("…", "\xc9"), "latin1");
    return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  });
  return Buffer.concat([count, ...texts]);
}
