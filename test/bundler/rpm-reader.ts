// Reads an .rpm back by the manual's description of the format, sharing nothing with the writer.

export interface RpmFile {
  /** `1000 name: "greeter"`, one line per tag of the main header. */
  readonly tags: string;
  readonly payload: Uint8Array;
}

export function readRpm(bytes: Buffer): RpmFile {
  if (bytes.readUInt32BE(0) !== 0xedabeedb) throw new Error("no rpm lead");
  const signature = readHeader(bytes, 96);
  const main = readHeader(bytes, Math.ceil(signature.end / 8) * 8);
  return {
    tags: main.tags.map(([tag, values]) => `${tag} ${JSON.stringify(values)}\n`).join(""),
    payload: bytes.subarray(main.end),
  };
}

type Values = readonly (string | number)[];

function readHeader(bytes: Buffer, start: number): { tags: [number, Values][]; end: number } {
  if (bytes.readUInt32BE(start) !== 0x8eade801) throw new Error(`no rpm header at ${start}`);
  const count = bytes.readUInt32BE(start + 8);
  const size = bytes.readUInt32BE(start + 12);
  const data = bytes.subarray(start + 16 + count * 16, start + 16 + count * 16 + size);
  const tags = Array.from({ length: count }, (_, index): [number, Values] => {
    const [tag = 0, type = 0, offset = 0, items = 0] = [0, 4, 8, 12].map((at) =>
      bytes.readUInt32BE(start + 16 + index * 16 + at),
    );
    return [tag, readValues(data, type, offset, items)];
  });
  return { tags, end: start + 16 + count * 16 + size };
}

function readValues(data: Buffer, type: number, offset: number, count: number): Values {
  const range = Array.from({ length: count }, (_, index) => index);
  switch (type) {
    case 3:
      return range.map((index) => `0${data.readUInt16BE(offset + index * 2).toString(8)}`);
    case 4:
      return range.map((index) => data.readUInt32BE(offset + index * 4));
    case 7:
      return [data.toString("hex", offset, offset + count)];
    default:
      return data.toString("utf8", offset).split("\0").slice(0, count);
  }
}
