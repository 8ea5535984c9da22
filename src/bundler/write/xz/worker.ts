import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { SourceReader } from "../source.ts";
import type { PackReport, PackRequest } from "./xz.ts";

// Packs parts, on a thread of its own: 7-Zip as WebAssembly packs the same bytes on every system,
// and has the filters for machine code. Its files are in memory, so its reads and writes are
// redirected to the disk.

interface FileSystem {
  writeFile(path: string, bytes: Uint8Array): void;
  unlink(path: string): void;
  lookupPath(path: string): { readonly node: FileNode };
}

/** A file in memory. */
interface FileNode {
  stream_ops: StreamOperations;
  /** Its length, independent of its memory. */
  usedBytes: number;
}

type Transfer = (
  stream: { readonly node: FileNode },
  bytes: Int8Array<ArrayBuffer>,
  offset: number,
  length: number,
  position: number,
  ...more: unknown[]
) => number;

interface StreamOperations {
  readonly read: Transfer;
  readonly write: Transfer;
}

interface SevenZip {
  readonly FS: FileSystem;
  callMain(args: readonly string[]): void;
}

type OpenSevenZip = (options: {
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
}) => Promise<SevenZip>;

const require = createRequire(import.meta.url);
// Not an `import`: its declarations include the DOM's.
const openSevenZip = require("7z-wasm") as OpenSevenZip;

const input = "/part";
const output = "/part.xz";

const report = (message: PackReport): void => parentPort?.postMessage(message);

const printed: string[] = [];
const program = await openSevenZip({ print: () => {}, printErr: (line) => printed.push(line) });
const { FS: files } = program;

/** The output file on the disk; `null`: 7-Zip's own, in memory. */
let written: number | null = null;
writeThrough();

parentPort?.on("message", (request: PackRequest) => {
  using reader = new SourceReader(request.bytes);
  placeInput(reader, request.bytes.length);
  written = request.output;
  try {
    program.callMain(["a", "-txz", ...request.way, output, input]);
    for (const path of [input, output]) files.unlink(path);
  } catch (cause) {
    throw new Error(`Cannot pack by xz: 7-Zip said "${printed.join(" ")}"`, { cause });
  } finally {
    written = null;
  }
  report({ kind: "packed" });
});

/** Provides 7-Zip's input, which it reads from the beginning to the end. */
function placeInput(reader: SourceReader, length: number): void {
  files.writeFile(input, new Uint8Array());
  const { node } = files.lookupPath(input);
  node.usedBytes = length;
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream, bytes, offset, count, position) => {
      report({ kind: "read", bytes: position });
      return reader.read(position, within(bytes, offset, count));
    },
  };
}

/** The only file that 7-Zip writes is its output. */
function writeThrough(): void {
  files.writeFile(input, new Uint8Array());
  // Shared by all files.
  const operations = files.lookupPath(input).node.stream_ops as {
    write: StreamOperations["write"];
  };
  const { write } = operations;
  operations.write = (stream, bytes, offset, length, position, ...more) => {
    if (written === null) return write(stream, bytes, offset, length, position, ...more);
    const room = within(bytes, offset, length);
    for (let done = 0; done < length;)
      done += writeSync(written, room, done, length - done, position + done);
    stream.node.usedBytes = Math.max(stream.node.usedBytes, position + length);
    return length;
  };
}

function within(bytes: Int8Array<ArrayBuffer>, offset: number, length: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length);
}
