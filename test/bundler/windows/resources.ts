import {
  NtExecutable,
  NtExecutableResource,
} from "../../../src/bundler/windows/portable-executable.ts";
import { noise } from "../../support/noise.ts";

/** A program that an app can be compiled into, with words of its own. */
export function runtime(): Uint8Array {
  const executable = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(executable, true);
  const bin = new TextEncoder().encode("its own").buffer;
  executable.newHeader.optionalHeader.subsystem = 3;
  for (const type of [3, 6, 14, 16, 24])
    resources.entries.push({ type, id: 9, lang: 1033, codepage: 0, bin });
  resources.outputResource(executable);
  return new Uint8Array(executable.generate());
}

/** An .ico of one picture, which takes more bytes than all resources of Bun's: 273 KB. */
export const largeIcon: Uint8Array = icoOf(noise(400_001, 3));

function icoOf(picture: Buffer): Uint8Array {
  const ico = Buffer.concat([Buffer.alloc(22), picture]);
  ico.writeUInt16LE(1, 2);
  ico.writeUInt16LE(1, 4);
  ico.writeUInt32LE(picture.length, 14);
  ico.writeUInt32LE(22, 18);
  return ico;
}

/** The resources of an executable by their type. */
export function resourcesOf(executable: Uint8Array, type: number): Buffer[] {
  const { entries } = NtExecutableResource.from(NtExecutable.from(executable));
  return entries.filter((entry) => entry.type === type).map(({ bin }) => Buffer.from(bin));
}

/** 2: it has windows; 3: it has a console. */
export function subsystemOf(executable: Uint8Array): number {
  return NtExecutable.from(executable).newHeader.optionalHeader.subsystem;
}

interface Block {
  readonly name: string;
  readonly value: Buffer;
  readonly inside: readonly Block[];
}

/** Reads a block of VS_VERSIONINFO with its content. */
export function readVersionBlock(bytes: Buffer): Block {
  const isText = bytes.readUInt16LE(4) === 1;
  const valueLength = bytes.readUInt16LE(2) * (isText ? 2 : 1);
  let end = 6;
  while (bytes.readUInt16LE(end) !== 0) end += 2;
  const name = bytes.toString("utf16le", 6, end);
  const start = aligned(end + 2);
  const inside: Block[] = [];
  for (let at = aligned(start + valueLength); at < bytes.length;) {
    const length = bytes.readUInt16LE(at);
    inside.push(readVersionBlock(bytes.subarray(at, at + length)));
    at = aligned(at + length);
  }
  return { name, value: bytes.subarray(start, start + valueLength), inside };
}

function aligned(offset: number): number {
  return (offset + 3) & ~3;
}
