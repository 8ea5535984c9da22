/** Where the sections of an executable begin and end in its file; none for what is no executable. */
export function sectionBorders(file: Buffer): number[] {
  const head = file.length > 0x40 && file.toString("latin1", 0, 2) === "MZ" ? file.readUInt32LE(0x3c) : -1;
  if (head < 0 || file.length < head + headerLength || file.toString("latin1", head, head + 4) !== "PE\0\0")
    return [];
  const table = head + headerLength + file.readUInt16LE(head + 20);
  const rows = Array.from(
    { length: file.readUInt16LE(head + 6) },
    (_, index) => table + index * rowLength,
  ).filter((row) => row + rowLength <= file.length);
  const borders = rows.flatMap((row) => {
    const [size, start] = [file.readUInt32LE(row + 16), file.readUInt32LE(row + 20)];
    return size === 0 ? [] : [start, start + size];
  });
  return [...new Set(borders)].toSorted((one, other) => one - other).filter((place) => place < file.length);
}

/** "PE", and the header that every object file has, too. */
const headerLength = 24;
const rowLength = 40;
