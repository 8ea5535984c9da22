import { closeSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Architecture } from "../../../contract/target.ts";
import { openNewFile, writeFileLater } from "../../../disk/write.ts";
import type { PartStore } from "../../part-store.ts";
import { detached, fileSource, type FilePart, type JoinedSource, type Source } from "../source.ts";
import { judged, storedStream } from "./stored.ts";
import { joinStreams } from "./stream.ts";

/**
 * The effort options of 7-Zip. Its search for matches takes nearly all of the time, and all of the
 * memory: 12 times the dictionary, which would have 64 MB at this level.
 */
export const xzLevels = {
  /**
   * A minute for the runtime's machine code. A packer has 95 MB in place of 690, for 1.6 % more
   * bytes of text.
   */
  small: ["-mx=7", "-md=8m"],
  /**
   * A fifth less time for 0.9 % more bytes: 12 search cycles in place of 48. Matches are found by
   * five bytes, which is faster and better than the usual four with so few cycles. Data without
   * machine code becomes larger by it. A packer has 145 MB, for 0.5 % more bytes.
   */
  brisk: ["-mx=7", "-mmf=bt5", "-mmc=12", "-md=12m"],
  /** Some seconds. */
  quick: ["-mx=1"],
} as const;

/**
 * The options for machine code. `filter`: jump targets become absolute, and compress better.
 * `places`: x86 instructions have any length, so the preceding bytes predict more than the
 * alignment; those of arm64 have four bytes.
 */
export const codeWays = {
  x64: { filter: ["-mf=BCJ"], places: ["-mlc=4", "-mpb=0"] },
  arm64: { filter: ["-mf=ARM64"], places: ["-mlc=2", "-mlp=2", "-mpb=2"] },
} as const satisfies Readonly<Record<Architecture, unknown>>;

export interface XzPart {
  readonly bytes: Source;
  /** The options of 7-Zip. */
  readonly way: readonly string[];
  /** The name of the work while this part is compressed again. Absent: none. */
  readonly work?: string | undefined;
  /** It is stored, since packing would not make it smaller. */
  readonly isStored?: boolean;
}

/** The request to a thread: a part, and the open output file. */
export interface PackRequest {
  readonly bytes: JoinedSource;
  readonly way: readonly string[];
  readonly output: number;
}

/** The reply of a thread. */
export type PackReport =
  { readonly kind: "read"; readonly bytes: number } | { readonly kind: "packed" };

/** The work of packing the runtime, whose parts stay in the store. */
export const packingRuntime = "packing the runtime, once for this machine";

export interface XzOptions {
  /** The store of earlier packed parts. */
  readonly store: PartStore;
  /** The folder of packed parts, which stays until they were read. */
  readonly folder: string;
  /**
   * Called with the part of the bytes that is packed, up to 1, and the work it is at. Throws when
   * the work is to stop.
   */
  readonly progress: (done: number, work?: string) => void;
}

/**
 * Packs parts into one .xz stream, each as at least one block. Its bytes depend on the parts only.
 */
export async function xz(parts: readonly XzPart[], options: XzOptions): Promise<JoinedSource> {
  const judgedParts: XzPart[] = [];
  for (const part of parts)
    for (const { bytes, isStored } of await judged(part.bytes))
      judgedParts.push({ ...part, bytes, isStored });
  return joinStreams(await xzStreams(judgedParts, options));
}

/**
 * The largest number of parts that are packed at once. Three bound the memory: the two parts of a
 * runtime's machine code, and another one.
 */
const maxPackers = 3;

/** Packs each part into a stream of its own, on several processors. */
export async function xzStreams(
  parts: readonly XzPart[],
  { store, folder, progress }: XzOptions,
): Promise<FilePart[]> {
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const done = parts.map(() => 0);
  const works = new Set<string>();
  const tell = (index: number, bytes: number): void => {
    done[index] = bytes;
    const [work] = works;
    progress(done.reduce((sum, one) => sum + one, 0) / total, work);
  };
  const streams: FilePart[] = [];
  // The largest first, so that none begins when the others are finished.
  const waiting = parts.map((part, index) => ({ part, index }));
  waiting.sort((one, other) => other.part.bytes.length - one.part.bytes.length);
  const packers = Math.min(availableParallelism(), maxPackers, parts.length);
  const lanes = Array.from({ length: packers }, async () => {
    using packer = new Packer();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { part, index } = next;
      const { bytes, way, work } = part;
      const output = join(folder, `part-${index}.xz`);
      if (part.isStored === true) {
        await writeFileLater(
          output,
          storedStream(bytes, (read) => tell(index, read)),
        );
        streams[index] = fileSource(output);
        continue;
      }
      streams[index] = await store.packedFile(`xz ${way.join(" ")}`, bytes, () => {
        if (work !== undefined) works.add(work);
        return packer.pack(part, output, (read) => tell(index, read));
      });
      tell(index, bytes.length);
    }
  });
  await Promise.all(lanes);
  return streams;
}

/**
 * A thread that packs one part after the other; it starts at the first, and is ended
 * unconditionally.
 */
class Packer implements Disposable {
  #worker: Worker | undefined;

  pack({ bytes, way }: XzPart, output: string, tell: (read: number) => void): Promise<FilePart> {
    const worker = (this.#worker ??= new Worker(new URL("worker.ts", import.meta.url)));
    const { promise, resolve, reject } = Promise.withResolvers<FilePart>();
    const file = openNewFile(output);
    worker.removeAllListeners();
    worker.on("message", (report: PackReport) => {
      try {
        if (report.kind === "packed") resolve(fileSource(output));
        else tell(report.bytes);
      } catch (error) {
        reject(error);
      }
    });
    worker.on("error", reject);
    worker.on("exit", (code) =>
      reject(new Error(`Cannot pack by xz: its thread ended with code ${code}`)),
    );
    worker.postMessage({ bytes: detached(bytes), way, output: file } satisfies PackRequest);
    return promise.finally(() => closeSync(file));
  }

  [Symbol.dispose](): void {
    void this.#worker?.terminate();
  }
}
