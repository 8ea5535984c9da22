import { describe, test } from "bun:test";
import type { FileRequest, MessageRequest } from "../../src/contract/ui/index.ts";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { stageApp, type Emitted, type Stage } from "../../src/native/conformance/stage.ts";
import { MemoryPlatform } from "../../src/native/memory/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

interface Waiting {
  readonly request: MessageRequest | FileRequest;
  readonly answer: (result: never) => void;
}

/** The memory platform with the same person and pages as the real ones have. */
function memoryStage(folder: string): Stage {
  const emitted: Emitted[] = [];
  const shown = new Map<number, Waiting>();
  let answerMessage: ((text: string) => string) | null = null;

  const platform = new MemoryPlatform({
    emit(event, payload) {
      const item = { event, payload } as Emitted;
      emitted.push(item);
      if (item.event !== "page.message" || answerMessage === null) return;
      void platform.calls["page.reply"]({
        request: item.payload.request,
        text: answerMessage(item.payload.text),
      });
    },
  });
  const ask = <T>(request: MessageRequest | FileRequest): Promise<T> =>
    new Promise((resolve) =>
      shown.set(request.id, { request, answer: resolve as (result: never) => void }),
    );
  void platform.calls["app.begin"](stageApp);
  platform.answers = {
    message: (request) => ask<number>(request),
    file: (request) => ask<readonly string[]>(request),
  };

  const settle = (dialog: number, result: unknown): void => {
    const waiting = shown.get(dialog);
    if (waiting === undefined) throw new Error(`Cannot find dialog ${dialog} on the screen`);
    shown.delete(dialog);
    waiting.answer(result as never);
  };

  return {
    platform,
    emitted,
    page: "framework://localhost/",
    otherOrigin: "asset://localhost",
    folder,
    async until(what, look) {
      let seen = look();
      await waitFor(what, () => (seen = look()) !== undefined);
      if (seen === undefined) throw new Error(`Waited in vain for ${what}`);
      return seen;
    },
    isShown: (dialog) => shown.has(dialog),
    pressButton: settle,
    closeDialog(dialog) {
      const request = shown.get(dialog)?.request;
      settle(
        dialog,
        request !== undefined && "buttons" in request ? request.buttons.length - 1 : [],
      );
    },
    chooseFiles: settle,
    closeWindow: (label) => platform.requestClose(label),
    send: (label, text) => platform.postMessage(label, text),
    async request(label, url, body) {
      const options = body === undefined ? {} : { method: "POST", body };
      const { status, headers, body: answer } = await platform.request(label, url, options);
      const text = answer.kind === "bytes" ? Buffer.from(answer.bytes).toString() : "";
      return { status, type: headers["content-type"] ?? "", text };
    },
    async showFrame(label, url) {
      const posted: string[] = [];
      const { protocol, host } = new URL(url);
      const parent = { postMessage: (text: string) => void posted.push(text) };
      for (const { source, pages } of platform.windows.get(label)?.spec.frameScripts ?? []) {
        if (!pages.includes(`${protocol}//${host}/*`)) continue;
        new Function("parent", source)(parent); // oxlint-disable-line no-implied-eval -- as an engine runs it
      }
      return posted;
    },
    reload: (label) => platform.navigate(label),
    answerMessages: (answer) => (answerMessage = answer),
    held: () => platform.held,
  };
}

describe("the memory platform", () => {
  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      using folder = tempDir({ "a.txt": "", "b.txt": "" });
      await run(memoryStage(folder.path));
    });
  }
});
