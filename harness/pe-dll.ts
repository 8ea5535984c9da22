// Writes Windows libraries for x64 that only contain their exports, without a compiler.
//
//   headers    DOS, PE, and a row for each section
//   .edata     the names, and where each leads
//   .text      for each function one jump through a slot
//   .data      the slots: addresses that a program writes after it loaded the library
//
// Source: Microsoft, "PE Format".

export interface Dll {
  /** Its file name. */
  readonly name: string;
  /** Functions that are another library's: `ProcessPrng` → `advapi32.SystemFunction036`. */
  readonly forwards?: Readonly<Record<string, string>>;
  /**
   * Functions that go on at the address in a slot, by the slots' names. The slots are exported as
   * well.
   */
  readonly jumps?: Readonly<Record<string, string>>;
}

const sectionAlignment = 0x1000;
const fileAlignment = 0x200;
const peOffset = 0x80;
const headerLength = 0x400;
const jumpLength = 16;
const slotLength = 8;

/**
 * Rights of a section, with its content: data that is read, code that runs, data that is written.
 */
const readOnly = 0x4000_0040;
const executable = 0x6000_0020;
const writable = 0xc000_0040;

interface Section {
  readonly name: string;
  readonly rights: number;
  readonly bytes: Buffer;
}

export function dllFile({ name, forwards = {}, jumps = {} }: Dll): Uint8Array {
  const slots = [...new Set(Object.values(jumps))];
  const code = Buffer.alloc(Object.keys(jumps).length * jumpLength, 0xcc);
  const data = Buffer.alloc(slots.length * slotLength);
  // The first two sections have a fixed place. The names come last, because their length depends on
  // it.
  const codeAddress = sectionAlignment;
  const dataAddress = codeAddress + roundUp(Math.max(code.length, 1), sectionAlignment);
  const exportAddress = dataAddress + roundUp(Math.max(data.length, 1), sectionAlignment);

  const slotAddress = (slot: string) => dataAddress + slots.indexOf(slot) * slotLength;
  const functions = Object.entries(jumps).map(([exported, slot], index): [string, number] => {
    const place = index * jumpLength;
    // jmp qword ptr [rip + distance], counted from behind these six bytes.
    code.writeUInt16BE(0xff25, place);
    code.writeInt32LE(slotAddress(slot) - (codeAddress + place + 6), place + 2);
    return [exported, codeAddress + place];
  });
  const places = new Map<string, number | string>([
    ...Object.entries(forwards),
    ...functions,
    ...slots.map((slot): [string, number] => [slot, slotAddress(slot)]),
  ]);
  const exports = exportTable(name, places, exportAddress);
  return file(
    [
      ...(functions.length === 0
        ? []
        : [
            { address: codeAddress, name: ".text", rights: executable, bytes: code },
            { address: dataAddress, name: ".data", rights: writable, bytes: data },
          ]),
      { address: exportAddress, name: ".edata", rights: readOnly, bytes: exports },
    ],
    { address: exportAddress, length: exports.length },
  );
}

/**
 * An entry leads to an address in the library, or, when it is one inside of this table, to the name
 * of another's function.
 */
function exportTable(
  name: string,
  places: ReadonlyMap<string, number | string>,
  address: number,
): Buffer {
  // Windows looks names up by halving, in the order of their bytes.
  const names = [...places.keys()].sort((a, b) => (a < b ? -1 : 1));
  const [functionsAt, namesAt] = [40, 40 + names.length * 4];
  const ordinalsAt = namesAt + names.length * 4;
  const textsAt = ordinalsAt + names.length * 2;
  const texts: Buffer[] = [];
  let end = textsAt;
  const place = (text: string) => {
    const bytes = Buffer.from(`${text}\0`, "latin1");
    texts.push(bytes);
    end += bytes.length;
    return address + end - bytes.length;
  };

  const table = Buffer.alloc(textsAt);
  table.writeUInt32LE(place(name), 12);
  table.writeUInt32LE(1, 16); // the first ordinal
  table.writeUInt32LE(names.length, 20);
  table.writeUInt32LE(names.length, 24);
  table.writeUInt32LE(address + functionsAt, 28);
  table.writeUInt32LE(address + namesAt, 32);
  table.writeUInt32LE(address + ordinalsAt, 36);
  for (const [index, exported] of names.entries()) {
    const to = places.get(exported) ?? 0;
    table.writeUInt32LE(typeof to === "string" ? place(to) : to, functionsAt + index * 4);
    table.writeUInt32LE(place(exported), namesAt + index * 4);
    table.writeUInt16LE(index, ordinalsAt + index * 2);
  }
  return Buffer.concat([table, ...texts]);
}

function file(
  sections: readonly (Section & { readonly address: number })[],
  exports: { readonly address: number; readonly length: number },
): Uint8Array {
  const header = Buffer.alloc(headerLength);
  header.write("MZ", 0, "latin1");
  header.writeUInt32LE(peOffset, 0x3c);
  header.write("PE\0\0", peOffset, "latin1");

  const coff = peOffset + 4;
  header.writeUInt16LE(0x8664, coff); // x64
  header.writeUInt16LE(sections.length, coff + 2);
  header.writeUInt16LE(240, coff + 16); // the optional header's length
  header.writeUInt16LE(0x2022, coff + 18); // a library, executable, any address

  const optional = coff + 20;
  header.writeUInt16LE(0x20b, optional); // 64 bits
  header.writeBigUInt64LE(0x1_8000_0000n, optional + 24); // the preferred address
  header.writeUInt32LE(sectionAlignment, optional + 32);
  header.writeUInt32LE(fileAlignment, optional + 36);
  header.writeUInt16LE(6, optional + 40); // for Windows 6 and later
  header.writeUInt16LE(6, optional + 48);
  header.writeUInt32LE(headerLength, optional + 60);
  header.writeUInt16LE(2, optional + 68); // no console
  header.writeUInt16LE(0x160, optional + 70); // may be put anywhere, data is no code
  header.writeUInt32LE(16, optional + 108); // directories, of which the first names the exports
  header.writeUInt32LE(exports.address, optional + 112);
  header.writeUInt32LE(exports.length, optional + 116);

  let inFile = headerLength;
  let inMemory = headerLength;
  const bodies: Buffer[] = [];
  for (const [index, { name, rights, bytes, address }] of sections.entries()) {
    const body = Buffer.alloc(roundUp(bytes.length, fileAlignment));
    bytes.copy(body);
    bodies.push(body);
    const row = optional + 240 + index * 40;
    header.write(name, row, "latin1");
    header.writeUInt32LE(bytes.length, row + 8);
    header.writeUInt32LE(address, row + 12);
    header.writeUInt32LE(body.length, row + 16);
    header.writeUInt32LE(inFile, row + 20);
    header.writeUInt32LE(rights, row + 36);
    inFile += body.length;
    inMemory = address + bytes.length;
  }
  header.writeUInt32LE(roundUp(inMemory, sectionAlignment), optional + 56);
  return Buffer.concat([header, ...bodies]);
}

function roundUp(length: number, step: number): number {
  return Math.ceil(length / step) * step;
}
