import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { FrameworkError, type App } from "framework/app";
import { Parts, type Part } from "./parts.ts";
import type { Progress } from "./progress.ts";

export interface Download {
  readonly url: string;
  readonly filePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a failure keeps the partial content. */
  readonly resume: boolean;
}

export interface DownloadContext {
  readonly app: App;
  readonly window: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The number of consecutive attempts without progress. */
const maxInVain = 5;
/** Milliseconds before the next attempt; doubled after each one without progress. */
const firstPause = 50;

/** The running downloads, by the paths of their parts: two of one file would mix their bytes. */
const running = new Set<string>();

/**
 * Downloads a file into a part that no page reaches, and writes it as a whole to its path.
 *
 * @throws FrameworkError
 */
export async function fetchFile(download: Download, context: DownloadContext): Promise<void> {
  const { url, filePath, resume } = download;
  const { app, window } = context;
  // Before the download.
  const target = app.scope.check(filePath, { window, change: true, action: "write" });
  const parts = Parts.of(app);
  const found = parts.find(url, target);
  if (running.has(found.path))
    throw new FrameworkError(
      "unavailable",
      `Cannot request "${url}": it is being fetched to "${filePath}" already`,
    );
  running.add(found.path);
  let isKept = resume;
  try {
    await fill(resume ? found : parts.begin(found, null), parts, download, context);
    await app.files.write(filePath, () => createReadStream(found.path), { window });
    isKept = false;
  } finally {
    running.delete(found.path);
    if (!isKept) parts.remove(found);
  }
}

/** Downloads the missing rest of a part, and continues after an interruption. */
async function fill(
  first: Part,
  parts: Parts,
  download: Download,
  context: DownloadContext,
): Promise<void> {
  let part = first;
  for (let inVain = 0; ;) {
    try {
      return await fetchRest(part, parts, download, context);
    } catch (error) {
      const now = parts.look(part);
      inVain = now.length > part.length ? 0 : inVain + 1;
      part = now;
      if (!(error instanceof Broken)) throw error;
      if (now.length === 0 || inVain === maxInVain)
        throw error.cause instanceof FrameworkError ? error.cause : error;
      await Bun.sleep(firstPause * 2 ** inVain);
    }
  }
}

/** The server was not reached, or the connection was interrupted during the file. */
class Broken extends Error {}

async function fetchRest(
  part: Part,
  parts: Parts,
  download: Download,
  context: DownloadContext,
): Promise<void> {
  const { url, headers } = download;
  const { app, progress, signal } = context;
  const range = part.version === null || part.length === 0 ? null : part;
  const response = await app.http
    .fetch(url, {
      signal,
      headers: {
        ...headers,
        ...(range !== null && { range: `bytes=${range.length}-`, "if-range": range.version! }),
      },
    })
    .catch((error: unknown) => {
      throw (error as Partial<FrameworkError>).code === "network"
        ? new Broken(String(error), { cause: error })
        : error;
    });
  const length = Number(response.headers.get("content-length") ?? 0);
  // It was complete, and only not in place yet.
  const isComplete = response.status === 416 && range !== null && sizeOf(response) === range.length;
  if (isComplete) {
    await response.body?.cancel();
    return;
  }
  if (!response.ok) {
    await response.body?.cancel();
    if (range !== null && response.status === 416)
      return await fetchRest(parts.begin(part, null), parts, download, context);
    throw networkFailure(url, `request failed with status code ${response.status}`);
  }
  const goesOn = range !== null && response.status === 206 && startOf(response) === range.length;
  if (response.status === 206 && !goesOn) {
    await response.body?.cancel();
    if (range !== null) return await fetchRest(parts.begin(part, null), parts, download, context);
    throw networkFailure(url, "the server sent a part of the file, want all of it");
  }
  const start = goesOn ? part : parts.begin(part, versionOf(response));
  progress.setSum(start.length);
  const total = length === 0 ? 0 : start.length + length;
  const file = await open(start.path, "a");
  try {
    let came = 0;
    try {
      for await (const piece of response.body ?? []) {
        await file.appendFile(piece);
        came += piece.length;
        progress.add(piece.length, total);
      }
    } catch (error) {
      // An error of the disk is no interruption.
      if (signal.aborted || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      throw new Broken((error as Error).message, { cause: error });
    }
    if (length > 0 && came < length)
      throw new Broken(`it broke off after ${came} of ${length} bytes`);
    progress.flush();
  } finally {
    await file.close();
  }
}

/**
 * The version of a file for `If-Range`: a strong tag, or otherwise a date. Source: RFC 9110, 13.1.5
 */
function versionOf({ headers }: Response): string | null {
  const tag = headers.get("etag");
  if (headers.get("accept-ranges")?.toLowerCase() === "none") return null;
  // Its bytes are decompressed, and a range would count compressed ones.
  if (headers.has("content-encoding")) return null;
  return tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified");
}

function startOf({ headers }: Response): number | null {
  const start = /^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1];
  return start === undefined ? null : Number(start);
}

function sizeOf({ headers }: Response): number | null {
  const size = /^bytes \*\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return size === undefined ? null : Number(size);
}

/** The error of an interrupted transfer. */
export function networkFailure(url: string, reason: string): FrameworkError {
  return new FrameworkError("network", `Cannot request "${url}": ${reason}`);
}
