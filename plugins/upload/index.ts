import {
  command,
  definePlugin,
  fileError,
  FrameworkError,
  type AppCommandContext,
  type Plugin,
} from "framework/app";
import * as v from "valibot";
import { fetchFile, networkFailure } from "./download.ts";
import { Parts } from "./parts.ts";
import { Progress } from "./progress.ts";

const transfer = {
  id: v.pipe(v.number(), v.integer(), v.minValue(0)),
  url: v.string(),
  filePath: v.string(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
};

/** The maximum part of an upload's answer that a page gets. Bytes. */
const maxAnswer = 16 * 1024 * 1024;

/**
 * Uploads and downloads files, within the http and the filesystem scope.
 *
 * @example
 * export default defineApp({ plugins: [upload()] });
 */
export function upload(): Plugin<"upload", ReturnType<typeof commandsOf>> {
  return definePlugin({
    name: "upload",
    commands: commandsOf(),
    flags: { upload: "upload", download: "download", cancel: null },
    configSchema: v.strictObject({}),
    setup(app) {
      // An app also starts where its folders cannot be written to.
      try {
        Parts.of(app).evict();
      } catch (error) {
        process.stderr.write(
          `upload: unfinished downloads are not kept: ${(error as Error).message}\n`,
        );
      }
    },
  });
}

function commandsOf() {
  /** The transfers of each page, by the page's own numbers. */
  const pages = new WeakMap<AbortSignal, Map<number, AbortController>>();

  /** Runs a transfer that its page can cancel, and that ends with it. */
  async function run<T>(
    action: "read" | "write",
    { id, url, filePath }: { id: number; url: string; filePath: string },
    { signal: page }: AppCommandContext,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const running = pages.get(page) ?? new Map<number, AbortController>();
    pages.set(page, running);
    if (running.has(id))
      throw new FrameworkError(
        "bad-argument",
        `Cannot request "${url}": this page has a transfer ${id}`,
      );
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await work(AbortSignal.any([page, controller.signal]));
    } catch (error) {
      if (controller.signal.aborted || page.aborted)
        throw new FrameworkError("closed", `Cannot request "${url}": it was cancelled`, {
          cause: error,
        });
      if (error instanceof FrameworkError) throw error;
      // Failures of the network have no system call.
      throw (error as NodeJS.ErrnoException).syscall === undefined
        ? networkFailure(url, (error as Error).message)
        : fileError(action, filePath, error);
    } finally {
      running.delete(id);
    }
  }

  return {
    upload: command(
      {
        args: v.object({
          ...transfer,
          method: v.optional(v.picklist(["POST", "PUT", "PATCH"]), "POST"),
        }),
      },
      (args, context) =>
        run("read", args, context, async (signal) => {
          const { url, filePath: file, headers, method } = args;
          const { app, window } = context;
          const progress = new Progress(args.id, (payload) =>
            context.emit("upload://progress", payload),
          );
          const response = await app.http.fetch(url, {
            method,
            headers,
            signal,
            body: { file, window },
            onSent: (bytes, total) => progress.add(bytes, total),
          });
          const text = await answerOf(response, url);
          progress.flush();
          if (!response.ok)
            throw networkFailure(
              url,
              `request failed with status code ${response.status}: ${text}`,
            );
          return text;
        }),
    ),
    download: command(
      { args: v.object({ ...transfer, resume: v.optional(v.boolean(), false) }) },
      (args, context) =>
        run("write", args, context, async (signal) => {
          const progress = new Progress(args.id, (payload) =>
            context.emit("download://progress", payload),
          );
          await fetchFile(args, { app: context.app, window: context.window, progress, signal });
        }),
    ),
    cancel: command({ args: v.object({ id: transfer.id }) }, ({ id }, { signal }) =>
      pages.get(signal)?.get(id)?.abort(),
    ),
  };
}

async function answerOf(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxAnswer)
      throw new FrameworkError(
        "too-long",
        `Cannot request "${url}": the answer has more than ${maxAnswer} bytes`,
      );
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
