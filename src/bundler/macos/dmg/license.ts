import type { NamedText } from "../../staging.ts";
import type { Resource } from "../../write/udif.ts";

// What is agreed to before a disk image opens: resources of old.
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
export function licenseResources({ path, text }: NamedText): Readonly<Record<string, readonly Resource[]>> {
  const isRich = /\.rtf$/i.test(path) || text.startsWith("{\\rtf");
  const resource = (bytes: Uint8Array): readonly Resource[] => [{ id: first, name: "English", bytes }];
  return {
    // The usual language 0, one language: region 0, resources from the first on, narrow letters.
    LPic: resource(Buffer.from("00000001000000000000", "hex")),
    "STR#": resource(wordList(words)),
    "RTF ": resource(Buffer.from(isRich ? text : richText(text))),
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

function richText(text: string): string {
  const body = text
    .replaceAll(/[\\{}]/g, (letter) => `\\${letter}`)
    .replaceAll(/\r?\n/g, "\\line\n")
    .replaceAll("\t", "\\tab ")
    // By units of UTF-16, as 16 bits with a sign; what follows is shown by readers that do not know this.
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${(unit.charCodeAt(0) << 16) >> 16}?`);
  return `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs24\n${body}}\n`;
}
