import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import type { PackReport, XzPart } from "./xz.ts";

// Packs parts, on a thread of its own: 7-Zip as WebAssembly packs the same bytes on every system, and has the filters for
// machine code.

interface FileSystem {
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array;
  unlink(path: string): void;
  lookupPath(path: string): { readonly node: { stream_ops: StreamOperations } };
}

interface StreamOperations {
  readonly read: (
    stream: unknown,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number;
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

parentPort?.on("message", ({ bytes, way }: XzPart) => {
  files.writeFile(input, bytes);
  countReads();
  program.callMain(["a", "-txz", ...way, output, input]);
  const stream = packed();
  report({ kind: "packed", stream }, [stream.buffer]);
});

function packed(): Uint8Array<ArrayBuffer> {
  try {
    const stream = new Uint8Array(files.readFile(output));
    files.unlink(output);
    files.unlink(input);
    return stream;
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
