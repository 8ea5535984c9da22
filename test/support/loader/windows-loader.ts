import { WindowsImage, type Directory, type DirectoryName } from "./windows-image.ts";

// The rules by which Windows' loader refuses an executable ("not a valid Win32 application",
// 0xC000007B), and those of parts that it or WinVerifyTrust read later. Wine's loader knows few of
// them.
//
// Source: Microsoft, "PE Format"; what of it the kernel enforces when it maps an image: ReactOS,
// ntoskrnl/mm/section.c and sdk/lib/rtl/image.c.

const IMAGE_FILE_EXECUTABLE_IMAGE = 0x2;
const IMAGE_FILE_32BIT_MACHINE = 0x100;
const IMAGE_FILE_DLL = 0x2000;
const IMAGE_SCN_CNT_UNINITIALIZED_DATA = 0x80;
const IMAGE_SCN_MEM_EXECUTE = 0x2000_0000;

/** The machines that apps are for, and whether their images are PE32+. */
const machines = new Map([
  [0x14c, false],
  [0x8664, true],
  [0xaa64, true],
]);

const magics = { true: 0x20b, false: 0x10b };
const optionalHeaderLengths = { true: 240, false: 224 };
const maxSections = 96;
const pageSize = 0x1000;

const roundUp = (value: number, boundary: number): number => Math.ceil(value / boundary) * boundary;
const isPowerOfTwo = (value: number): boolean => value > 0 && Number.isInteger(Math.log2(value));
const hex = (value: number): string => `0x${value.toString(16)}`;

/**
 * The reasons why Windows would refuse an executable or library, a line each. None for one that it
 * loads.
 */
export function loaderProblems(file: Buffer): readonly string[] {
  if (file.toString("latin1", 0, 2) !== "MZ") return ["the file must begin with MZ"];
  try {
    const image = new WindowsImage(file);
    if (file.toString("latin1", image.newHeader, image.newHeader + 4) !== "PE\0\0")
      return ["e_lfanew must lead to PE"];
    return [
      ...headerProblems(image),
      ...addressProblems(image),
      ...fileProblems(image),
      ...directoryProblems(image),
      ...relocationProblems(image),
      ...resourceProblems(image),
      ...securityProblems(image),
      ...checksumProblems(image),
    ];
  } catch (error) {
    if (error instanceof RangeError) return [`the file ends too early: ${error.message}`];
    throw error;
  }
}

function* headerProblems(image: WindowsImage): Iterable<string> {
  const { characteristics, sectionAlignment, fileAlignment, sizeOfHeaders, entryPoint } = image;
  if (image.newHeader % 8 !== 0) yield `e_lfanew ${hex(image.newHeader)} must be a multiple of 8`;
  if (machines.get(image.machine) !== image.is64Bit)
    yield `machine ${hex(image.machine)} must be x64 or ARM64 in PE32+, or x86 in PE32`;
  if (image.magic !== magics[`${image.is64Bit}`]) yield `magic ${hex(image.magic)} is unknown`;
  if (image.sizeOfOptionalHeader !== optionalHeaderLengths[`${image.is64Bit}`])
    yield `SizeOfOptionalHeader ${image.sizeOfOptionalHeader} is not that of 16 data directories`;
  if (image.numberOfDirectories !== 16) yield "NumberOfRvaAndSizes must be 16";
  if ((characteristics & IMAGE_FILE_EXECUTABLE_IMAGE) === 0)
    yield "IMAGE_FILE_EXECUTABLE_IMAGE must be set";
  if (!image.is64Bit && (characteristics & IMAGE_FILE_32BIT_MACHINE) === 0)
    yield "IMAGE_FILE_32BIT_MACHINE must be set";
  if (image.imageBase % 0x1_0000n !== 0n)
    yield `ImageBase ${image.imageBase} must be a multiple of 64 K`;
  if (!isPowerOfTwo(fileAlignment) || fileAlignment < 0x200 || fileAlignment > 0x1_0000)
    yield `FileAlignment ${hex(fileAlignment)} must be a power of two from 512 to 64 K`;
  if (!isPowerOfTwo(sectionAlignment) || sectionAlignment < Math.max(pageSize, fileAlignment))
    yield `SectionAlignment ${hex(sectionAlignment)} must be a power of two, and a page or more`;
  if (image.reserved.some((value) => value !== 0)) yield "reserved fields must be zero";
  if (![2, 3].includes(image.subsystem))
    yield `subsystem ${image.subsystem} must be windows or console`;
  if (sizeOfHeaders % fileAlignment !== 0 || sizeOfHeaders < image.endOfHeaders)
    yield `SizeOfHeaders ${hex(sizeOfHeaders)} must hold all headers and be a multiple of FileAlignment`;
  if (entryPoint === 0 && (characteristics & IMAGE_FILE_DLL) !== 0) return;
  if (((image.sectionOf(entryPoint)?.characteristics ?? 0) & IMAGE_SCN_MEM_EXECUTE) === 0)
    yield `the entry point ${hex(entryPoint)} must be in a section that is executable`;
}

