import { FrameworkError } from "../../../contract/errors.ts";
import { failure } from "../../paths/path-problem.ts";
import { userAgent } from "../check/feed.ts";
import type { Payload } from "./payload.ts";
import type { Reached } from "./progress.ts";
import { Resumptions } from "./resumptions.ts";
import { Transfer, type TransferRules } from "./transfer.ts";

export interface DownloadRules extends TransferRules {
  /** The largest allowed download in bytes. */
  readonly size: number;
  /**
   * The number of times that it continues after it broke off at the same position, and the
   * milliseconds between them.
   */
  readonly resumptions: number;
  readonly pause: number;
}

/**
 * Downloads into `payload`. When the connection breaks or stalls, it continues at the same position
 * if the server still has the same content.
 * @throws FrameworkError `network`, `timed-out`, `not-allowed`, `bad-update` when it is too large,
 *   or `io`
 */
export async function download(
  url: string,
  payload: Payload,
  rules: DownloadRules,
  reached: Reached,
): Promise<void> {
  using transfer = Transfer.begin(url, rules);
  let validator: string | null = null;
  const resumptions = new Resumptions(rules.resumptions);
  for (;;) {
    try {
      const answer = await requestRest(transfer, url, payload, validator);
      validator = answer.validator;
      return await receive(transfer, answer, { url, payload, size: rules.size, reached });
    } catch (error) {
      resumptions.allow(error, payload.size);
    }
    await transfer.pause(rules.pause);
  }
}

interface Answer {
  readonly response: Response;
  /** The value by which the server identifies this exact content. */
  readonly validator: string | null;
  /** The length of the whole. */
  readonly length: number | null;
}

interface Receiver {
  readonly url: string;
  readonly payload: Payload;
  readonly size: number;
  readonly reached: Reached;
}

/**
 * Requests the missing rest. If the server gives anything else, `payload` holds the part before it.
 */
async function requestRest(
  transfer: Transfer,
  url: string,
  payload: Payload,
  validator: string | null,
): Promise<Answer> {
  const isRest = payload.size > 0 && validator !== null;
  const response = await transfer.request({
    accept: "application/octet-stream",
    "accept-encoding": "identity",
    "user-agent": userAgent,
    ...(isRest && { range: `bytes=${payload.size}-`, "if-range": validator }),
  });
  const { status, headers } = response;
  // Faults of the server may pass. Content that it does not have will not appear within a second.
  if (status !== 206 && status !== 200) {
    await response.body?.cancel();
    const code = status >= 500 ? "network" : "bad-update";
    throw new FrameworkError(code, `Cannot download "${url}": the server answered ${status}`);
  }
  const [, from, to, whole] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get("content-range") ?? "") ?? [];
  const isNext = status === 206 && isRest && Number(from) === payload.size && to !== undefined;
  if (!isNext) await payload.clear();
  if (status === 206 && !isNext) {
    await response.body?.cancel();
    throw new FrameworkError(
      "network",
      `Cannot download "${url}": the server sent another part of it`,
    );
  }
  const length = isNext ? whole : headers.get("content-length");
  return {
    response,
    validator: strongTag(headers) ?? headers.get("last-modified"),
    length: length === null || length === undefined || length === "*" ? null : Number(length),
  };
}

/** A weak tag does not promise the same bytes. */
function strongTag(headers: Headers): string | null {
  const tag = headers.get("etag");
  return tag === null || tag.startsWith("W/") ? null : tag;
}

async function receive(
  transfer: Transfer,
  { response, length }: Answer,
  { url, payload, size, reached }: Receiver,
): Promise<void> {
  const tooLarge = () =>
    new FrameworkError(
      "bad-update",
      `Cannot download "${url}": it must be smaller than ${size} bytes`,
    );
  if (length !== null && length > size) throw tooLarge();
  for await (const chunk of transfer.chunks(response)) {
    if (payload.size + chunk.length > size) throw tooLarge();
    await payload.append(chunk).catch((error: unknown) => {
      throw failure("keep the download of", url, error);
    });
    reached(payload.size, length);
  }
  if (length !== null && payload.size !== length)
    throw new FrameworkError(
      "network",
      `Cannot download "${url}": ${payload.size} of ${length} bytes came`,
    );
}
