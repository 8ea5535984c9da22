import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import type { PackReport, XzPart } from "./xz.ts";

// Packs parts, on a thread of its own: 7-Zip as WebAssembly packs the same bytes on every system, and has the filters for
// machine code.

interface FileSystem {
  writeFile(path: string, bytes: Uint8Array, options: { readonly canOwn: boolean }): void;
  unlink(path: string): void;
  lookupPath(path: string): { readonly node: FileNode };
}

/** A file in memory. */
interface FileNode {
  stream_ops: StreamOperations;
  /** Longer than what was written. */
  contents: Uint8Array<ArrayBuffer> | null;
  readonly usedBytes: number;
}

interface StreamOperations {
  readonly read: (
    stream: unknown,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number;
  readonly write: (stream: { readonly node: FileNode }, ...more: unknown[]) => number;
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
// Not by an `import`: its declarations bring those of a browser's page.
const openSevenZip = require("7z-wasm") as OpenSevenZip;

const input = "/part";
const output = "/part.xz";

const report = (message: PackReport, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

const said: string[] = [];
const program = await openSevenZip({ print: () => {}, printErr: (line) => said.push(line) });
const { FS: files } = program;

/** How long what is packed is at most, nearly always. */
let longest = 0;
growAtOnce();

parentPort?.on("message", ({ bytes, way }: XzPart) => {
  longest = bytes.length;
  // It is given the bytes, not a copy of them.
  files.writeFile(input, bytes, { canOwn: true });
  countReads();
  program.callMain(["a", "-txz", ...way, output, input]);
  const stream = packed();
  report({ kind: "packed", stream }, [stream.buffer]);
});

function packed(): Uint8Array<ArrayBuffer> {
  try {
    files.unlink(input);
    const { contents, usedBytes } = files.lookupPath(output).node;
    files.unlink(output);
    return (contents ?? new Uint8Array()).subarray(0, usedBytes);
  } catch (cause) {
    throw new Error(`Cannot pack by xz: 7-Zip said "${said.join(" ")}"`, { cause });
  }
}

/** Tells how far it has come: 7-Zip reads what it packs from the beginning to the end. */
function countReads(): void {
  const { node } = files.lookupPath(input);
  const { read } = node.stream_ops;
  node.stream_ops = {
    ...node.stream_ops,
    read: (stream, into, offset, length, position) => {
      report({ kind: "read", bytes: position });
      return read(stream, into, offset, length, position);
    },
  };
}

/** A file in memory grows by an eighth, and what it was before is garbage: of what is packed, so are gigabytes in the end. */
function growAtOnce(): void {
  files.writeFile(input, new Uint8Array(1), { canOwn: true });
  // Of all files.
  const operations = files.lookupPath(input).node.stream_ops as { write: StreamOperations["write"] };
  const { write } = operations;
  operations.write = (stream, ...more) => {
    const { node } = stream;
    if (node.usedBytes >= 1 << 20 && node.contents !== null && node.contents.length < longest) {
      const longer = new Uint8Array(longest);
      longer.set(node.contents.subarray(0, node.usedBytes));
      node.contents = longer;
    }
    return write(stream, ...more);
  };
}