/**
 * In memory sections follow one another without a gap, in the order of their addresses, and
 * SizeOfImage is where they end.
 */
function* addressProblems(image: WindowsImage): Iterable<string> {
  const { sections, sectionAlignment, sizeOfImage } = image;
  if (sections.length === 0 || sections.length > maxSections)
    yield `there must be 1 to ${maxSections} sections, not ${sections.length}`;
  let due = roundUp(image.sizeOfHeaders, sectionAlignment);
  for (const { name, virtualAddress, virtualSize } of sections) {
    if (virtualSize === 0) yield `"${name}": VirtualSize must not be 0`;
    if (virtualAddress !== due)
      yield `"${name}": its address ${hex(virtualAddress)} must be ${hex(due)}, where the one before ends`;
    due = virtualAddress + roundUp(virtualSize, sectionAlignment);
  }
  if (sizeOfImage !== due)
    yield `SizeOfImage ${hex(sizeOfImage)} must be ${hex(due)}, where sections end`;
}

function* fileProblems(image: WindowsImage): Iterable<string> {
  const { file, fileAlignment, sectionAlignment, sizeOfHeaders } = image;
  const taken: { name: string; start: number; end: number }[] = [
    { name: "the headers", start: 0, end: sizeOfHeaders },
  ];
  for (const section of image.sections) {
    const {
      name,
      virtualSize,
      pointerToRawData: start,
      sizeOfRawData: size,
      characteristics,
    } = section;
    if (size === 0) continue;
    if (start % fileAlignment !== 0 || size % fileAlignment !== 0)
      yield `"${name}": place ${hex(start)} and size ${hex(size)} must be multiples of FileAlignment`;
    const end = start + size;
    if (end > file.length)
      yield `"${name}": ends at ${hex(end)}, behind the file's ${hex(file.length)}`;
    if (size > roundUp(virtualSize, sectionAlignment))
      yield `"${name}": holds ${hex(size)} in the file, but ${hex(virtualSize)} in memory`;
    if ((characteristics & IMAGE_SCN_CNT_UNINITIALIZED_DATA) !== 0)
      yield `"${name}": data that is not initialized is in the file`;
    const other = taken.find((one) => start < one.end && one.start < end);
    if (other !== undefined) yield `"${name}": lies over ${other.name} in the file`;
    taken.push({ name: `"${name}"`, start, end });
  }
}

/** Directories whose rows have one size. */
const rowLengths: Partial<Record<DirectoryName, (image: WindowsImage) => number>> = {
  debug: () => 28,
  exception: ({ machine }) => (machine === 0xaa64 ? 8 : 12),
  TLS: ({ is64Bit }) => (is64Bit ? 40 : 24),
};

function* directoryProblems(image: WindowsImage): Iterable<string> {
  for (const [name, { address, size }] of image.directories) {
    if (name === "security") continue; // It is no part of what is loaded; its address is a place in the file.
    if (image.sectionOf(address, size) === undefined)
      yield `the ${name} directory at ${hex(address)}, ${hex(size)} bytes, must be in one section`;
    const row = rowLengths[name]?.(image);
    if (row !== undefined && size % row !== 0)
      yield `the ${name} directory of ${size} bytes must be of rows of ${row}`;
  }
  yield* importProblems(image);
  yield* debugProblems(image);
}

/** Each library has a name, and both lists of what is taken from it. */
function* importProblems(image: WindowsImage): Iterable<string> {
  const directory = image.directories.get("import");
  if (directory === undefined) return;
  for (let at = directory.address; ; at += 20) {
    const row = image.placeOf(at, 20);
    if (row === null) return yield "the import directory must end with a row of zeros";
    const [names, name, addresses] = [0, 12, 16].map((field) =>
      image.file.readUInt32LE(row + field),
    );
    if (name === 0) return;
    for (const place of [names === 0 ? addresses : names, name, addresses])
      if (image.placeOf(place ?? 0) === null)
        yield `an import leads to ${hex(place ?? 0)}, where nothing is`;
  }
}

/** The file offset and the memory address agree on the place of debugging data. */
function* debugProblems(image: WindowsImage): Iterable<string> {
  const directory = image.directories.get("debug");
  const table = directory === undefined ? null : image.placeOf(directory.address, directory.size);
  if (directory === undefined || table === null) return;
  for (let row = table; row < table + directory.size; row += 28) {
    const [size = 0, address = 0, place = 0] = [16, 20, 24].map((at) =>
      image.file.readUInt32LE(row + at),
    );
    if (place + size > image.file.length) yield `what is for debuggers ends behind the file`;
    if (address !== 0 && image.placeOf(address, size) !== place)
      yield `what is for debuggers is at ${hex(place)} in the file, but its address says otherwise`;
  }
}

