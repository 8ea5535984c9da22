import { FrameworkError, plainError } from "../../../contract/errors.ts";
import { parseChunkIndex, type ChunkIndex } from "../../../contract/shipped/chunk-index.ts";
import type { UpdateProgress } from "../../../contract/commands/updater.ts";
import { createHash } from "node:crypto";
import { assemble } from "../delta/assemble.ts";
import { download, type DownloadRules } from "./download.ts";
import { Payload } from "./payload.ts";
import { inPieces, type Reached } from "./progress.ts";
import type { Release, ReleaseChunks } from "../check/release.ts";
import {
  requireSignature,
  verifyPayload,
  type PublicKey,
  type Wanted,
} from "../check/signature.ts";

export interface FetchRules extends DownloadRules {
  /** The largest allowed index in bytes. */
  readonly indexSize: number;
}

export interface Fetching {
  readonly release: Release;
  readonly rules: FetchRules;
  readonly publicKey: PublicKey;
  readonly wanted: Wanted;
  /** The folder that keeps the downloads meanwhile. */
  readonly folder: string;
  /** Files on this disk that may hold parts of the release. */
  readonly seeds: () => readonly string[];
  readonly progress: (progress: UpdateProgress) => void;
  /** Everything has come, and is not verified yet. */
  readonly arrived: () => void;
}

/**
 * Brings a release into `payload`. If possible it uses the installed files and downloads only the
 * missing parts. Otherwise it downloads the whole, also after any failure with parts.
 * @returns the SHA-512 of the verified bytes, hexadecimal
 * @throws FrameworkError
 */
export async function fetchRelease(fetching: Fetching, payload: Payload): Promise<string> {
  const { release, rules, publicKey, wanted, progress, arrived } = fetching;
  const reached = inPieces(progress);
  if (release.chunks !== null) {
    try {
      const sum = await fetchParts(fetching, release.chunks, payload, reached);
      if (sum !== null) return sum;
    } catch (error) {
      const { message } = plainError(error);
      process.stderr.write(`framework: the update is downloaded as a whole: ${message}\n`);
    }
    await payload.clear();
  }
  requireSignature(release.signature, publicKey, wanted);
  await download(release.url, payload, rules, reached);
  arrived();
  return await verifyPayload(payload, release.signature, publicKey, wanted);
}

/** `null`: it is not worth it. */
async function fetchParts(
  { rules, publicKey, wanted, folder, seeds, arrived }: Fetching,
  { url, index: indexUrl, signature }: ReleaseChunks,
  payload: Payload,
  reached: Reached,
): Promise<string | null> {
  const paths = seeds();
  if (paths.length === 0) return null;
  requireSignature(signature, publicKey, wanted);
  await using indexed = await Payload.open(folder);
  await download(indexUrl, indexed, { ...rules, size: rules.indexSize }, () => {});
  await verifyPayload(indexed, signature, publicKey, wanted);
  const index = await readIndex(indexed, indexUrl, rules);
  if (!(await assemble({ index, seeds: paths, url, rules }, payload, reached))) return null;
  // The index was signed, and so is the content that it describes.
  const sum = createHash("sha512");
  for await (const chunk of payload.read()) sum.update(chunk);
  if (sum.digest("hex") === index.sha512) {
    arrived();
    return index.sha512;
  }
  throw new FrameworkError(
    "bad-update",
    `Cannot use the parts of "${url}": together they are another file`,
  );
}

async function readIndex(payload: Payload, url: string, { size }: FetchRules): Promise<ChunkIndex> {
  const fail = (reason: string, cause?: unknown) =>
    new FrameworkError("bad-update", `Cannot read the index "${url}": ${reason}`, { cause });
  let index: ChunkIndex;
  try {
    index = parseChunkIndex(Buffer.concat(await Array.fromAsync(payload.read())));
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error), error);
  }
  const whole = index.chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  if (whole > size) throw fail(`the update that it describes must be smaller than ${size} bytes`);
  return index;
}
