// The rules by which macOS' kernel, dyld and Apple's tools for signing refuse a program or library,
// whatever its signature says.
//
// Source: <mach-o/loader.h>, <mach-o/fat.h>; what of it is enforced: xnu, bsd/kern/mach_loader.c
// and mach_fat.c; dyld, MachOFile::validSegments and MachOAnalyzer::validLinkedit; cctools,
// libstuff/checkout.c.

const FAT_MAGIC = 0xcafebabe;
const MH_MAGIC_64 = 0xfeedfacf;
const MH_EXECUTE = 2;
const VM_PROT_EXECUTE = 4;

const LC_SYMTAB = 0x2;
const LC_DYSYMTAB = 0xb;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const LC_DYLD_INFO_ONLY = 0x8000_0022;
const LC_MAIN = 0x8000_0028;
/** Commands that hold a place and a length in __LINKEDIT alone. */
const linkeditDatas = [LC_CODE_SIGNATURE, 0x1e, 0x26, 0x29, 0x8000_0033, 0x8000_0034];

/** The processors that apps are for, and the size of their pages. */
const pageSizes = new Map([
  [0x0100_0007, 0x1000],
  [0x0100_000c, 0x4000],
]);

const hex = (value: number): string => `0x${value.toString(16)}`;

interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Segment {
  readonly name: string;
  readonly address: number;
  readonly memory: number;
  readonly offset: number;
  readonly size: number;
  readonly protection: number;
}

/**
 * The reasons why macOS would refuse a program or library, for one processor or several, a line
 * each.
 */
export function machOProblems(file: Buffer): readonly string[] {
  try {
    return file.readUInt32BE(0) === FAT_MAGIC ? [...fatProblems(file)] : [...imageProblems(file)];
  } catch (error) {
    if (error instanceof RangeError) return [`the file ends too early: ${error.message}`];
    throw error;
  }
}

function* fatProblems(file: Buffer): Iterable<string> {
  const processors = new Set<number>();
  const count = file.readUInt32BE(4);
  let end = 8 + 20 * count;
  for (let row = 8; row < 8 + 20 * count; row += 20) {
    const [processor, offset, size, align] = [0, 8, 12, 16].map((at) =>
      file.readUInt32BE(row + at),
    ) as Row;
    if (processors.has(processor)) yield `two images are for processor ${hex(processor)}`;
    processors.add(processor);
    if (align > 15 || offset % 2 ** align !== 0 || 2 ** align < (pageSizes.get(processor) ?? 0))
      yield `the image at ${hex(offset)} must be at a page of its processor, and say so: 2^${align}`;
    if (offset < end) yield `the image at ${hex(offset)} lies over what is before it`;
    end = offset + size;
    const image = file.subarray(offset, end);
    if (image.length !== size) yield `the image at ${hex(offset)} ends behind the file`;
    if (image.readUInt32LE(4) !== processor)
      yield `the image at ${hex(offset)} is for another processor`;
    yield* imageProblems(image);
  }
  if (end !== file.length) yield "bytes lie behind the last image";
}

type Row = [number, number, number, number];

function* imageProblems(image: Buffer): Iterable<string> {
  if (image.readUInt32LE(0) !== MH_MAGIC_64) return yield "an image must be one of 64 bits";
  const pageSize = pageSizes.get(image.readUInt32LE(4));
  if (pageSize === undefined) return yield `processor ${hex(image.readUInt32LE(4))} is unknown`;
  const commands = [...commandsOf(image)];
  const commandsEnd = 32 + image.readUInt32LE(20);
  const [last = 32] = commands.slice(-1);
  if (last + image.readUInt32LE(last + 4) !== commandsEnd) yield "commands must fill their room";
  for (const at of commands)
    if (image.readUInt32LE(at + 4) % 8 !== 0)
      yield `the command at ${hex(at)} must be of multiples of 8 bytes`;

  const segments = commands
    .filter((at) => image.readUInt32LE(at) === LC_SEGMENT_64)
    .map((at) => readSegment(image, at));
  yield* segmentProblems(image, segments, pageSize);
  for (const at of commands)
    if (image.readUInt32LE(at) === LC_SEGMENT_64) yield* sectionProblems(image, at, commandsEnd);
  yield* linkeditProblems(image, segments.at(-1), commands);
  if (image.readUInt32LE(12) !== MH_EXECUTE) return;
  const entry = commands.find((at) => image.readUInt32LE(at) === LC_MAIN);
  const code = segments.find(({ name }) => name === "__TEXT");
  if (
    entry !== undefined &&
    (code === undefined || Number(image.readBigUInt64LE(entry + 8)) >= code.size)
  )
    yield "the entry point must be in __TEXT";
}

function* commandsOf(image: Buffer): Iterable<number> {
  let at = 32;
  for (let index = 0; index < image.readUInt32LE(16); index += 1) {
    yield at;
    at += Math.max(image.readUInt32LE(at + 4), 8);
  }
}

