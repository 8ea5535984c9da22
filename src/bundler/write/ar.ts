// A common `ar` archive: "!<arch>\n", then per member a header of 60 characters and its bytes,
// padded to an even length.
//
//   name 16 · time 12 · owner 6 · group 6 · mode (octal) 8 · length 10 · "`\n"

import { joined, type JoinedSource, type Source } from "./source.ts";

export interface ArMember {
  /** At most 15 characters. */
  readonly name: string;
  readonly bytes: Source;
}

/** The length of a member has ten digits. */
export const maxMember = 9_999_999_999;

/**
 * An `ar` archive. `time` is in seconds since 1970.
 * @throws Error when a member is too large
 */
export function ar(members: readonly ArMember[], time: number): JoinedSource {
  const pieces: Source[] = [Buffer.from("!<arch>\n")];
  for (const { name, bytes } of members) {
    if (bytes.length > maxMember)
      throw new Error(
        `Cannot put "${name}" with ${Math.ceil(bytes.length / 1e6)} MB into a .deb: it may have at most ${Math.floor(maxMember / 1e6)} MB; take large files out of the package, and download them in the app`,
      );
    const fields = [
      name.padEnd(16),
      String(time).padEnd(12),
      "0".padEnd(6),
      "0".padEnd(6),
      "100644".padEnd(8),
      String(bytes.length).padEnd(10),
      "`\n",
    ];
    pieces.push(Buffer.from(fields.join("")), bytes);
    if (bytes.length % 2 === 1) pieces.push(Buffer.from("\n"));
  }
  return joined(pieces);
}
