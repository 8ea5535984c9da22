import { createRequire } from "node:module";
import { connect } from "node:net";
import type { HandedOver } from "../contract/page/message.ts";
import type { ToolReport, ToolRequest, UsesToTool } from "../contract/tool.ts";
import { receiveLines } from "../process/socket-lines.ts";
import type { Recorder } from "./calls/recorder.ts";
import type { Exit } from "./process/exit.ts";
import type { Ui } from "./ui.ts";
import { UseRecorder } from "./use-recorder.ts";

/** The app thread's end of the connection to `framework dev`. Built apps have none. */
export interface Tool {
  /** The app is about to begin: from now on it follows the tool's requests. */
  follow(app: { readonly ui: Ui; readonly exit: Exit }): void;
  /** Reports that the app has begun, how to load its pages anew, and its state for the next one. */
  begun(reloadPages: () => void, handOver: () => HandedOver): void;
  /** Records the allowlist uses of pages. */
  readonly recorder: Recorder;
  /** Absolute paths of the tool's files of the app. No page reaches them. */
  readonly keeps: readonly string[];
}

export interface ToolOptions {
  /** The address where the tool listens. */
  readonly address: string;
  /** The tool watches the app's code: a failure need not be final, the next change may fix it. */
  readonly watches: boolean;
  /** The file where the tool keeps the allowlist uses of pages. */
  readonly record: string;
}

/**
 * Connects to the tool, and ends the app when the tool ends.
 *
 * @param thread its state from the thread before it, and how to start another one in its place
 */
export function connectTool(
  { address, watches, record }: ToolOptions,
  thread: {
    readonly handedOver: HandedOver | null;
    restart(handedOver: HandedOver): void;
  },
): Tool {
  const socket = connect(address);
  const report = (kind: ToolReport["kind"], more: Omit<ToolReport, "kind"> = {}): void => {
    socket.write(`${JSON.stringify({ kind, ...more } satisfies ToolReport)}\n`);
  };
  let reload = (): void => {};
  // The next thread gets the state of the one before if this one fails.
  let handOver = (): HandedOver => thread.handedOver ?? { grants: [] };
  let sent = Promise.resolve();
  const recorder = new UseRecorder((uses) => {
    const line = `${JSON.stringify({ kind: "uses", uses } satisfies UsesToTool)}\n`;
    // Fails when the tool is gone; then no record is kept.
    sent = new Promise((resolve) => socket.write(line, () => resolve()));
  });
  return {
    recorder,
    keeps: [record],
    follow({ ui, exit }) {
      exit.onExit(async () => {
        recorder.flush();
        await sent;
      });
      socket.on("error", () => {}); // "close" follows
      socket.on("close", () => void exit.quit(0));
      receiveLines(socket, (line) => {
        const { kind } = JSON.parse(line) as ToolRequest;
        if (kind === "reload") return reload();
        report("restarting");
        void exit.leave(() => thread.restart(handOver()));
      });
      if (!watches) return;
      exit.errors.byDefault = () => {
        answerForFailed(ui, exit);
        report("failed");
      };
    },
    begun(reloadPages, handOverAll) {
      reload = reloadPages;
      handOver = handOverAll;
      // Bun keeps modules of both kinds there.
      report("begun", { modules: Object.keys(createRequire(import.meta.url).cache) });
    },
  };
}

const failure = {
  code: "unavailable",
  message: "Cannot answer: the app's own code failed, its terminal says why",
};

/** Answers for an app whose code failed: its pages get replies, and its windows can be closed. */
function answerForFailed(ui: Ui, exit: Exit): void {
  ui.on("page.message", ({ request }) =>
    ui.tell("page.reply", { request, text: JSON.stringify({ ok: false, error: failure }) }),
  );
  ui.on("page.request", ({ request }) =>
    ui.tell("page.respond", {
      request,
      response: {
        status: 503,
        headers: { "content-type": "text/plain" },
        body: { kind: "bytes", bytes: new TextEncoder().encode(failure.message) },
      },
    }),
  );
  ui.on("window.closeRequested", () => void exit.quit(1));
  ui.on("app.terminate", () => void exit.quit(1));
  ui.open();
}
