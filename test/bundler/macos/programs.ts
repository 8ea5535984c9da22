import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cpus = {
  x64: { type: 0x01000007, variant: 3, page: 0x1000 },
  arm64: { type: 0x0100000c, variant: 0, page: 0x4000 },
} as const;

export interface ProgramCase {
  readonly architecture?: keyof typeof cpus;
  readonly isLibrary?: boolean;
  /** Of code, which is nothing but numbers. */
  readonly length?: number;
  /** Its load commands fill all the room that there is. */
  readonly isFull?: boolean;
}

/**
 * A small program in Apple's form, unsigned, of a few pages. Its versions are those of Bun's
 * executable.
 */
export function program({
  architecture = "arm64",
  isLibrary = false,
  length = 40_000,
  isFull = false,
}: ProgramCase = {}): Buffer {
  const { type, variant, page } = cpus[architecture];
  const textSize = Math.ceil((4096 + length) / page) * page;
  const commandsEnd = 32 + (72 + 80) + 72 + 24 + 80 + 24 + (isLibrary ? 0 : 24);
  const textStart = isFull ? commandsEnd : 4096;
  const texts = Buffer.from("\0_main\0\0");
  const bytes = Buffer.alloc(textSize + texts.length);
  for (let at = textStart; at < textSize; at++) bytes[at] = (at * 31) & 0xff;
  texts.copy(bytes, textSize);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(type, 4);
  bytes.writeUInt32LE(variant, 8);
  bytes.writeUInt32LE(isLibrary ? 6 : 2, 12);
  bytes.writeUInt32LE(isLibrary ? 5 : 6, 16);
  bytes.writeUInt32LE(commandsEnd - 32, 20);
  let at = 32;
  const segment = (
    name: string,
    place: { address: number; offset: number; size: number },
    sections: number,
  ): void => {
    bytes.writeUInt32LE(0x19, at);
    bytes.writeUInt32LE(72 + 80 * sections, at + 4);
    bytes.write(name, at + 8);
    bytes.writeBigUInt64LE(BigInt(place.address), at + 24);
    bytes.writeBigUInt64LE(BigInt(Math.ceil(place.size / page) * page), at + 32);
    bytes.writeBigUInt64LE(BigInt(place.offset), at + 40);
    bytes.writeBigUInt64LE(BigInt(place.size), at + 48);
    // The protection of its memory: reading, and execution of code in sections.
    bytes.writeUInt32LE(sections > 0 ? 5 : 1, at + 56);
    bytes.writeUInt32LE(sections > 0 ? 5 : 1, at + 60);
    bytes.writeUInt32LE(sections, at + 64);
    at += 72;
  };
  const base = 0x100000000;
  segment("__TEXT", { address: base, offset: 0, size: textSize }, 1);
  bytes.write("__text", at);
  bytes.write("__TEXT", at + 16);
  bytes.writeBigUInt64LE(BigInt(base + textStart), at + 32);
  bytes.writeBigUInt64LE(BigInt(textSize - textStart), at + 40);
  bytes.writeUInt32LE(textStart, at + 48);
  at += 80;
  segment("__LINKEDIT", { address: base + textSize, offset: textSize, size: texts.length }, 0);
  // LC_SYMTAB: no symbols, and a few texts.
  for (const number of [0x2, 24, textSize, 0, textSize, texts.length])
    at = bytes.writeUInt32LE(number, at);
  // LC_DYSYMTAB: which of no symbols are local.
  at = bytes.writeUInt32LE(0xb, at);
  bytes.writeUInt32LE(80, at);
  at += 76;
  // LC_BUILD_VERSION: macOS 13.0, made with 26.5
  for (const number of [0x32, 24, 1, 0x000d0000, 0x001a0500, 0])
    at = bytes.writeUInt32LE(number, at);
  // LC_MAIN: its code begins where its section does.
  if (!isLibrary)
    for (const number of [0x80000028, 24, textStart, 0, 0, 0]) at = bytes.writeUInt32LE(number, at);
  return bytes;
}

/**
 * Bun's own executables for macOS, which carry Apple's signature; `null`: they are not among the
 * build tools.
 */
export function bunFor(architecture: keyof typeof cpus): string | null {
  const name = architecture === "arm64" ? "aarch64" : "x64";
  const path = join(
    process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
    `framework-tools/bun-${Bun.version}/node_modules/@oven/bun-darwin-${name}/bin/bun`,
  );
  return existsSync(path) ? path : null;
}

/** The reason why a test that needs them cannot run. */
export const missingBun =
  bunFor("arm64") === null || bunFor("x64") === null
    ? `needs npm install --force --prefix ~/.cache/framework-tools/bun-${Bun.version} @oven/bun-darwin-aarch64@${Bun.version} @oven/bun-darwin-x64@${Bun.version}`
    : null;