function readSegment(image: Buffer, at: number): Segment {
  const [address, memory, offset, size] = [24, 32, 40, 48].map((place) =>
    Number(image.readBigUInt64LE(at + place)),
  ) as Row;
  const name = image.toString("latin1", at + 8, at + 24).replace(/\0.*/s, "");
  return { name, address, memory, offset, size, protection: image.readUInt32LE(at + 60) };
}

/**
 * In memory and in the file segments follow one another, at pages; the last is __LINKEDIT and ends
 * with the file.
 */
function* segmentProblems(
  image: Buffer,
  segments: readonly Segment[],
  pageSize: number,
): Iterable<string> {
  let [address, offset] = [0, 0];
  for (const segment of segments) {
    const { name, memory, size } = segment;
    if (
      segment.address % pageSize !== 0 ||
      segment.offset % pageSize !== 0 ||
      memory % pageSize !== 0
    )
      yield `${name}: address ${hex(segment.address)}, place ${hex(segment.offset)} and size must be of whole pages`;
    if (size > memory)
      yield `${name}: ${hex(size)} bytes in the file do not fit in ${hex(memory)} in memory`;
    if (segment.address < address)
      yield `${name}: its address ${hex(segment.address)} lies in a segment before it`;
    if (size > 0 && segment.offset !== offset)
      yield `${name}: its place ${hex(segment.offset)} must be ${hex(offset)}, where the one before ends`;
    address = segment.address + memory;
    if (size > 0) offset = segment.offset + size;
    if (name === "__TEXT" && (segment.offset !== 0 || (segment.protection & VM_PROT_EXECUTE) === 0))
      yield "__TEXT must begin with the file and be executable";
  }
  if (segments.at(-1)?.name !== "__LINKEDIT") yield "the last segment must be __LINKEDIT";
  if (offset !== image.length)
    yield `the last segment ends at ${hex(offset)}, and the file at ${hex(image.length)}`;
}

const S_TYPE = 0xff;
/** Kinds of sections that are not in the file. */
const zeroFilled = [0x1, 0xc, 0x12];

function* sectionProblems(image: Buffer, segmentAt: number, commandsEnd: number): Iterable<string> {
  const segment = readSegment(image, segmentAt);
  for (let index = 0; index < image.readUInt32LE(segmentAt + 64); index += 1) {
    const at = segmentAt + 72 + 80 * index;
    const name = image.toString("latin1", at, at + 16).replace(/\0.*/s, "");
    const [address, size] = [32, 40].map((place) => Number(image.readBigUInt64LE(at + place))) as [
      number,
      number,
    ];
    const offset = image.readUInt32LE(at + 48);
    if (address < segment.address || address + size > segment.address + segment.memory)
      yield `${name}: must lie in ${segment.name}`;
    if (zeroFilled.includes(image.readUInt32LE(at + 64) & S_TYPE)) continue;
    if (size > 0 && offset - segment.offset !== address - segment.address)
      yield `${name}: its place in the file must be that of its address`;
    if (size > 0 && offset < commandsEnd) yield `${name}: lies over the commands`;
  }
}

/**
 * The parts of __LINKEDIT that the commands name are inside it and do not overlap, and the
 * signature is the last of them.
 */
function* linkeditProblems(
  image: Buffer,
  linkedit: Segment | undefined,
  commands: readonly number[],
): Iterable<string> {
  if (linkedit === undefined) return;
  const parts = commands
    .flatMap((at) => [...partsOf(image, at)])
    .toSorted((one, other) => one.start - other.start);
  let end = linkedit.offset;
  for (const part of parts) {
    if (part.start < end)
      yield `${part.name} at ${hex(part.start)} must be in __LINKEDIT, behind what is before it`;
    end = part.end;
  }
  if (end > linkedit.offset + linkedit.size)
    yield "what the last command tells of ends behind __LINKEDIT";
  const signature = parts.find(({ name }) => name === "the signature");
  if (signature === undefined) return;
  if (signature !== parts.at(-1) || signature.end !== image.length)
    yield "the signature must be the last of the file";
  if (signature.start % 16 !== 0)
    yield `the signature at ${hex(signature.start)} must be at a multiple of 16`;
}

function* partsOf(image: Buffer, at: number): Iterable<Range> {
  const number = (place: number): number => image.readUInt32LE(at + place);
  const range = (name: string, start: number, size: number): Range[] =>
    size === 0 ? [] : [{ name, start, end: start + size }];
  const kind = number(0);
  if (linkeditDatas.includes(kind))
    yield* range(
      kind === LC_CODE_SIGNATURE ? "the signature" : `the data of ${hex(kind)}`,
      number(8),
      number(12),
    );
  if (kind === LC_SYMTAB) {
    yield* range("the symbols", number(8), 16 * number(12));
    yield* range("the texts of symbols", number(16), number(20));
  }
  if (kind === LC_DYSYMTAB) yield* range("the indirect symbols", number(56), 4 * number(60));
  if (kind === LC_DYLD_INFO_ONLY)
    for (const place of [8, 16, 24, 32, 40])
      yield* range("what dyld is told", number(place), number(place + 4));
}
