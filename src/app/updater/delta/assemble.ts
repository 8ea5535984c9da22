import type { Chunk, ChunkIndex } from "../../../contract/shipped/chunk-index.ts";
import type { Payload } from "../download/payload.ts";
import type { Reached } from "../download/progress.ts";
import { ChunkFile, type ChunkFileRules, type Run } from "./chunk-file.ts";
import { LocalSources } from "./local-sources.ts";

/** A part of the work: bytes that exist already, or bytes to download. */
type Step =
  | { readonly kind: "there"; readonly chunk: Chunk }
  | { readonly kind: "missing"; readonly run: Run };

export interface Assembly {
  readonly index: ChunkIndex;
  /** Files on this disk that may hold parts of the update. */
  readonly seeds: readonly string[];
  /** The file of chunks. */
  readonly url: string;
  readonly rules: ChunkFileRules;
}

/**
 * The largest share of the whole that is worth the download in parts. The whole is requested once,
 * and parts are requested one after the other.
 */
const maxOfWhole = 0.75;
const maxRequests = 400;

/**
 * Assembles an update from the bytes on this disk and the missing bytes.
 * @returns `false`: it is not worth it, and nothing was downloaded
 * @throws FrameworkError, or Error, when a part is not as it should be. Then `payload` holds a part
 */
export async function assemble(
  { index, seeds: paths, url, rules }: Assembly,
  payload: Payload,
  reached: Reached,
): Promise<boolean> {
  await using seeds = await LocalSources.find(paths, new Set(index.chunks.map(({ hash }) => hash)));
  const steps = stepsOf(index, seeds);
  const sizeOf = (chunks: readonly Chunk[]) =>
    chunks.reduce((sum, { packedSize }) => sum + packedSize, 0);
  const runs = steps.flatMap((step) => (step.kind === "missing" ? [step.run] : []));
  const [missing, whole] = [sizeOf(runs.flatMap(({ chunks }) => chunks)), sizeOf(index.chunks)];
  if (missing > maxOfWhole * whole || runs.length > maxRequests) return false;
  using file = new ChunkFile(url, whole, rules);
  let taken = 0;
  const took = ({ packedSize }: Chunk) => reached((taken += packedSize), missing);
  for (const step of steps) {
    if (step.kind === "there")
      await payload.append(await seeds.read(step.chunk.hash, step.chunk.size));
    else for await (const bytes of file.read(step.run, took)) await payload.append(bytes);
  }
  return true;
}

/** In the order of the update. Neighbouring missing parts are requested together. */
function stepsOf({ chunks }: ChunkIndex, seeds: LocalSources): Step[] {
  const steps: Step[] = [];
  let offset = 0;
  let run: { offset: number; chunks: Chunk[] } | null = null;
  for (const chunk of chunks) {
    if (seeds.has(chunk.hash)) {
      steps.push({ kind: "there", chunk });
      run = null;
    } else if (run === null) {
      run = { offset, chunks: [chunk] };
      steps.push({ kind: "missing", run });
    } else run.chunks.push(chunk);
    offset += chunk.packedSize;
  }
  return steps;
}
