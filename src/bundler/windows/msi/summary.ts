import type { Codepage } from "./codepage.ts";

// The properties of an installer in Explorer, which Windows Installer reads before the database. A
// property set: ids and offsets of the properties, then each with its type. Source: [MS-OLEPS] and
// "Summary Property Descriptions".

export interface Summary {
  readonly title: string;
  readonly subject: string;
  readonly author: string;
  readonly comments: string;
  /** `x64;1033` */
  readonly template: string;
  readonly packageCode: string;
  /** In seconds since 1970. */
  readonly time: number;
  /** The minimum version of Windows Installer, times a hundred. */
  readonly installer: number;
  readonly generator: string;
}

type Property = string | number | Date;

/** The name of the stream. */
export const summaryStream = "\u0005SummaryInformation";

// Long names, compressed files.
const wordCount = 2;
// "Read-only recommended".
const security = 2;

export function summaryInformation(summary: Summary, codepage: Codepage): Buffer {
  const time = new Date(summary.time * 1000);
  const properties: [number, Property][] = [
    [2, summary.title],
    [3, summary.subject],
    [4, summary.author],
    [5, "Installer"],
    [6, summary.comments],
    [7, summary.template],
    [9, summary.packageCode],
    [12, time],
    [13, time],
    [14, summary.installer],
    [15, wordCount],
    [18, summary.generator],
    [19, security],
  ];
  const values = [
    { id: 1, bytes: shortValue(codepage.number) },
    ...properties.map(([id, value]) => ({ id, bytes: valueBytes(value, codepage) })),
  ];
  const table = Buffer.alloc(8 + values.length * 8);
  let at = table.length;
  for (const [index, { id, bytes }] of values.entries()) {
    table.writeUInt32LE(id, 8 + index * 8);
    table.writeUInt32LE(at, 12 + index * 8);
    at += bytes.length;
  }
  table.writeUInt32LE(at, 0);
  table.writeUInt32LE(values.length, 4);
  const head = Buffer.alloc(48);
  head.writeUInt16LE(0xfffe, 0);
  head.writeUInt32LE(0x00020006, 4); // Windows 6
  head.writeUInt32LE(1, 24); // sets
  head.write("e0859ff2f94f6810ab9108002b27b3d9", 28, "hex"); // FMTID_SummaryInformation
  head.writeUInt32LE(head.length, 44);
  return Buffer.concat([head, table, ...values.map(({ bytes }) => bytes)]);
}

const VT_I2 = 2;
const VT_I4 = 3;
const VT_LPSTR = 30;
const VT_FILETIME = 64;

function shortValue(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(VT_I2, 0);
  bytes.writeUInt16LE(value, 4);
  return bytes;
}

function valueBytes(value: Property, { encode }: Codepage): Buffer {
  if (typeof value === "string") {
    const text = encode(`${value}\0`);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(VT_LPSTR, 0);
    head.writeUInt32LE(text.length, 4);
    return Buffer.concat([head, text, Buffer.alloc(-text.length & 3)]);
  }
  const bytes = Buffer.alloc(typeof value === "number" ? 8 : 12);
  bytes.writeUInt32LE(typeof value === "number" ? VT_I4 : VT_FILETIME, 0);
  if (typeof value === "number") bytes.writeInt32LE(value, 4);
  // Tenths of a microsecond since 1601.
  else bytes.writeBigUInt64LE((BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n, 4);
  return bytes;
}
