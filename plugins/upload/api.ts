/**
 * The page half: transfers files to and from servers.
 *
 * Needs `plugins.upload.allowlist.upload` or `.download`, the address in
 * `framework.allowlist.http.scope`, and the path in `framework.allowlist.fs.scope` or chosen by the
 * user.
 */
import { listen } from "framework/api/event";
import { invoke } from "framework/api/invoke";

/**
 * Receives the progress of a transfer. `progress` is the number of bytes since the last call, `sum`
 * the number since the start; `total` is 0 if the server does not report it.
 */
export type ProgressHandler = (progress: number, total: number, sum: number) => void;

interface TransferOptions {
  /** Ends the transfer. */
  signal?: AbortSignal;
}

export interface UploadOptions extends TransferOptions {
  /** Default: POST. */
  method?: "POST" | "PUT" | "PATCH";
}

export interface DownloadOptions extends TransferOptions {
  /**
   * Whether a failed download keeps its partial content, so that the next one continues it.
   * Default: false.
   */
  resume?: boolean;
}

/** Names and values; a `Map` as well as an object. */
type Headers = Map<string, string> | Record<string, string>;

/**
 * Sends a file as the body of a request; resolves with the text of the answer. Rejects with
 * `network` for a status that is no success.
 *
 * @example
 * const show: ProgressHandler = (_, total, sum) => console.log(`${sum} of ${total}`);
 * await upload("https://example.com/in", path, show);
 */
export function upload(
  url: string,
  filePath: string,
  onProgress?: ProgressHandler,
  headers?: Headers,
  { signal, method = "POST" }: UploadOptions = {},
): Promise<string> {
  return transfer("upload", { url, filePath, headers: plain(headers), method }, onProgress, signal);
}

/**
 * Downloads a file. It is at `filePath` when it is complete; until then the existing file stays.
 * Rejects with `network` for a status that is no success.
 *
 * @example
 * const show: ProgressHandler = (_, total, sum) => console.log(`${sum} of ${total}`);
 * await download("https://example.com/big.zip", path, show);
 */
export function download(
  url: string,
  filePath: string,
  onProgress?: ProgressHandler,
  headers?: Headers,
  { signal, resume = false }: DownloadOptions = {},
): Promise<void> {
  return transfer(
    "download",
    { url, filePath, headers: plain(headers), resume },
    onProgress,
    signal,
  );
}

export default upload;

let lastId = 0;

async function transfer<T>(
  kind: "upload" | "download",
  args: object,
  onProgress: ProgressHandler | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  const id = ++lastId;
  signal?.throwIfAborted();
  const unlisten =
    onProgress === undefined
      ? undefined
      : await listen<{ id: number; progress: number; total: number; sum: number }>(
          `${kind}://progress`,
          ({ payload: { id: of, progress, total, sum } }) => {
            if (of === id) onProgress(progress, total, sum);
          },
        );
  const cancel = (): void => void invoke("plugin:upload|cancel" as string, { id }).catch(() => {});
  signal?.addEventListener("abort", cancel);
  try {
    // It may have been aborted before there was a listener.
    signal?.throwIfAborted();
    return await invoke<T>(`plugin:upload|${kind}` as string, { id, ...args });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    unlisten?.();
  }
}

function plain(headers: Headers = {}): Record<string, string> {
  return headers instanceof Map ? Object.fromEntries(headers) : headers;
}
