import { gunzipSync } from "node:zlib";
import { FrameworkError } from "../../../contract/errors.ts";
import { updatePlatform } from "../../../contract/target.ts";
import { endpointAddress, type UpdateClient } from "./endpoint.ts";
import { parseRelease, type Release } from "./release.ts";
import { Transfer, type TransferRules } from "../download/transfer.ts";

export interface FeedRules extends TransferRules {
  /** The largest allowed answer in bytes. */
  readonly size: number;
  /**
   * Checks the release that a server offers, and throws if something is wrong. Then the next server
   * is asked. `null` for a release: there is nothing newer.
   * @throws FrameworkError
   */
  readonly judge?: (release: Release | null, from: string) => void;
}

/** The user agent that the app sends to update servers. */
export const userAgent = "framework/updater";

/**
 * Asks the addresses, one after the other, until one answers.
 * @returns `null`: the server says that there is nothing newer
 * @throws FrameworkError with the reason of each address, if none answers
 */
export async function findRelease(
  endpoints: readonly string[],
  client: UpdateClient,
  rules: FeedRules,
): Promise<Release | null> {
  const failures: FrameworkError[] = [];
  for (const endpoint of endpoints) {
    try {
      const address = endpointAddress(endpoint, client);
      const release = await askServer(address, client, rules);
      rules.judge?.(release, address);
      for (const { message } of failures)
        process.stderr.write(`framework: an update server was passed over: ${message}\n`);
      return release;
    } catch (error) {
      if (!(error instanceof FrameworkError)) throw error;
      failures.push(error);
    }
  }
  const last = failures.at(-1);
  if (last === undefined)
    throw new FrameworkError(
      "unavailable",
      "Cannot look for an update: set framework.updater.endpoints",
    );
  if (failures.length === 1) throw last;
  throw new FrameworkError(last.code, failures.map(({ message }) => message).join("; "), {
    cause: last,
  });
}

async function askServer(
  url: string,
  client: UpdateClient,
  rules: FeedRules,
): Promise<Release | null> {
  const fail = (code: "network" | "bad-update", reason: string) =>
    new FrameworkError(code, `Cannot read the feed "${url}": ${reason}`);
  using transfer = Transfer.begin(url, rules);
  const response = await transfer.request({
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": userAgent,
  });
  if (response.status === 204) return null;
  if (!response.ok) {
    await response.body?.cancel();
    throw fail("network", `the server answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of transfer.chunks(response)) {
    size += chunk.length;
    if (size > rules.size) throw fail("bad-update", `it must be smaller than ${rules.size} bytes`);
    chunks.push(chunk);
  }
  // Nothing was asked for but the plain text. Storage such as S3 sends what was uploaded with this
  // header, whatever is asked for.
  let bytes = Buffer.concat(chunks);
  if (/^(?:x-)?gzip$/i.test(response.headers.get("content-encoding") ?? "")) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: rules.size });
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      const wanted = isTooLarge ? `smaller than ${rules.size} bytes` : "whole";
      throw fail("bad-update", `unpacked by gzip, it must be ${wanted}`);
    }
  }
  return parseRelease(bytes.toString("utf8"), url, updatePlatform(client.platform));
}
