// An executable of Windows, read apart from the code that writes one. Source: Microsoft, "PE
// Format".

/** A row of the section table. */
export interface Section {
  readonly name: string;
  readonly virtualAddress: number;
  readonly virtualSize: number;
  readonly pointerToRawData: number;
  readonly sizeOfRawData: number;
  readonly characteristics: number;
}

/** A row of the table of data directories. */
export interface Directory {
  readonly address: number;
  readonly size: number;
}

const PE32_PLUS = 0x20b;
const sectionHeaderLength = 40;

export const directoryNames = [
  "export",
  "import",
  "resource",
  "exception",
  "security",
  "relocation",
  "debug",
  "architecture",
  "global pointer",
  "TLS",
  "load configuration",
  "bound import",
  "import address",
  "delay import",
  "CLR",
  "reserved",
] as const;

export type DirectoryName = (typeof directoryNames)[number];

/** The headers of an executable, by the names of the specification. */
export class WindowsImage {
  readonly file: Buffer;
  readonly newHeader: number;
  readonly machine: number;
  readonly characteristics: number;
  readonly sizeOfOptionalHeader: number;
  readonly is64Bit: boolean;
  readonly sections: readonly Section[];
  readonly directories: ReadonlyMap<DirectoryName, Directory>;
  readonly #optional: number;

  /** @throws RangeError when the file ends within its headers */
  constructor(file: Buffer) {
    this.file = file;
    this.newHeader = file.readUInt32LE(0x3c);
    this.machine = file.readUInt16LE(this.newHeader + 4);
    this.sizeOfOptionalHeader = file.readUInt16LE(this.newHeader + 20);
    this.characteristics = file.readUInt16LE(this.newHeader + 22);
    this.#optional = this.newHeader + 24;
    this.is64Bit = this.magic === PE32_PLUS;
    this.sections = Array.from({ length: file.readUInt16LE(this.newHeader + 6) }, (_, index) =>
      this.#section(this.#optional + this.sizeOfOptionalHeader + index * sectionHeaderLength),
    );
    this.directories = new Map(this.#directories());
  }

  get magic(): number {
    return this.u16(0);
  }

  /** The end of the section table. */
  get endOfHeaders(): number {
    return this.#optional + this.sizeOfOptionalHeader + this.sections.length * sectionHeaderLength;
  }

  /** The offset of the checksum in the optional header. */
  get placeOfChecksum(): number {
    return this.#optional + 64;
  }

  get entryPoint(): number {
    return this.u32(16);
  }

  get imageBase(): bigint {
    return this.is64Bit ? this.file.readBigUInt64LE(this.#optional + 24) : BigInt(this.u32(28));
  }

  get sectionAlignment(): number {
    return this.u32(32);
  }

  get fileAlignment(): number {
    return this.u32(36);
  }

  get sizeOfImage(): number {
    return this.u32(56);
  }

  get sizeOfHeaders(): number {
    return this.u32(60);
  }

  get checksum(): number {
    return this.u32(64);
  }

  get subsystem(): number {
    return this.u16(68);
  }

  /** Fields that must be zero: Win32VersionValue and LoaderFlags. */
  get reserved(): readonly number[] {
    return [this.u32(52), this.u32(this.is64Bit ? 104 : 88)];
  }

  get numberOfDirectories(): number {
    return this.u32(this.is64Bit ? 108 : 92);
  }

  /**
   * The section that holds all of an address range in memory, which may end in what fills its last
   * piece of the file.
   */
  sectionOf(address: number, size = 1): Section | undefined {
    return this.sections.find(({ virtualAddress, virtualSize }) => {
      const end = virtualAddress + Math.ceil(virtualSize / this.fileAlignment) * this.fileAlignment;
      return address >= virtualAddress && address + size <= end;
    });
  }

  /** The offset of an address range in the file. `null` if a part of it is not in the file. */
  placeOf(address: number, size = 1): number | null {
    const section = this.sectionOf(address, size);
    if (section === undefined) return null;
    const into = address - section.virtualAddress;
    return into + size <= section.sizeOfRawData ? section.pointerToRawData + into : null;
  }

  private u16(at: number): number {
    return this.file.readUInt16LE(this.#optional + at);
  }

  private u32(at: number): number {
    return this.file.readUInt32LE(this.#optional + at);
  }

  *#directories(): Iterable<[DirectoryName, Directory]> {
    const table = this.is64Bit ? 112 : 96;
    for (const [index, name] of directoryNames.slice(0, this.numberOfDirectories).entries()) {
      const [address, size] = [this.u32(table + 8 * index), this.u32(table + 8 * index + 4)];
      if (address !== 0 || size !== 0) yield [name, { address, size }];
    }
  }

  #section(at: number): Section {
    return {
      name: this.file.toString("latin1", at, at + 8).replace(/\0+$/, ""),
      virtualSize: this.file.readUInt32LE(at + 8),
      virtualAddress: this.file.readUInt32LE(at + 12),
      sizeOfRawData: this.file.readUInt32LE(at + 16),
      pointerToRawData: this.file.readUInt32LE(at + 20),
      characteristics: this.file.readUInt32LE(at + 36),
    };
  }
}
