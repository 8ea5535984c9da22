import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { PartStore } from "../../part-store.ts";
import { joinStreams } from "./stream.ts";

/** A filter for machine code, which is packed better when its jumps name where they go: "BCJ" is that for x86. */
export type CodeFilter = "BCJ" | "ARM64";

/** Of 0 to 9: a minute for the runtime on two processors, or some seconds. */
export const xzLevels = { small: 7, quick: 1 } as const;

/** What a worker is given. */
export interface PackRequest {
  readonly bytes: Uint8Array;
  readonly filter: CodeFilter | null;
  readonly level: number;
}

/** What it tells. */
export type PackReport =
  | { readonly kind: "read"; readonly bytes: number }
  | { readonly kind: "packed"; readonly stream: Uint8Array };

export interface XzOptions {
  readonly filter: CodeFilter | null;
  readonly level: number;
  /** Where parts that were packed before are. */
  readonly store: PartStore;
  /** Called with the part of the bytes that is packed, up to 1. Throws when the work is to stop. */
  readonly progress: (done: number) => void;
}

/**
 * Packs parts into one .xz stream, each as a block of its own. Its bytes follow from the parts, the filter and the level alone.
 */
export async function xz(parts: readonly Uint8Array[], options: XzOptions): Promise<Buffer> {
  return joinStreams(await xzStreams(parts, options));
}

/** Packs each part into a stream of its own, as many at once as there are processors. */
export async function xzStreams(
  parts: readonly Uint8Array[],
  { filter, level, store, progress }: XzOptions,
): Promise<Uint8Array[]> {
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const done = parts.map(() => 0);
  const tell = (index: number, bytes: number): void => {
    done[index] = bytes;
    progress(done.reduce((sum, one) => sum + one, 0) / total);
  };
  const streams: Uint8Array[] = [];
  // The largest first, so that none is begun when the others are finished.
  const waiting = parts.map((bytes, index) => ({ bytes, index }));
  waiting.sort((one, other) => other.bytes.length - one.bytes.length);
  const lanes = Array.from({ length: Math.min(availableParallelism(), parts.length) }, async () => {
    using packer = new Packer();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { bytes, index } = next;
      const way = `xz ${filter ?? "plain"} ${level}`;
      streams[index] = await store.packed(way, bytes, () =>
        packer.pack({ bytes, filter, level }, (read) => tell(index, read)),
      );
      tell(index, bytes.length);
    }
  });
  await Promise.all(lanes);
  return streams;
}

/** A thread that packs one part after the other; it is started for the first, and ended whatever it does. */
class Packer implements Disposable {
  #worker: Worker | undefined;

  pack(request: PackRequest, tell: (read: number) => void): Promise<Uint8Array> {
    const worker = (this.#worker ??= new Worker(new URL("worker.ts", import.meta.url)));
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    worker.removeAllListeners();
    worker.on("message", (report: PackReport) => {
      try {
        if (report.kind === "packed") resolve(report.stream);
        else tell(report.bytes);
      } catch (error) {
        reject(error);
      }
    });
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`Cannot pack by xz: its thread ended with code ${code}`)));
    worker.postMessage(request);
    return promise;
  }

  [Symbol.dispose](): void {
    void this.#worker?.terminate();
  }
}
