// VS_VERSIONINFO: a tree of blocks, each at a multiple of four bytes. All texts are UTF-16 and end
// with NUL.
//
//   0  the block's length       16 bits: with all inside of it, without the padding behind it
//   2  its value's length       16 bits: in bytes, or in units of UTF-16 when it is a text
//   4  1: the value is a text   16 bits
//   6  its name, then the value, then the blocks inside, each of them at a multiple of four
//
//   VS_VERSION_INFO             the numbers (VS_FIXEDFILEINFO)
//     StringFileInfo
//       040904B0                American English, UTF-16
//         ProductName           and so on
//     VarFileInfo
//       Translation             the available languages
//
// Source: the reference of VS_VERSIONINFO and its parts.

import type { WindowsVersion } from "./windows-version.ts";

export const ENGLISH = 0x409;
export const UTF16 = 1200;

const VS_FFI_SIGNATURE = 0xfeef04bd;
const VS_FFI_STRUCVERSION = 0x10000;
const VS_FFI_FILEFLAGSMASK = 0x3f;
const VOS_NT_WINDOWS32 = 0x40004;
const VFT_APP = 1;

/** The version information of an executable, as a resource. */
export function versionInfo(
  version: WindowsVersion,
  texts: Readonly<Record<string, string>>,
): Uint8Array {
  const strings = Object.entries(texts).map(([name, text]) =>
    block(name, utf16(text), { isText: true }),
  );
  const translation = Buffer.alloc(4);
  translation.writeUInt16LE(ENGLISH, 0);
  translation.writeUInt16LE(UTF16, 2);
  const table = `${hexadecimal(ENGLISH)}${hexadecimal(UTF16)}`;
  return block("VS_VERSION_INFO", fixedInfo(version), {
    inside: [
      block("StringFileInfo", nothing, {
        isText: true,
        inside: [block(table, nothing, { isText: true, inside: strings })],
      }),
      block("VarFileInfo", nothing, { isText: true, inside: [block("Translation", translation)] }),
    ],
  });
}

const nothing = Buffer.alloc(0);

interface BlockOptions {
  readonly isText?: boolean;
  readonly inside?: readonly Buffer[];
}

function block(
  name: string,
  value: Buffer,
  { isText = false, inside = [] }: BlockOptions = {},
): Buffer {
  const head = Buffer.alloc(6);
  const parts = [Buffer.concat([head, utf16(name)]), value, ...inside].filter(
    (part) => part.length > 0,
  );
  const whole = Buffer.concat(
    parts.map((part, index) => (index < parts.length - 1 ? padded(part) : part)),
  );
  whole.writeUInt16LE(whole.length, 0);
  whole.writeUInt16LE(isText ? value.length / 2 : value.length, 2);
  whole.writeUInt16LE(isText ? 1 : 0, 4);
  return whole;
}

function fixedInfo([major, minor, patch, build]: WindowsVersion): Buffer {
  const info = Buffer.alloc(52);
  const [high, low] = [major * 0x10000 + minor, patch * 0x10000 + build];
  const fields = [
    VS_FFI_SIGNATURE,
    VS_FFI_STRUCVERSION,
    high,
    low, // of the file
    high,
    low, // of the product
    VS_FFI_FILEFLAGSMASK,
    0,
    VOS_NT_WINDOWS32,
    VFT_APP,
  ];
  for (const [index, field] of fields.entries()) info.writeUInt32LE(field, index * 4);
  return info;
}

function utf16(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}

function hexadecimal(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, "0");
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}
