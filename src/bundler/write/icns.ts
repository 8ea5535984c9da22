import { icnsWidths } from "../../contract/picture/icon-sizes.ts";
import { pngSize } from "../../contract/picture/png.ts";

// An .icns holds one picture in several sizes: "icns" and the total length, then for each its kind
// in four letters, its length including this header, and a PNG. Big endian. A kind is a size, and
// whether it is for a display of double density.
//
// Source: https://en.wikipedia.org/wiki/Apple_Icon_Image_format.

// Systems show PNGs of the smallest kinds as noise; those of double density are fine.
const kinds: Readonly<Record<(typeof icnsWidths)[number], readonly string[]>> = {
  32: ["ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** Makes an icon of square PNGs; those of other sizes are skipped. */
export function icns(pngs: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [];
  const taken = new Set<string>();
  const sized = pngs
    .map((bytes) => ({ bytes, width: pngSize(bytes)?.width ?? 0 }))
    .toSorted((one, other) => one.width - other.width);
  for (const { bytes, width } of sized) {
    const known = icnsWidths.find((each) => each === width);
    for (const kind of known === undefined ? [] : kinds[known]) {
      if (taken.has(kind)) continue;
      taken.add(kind);
      parts.push(head(kind, bytes.length), bytes);
    }
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([head("icns", body.length), body]);
}

/** Whether a file is a complete icon. */
export function isIcns(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    file.length > 8 &&
    file.toString("latin1", 0, 4) === "icns" &&
    file.readUInt32BE(4) === file.length
  );
}

function head(kind: string, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(kind, "latin1");
  bytes.writeUInt32BE(8 + length, 4);
  return bytes;
}