/** Blocks, each for a page, that fill the directory; what they name is in the image. */
function* relocationProblems(image: WindowsImage): Iterable<string> {
  const directory = image.directories.get("relocation");
  if (directory === undefined) return;
  const place = image.placeOf(directory.address, directory.size);
  if (place === null) return yield "the relocations must be in the file";
  const bytes = image.file.subarray(place, place + directory.size);
  for (let at = 0; at < bytes.length;) {
    const [page, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    if (page % pageSize !== 0 || length % 4 !== 0 || length < 8 || at + length > bytes.length)
      return yield `the relocations of page ${hex(page)} are ${length} bytes, and ${bytes.length - at} are left`;
    for (let entry = at + 8; entry < at + length; entry += 2) {
      const [kind, offset] = [bytes.readUInt16LE(entry) >> 12, bytes.readUInt16LE(entry) & 0xfff];
      const size = { 0: 0, 3: 4, 10: 8 }[kind];
      if (size === undefined) return yield `a relocation of kind ${kind} is in page ${hex(page)}`;
      if (size > 0 && image.sectionOf(page + offset, size) === undefined)
        return yield `a relocation leads to ${hex(page + offset)}, where no section is`;
    }
    at += length;
  }
}

/** A tree of three levels: types, names, languages. Names come before numbers, numbers ascend. */
function* resourceProblems(image: WindowsImage): Iterable<string> {
  const directory = image.directories.get("resource");
  if (directory === undefined) return;
  const place = image.placeOf(directory.address, directory.size);
  if (place === null) return yield "the resources must be in the file";
  const tree = image.file.subarray(place, place + directory.size);
  yield* tableProblems(image, tree, { at: 0, level: 0, path: "" });
}

function* tableProblems(
  image: WindowsImage,
  tree: Buffer,
  { at, level, path }: { readonly at: number; readonly level: number; readonly path: string },
): Iterable<string> {
  if (level > 2) return yield `resource ${path}: the tree is deeper than three levels`;
  const [names, numbers] = [tree.readUInt16LE(at + 12), tree.readUInt16LE(at + 14)];
  let last = -1;
  for (let index = 0; index < names + numbers; index += 1) {
    const row = at + 16 + 8 * index;
    const [id, next] = [tree.readUInt32LE(row), tree.readUInt32LE(row + 4)];
    const isName = id >= 0x8000_0000;
    const here = `${path}/${isName ? nameAt(tree, id - 0x8000_0000) : id}`;
    if (isName !== index < names) yield `resource ${here}: names must come before numbers`;
    if (!isName && id <= last) yield `resource ${here}: numbers must ascend`;
    if (!isName) last = id;
    if (next >= 0x8000_0000)
      yield* tableProblems(image, tree, { at: next - 0x8000_0000, level: level + 1, path: here });
    else if (image.placeOf(tree.readUInt32LE(next), tree.readUInt32LE(next + 4)) === null)
      yield `resource ${here}: its bytes at ${hex(tree.readUInt32LE(next))} are in no section`;
  }
}

function nameAt(tree: Buffer, at: number): string {
  return tree.toString("utf16le", at + 2, at + 2 + 2 * tree.readUInt16LE(at));
}

/** The signature is the last of the file, from a multiple of eight bytes on, and whole. */
function* securityProblems(image: WindowsImage): Iterable<string> {
  const directory = image.directories.get("security");
  if (directory === undefined) return;
  const { address, size } = directory satisfies Directory;
  const { file } = image;
  const sectionsEnd = Math.max(
    ...image.sections.map((section) => section.pointerToRawData + section.sizeOfRawData),
  );
  if (address % 8 !== 0 || size % 8 !== 0)
    yield `the signature at ${hex(address)}, ${hex(size)} bytes, must be in multiples of 8`;
  if (address < sectionsEnd) yield `the signature at ${hex(address)} lies over sections`;
  if (address + size !== file.length) return yield "the signature must be the last of the file";
  for (let at = address; at < address + size;) {
    const [length, revision, kind] = [
      file.readUInt32LE(at),
      file.readUInt16LE(at + 4),
      file.readUInt16LE(at + 6),
    ];
    if (length < 8 || at + length > file.length || revision !== 0x200 || kind !== 2)
      return yield `the signature at ${hex(at)} must be a whole one of kind 2, revision 2.0`;
    at += roundUp(length, 8);
  }
}

/** Required of a signed file and of drivers; elsewhere it may be 0. */
function* checksumProblems(image: WindowsImage): Iterable<string> {
  const { file, checksum, placeOfChecksum } = image;
  if (checksum === 0 && !image.directories.has("security")) return;
  let sum = 0;
  for (let at = 0; at < file.length; at += 2) {
    if (at === placeOfChecksum || at === placeOfChecksum + 2) continue;
    sum += at + 1 < file.length ? file.readUInt16LE(at) : file.readUInt8(at);
    sum = (sum & 0xffff) + (sum >>> 16);
  }
  const right = sum + file.length;
  if (checksum !== right) yield `CheckSum ${hex(checksum)} must be ${hex(right)}`;
}
