import { equal, ok } from "node:assert/strict";
import { Worker } from "node:worker_threads";
import type { ButtonLabel } from "../../../src/contract/ui/index.ts";
import { closeMessage, places } from "../../../src/native/windows/dialogs/dialog-task.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { boxOver, controlsOf, desktop, press } from "./desktop.ts";
import { until, type DialogCase } from "./dialog-stage.ts";

const module = new URL("plain-box-thread.ts", import.meta.url);

/** Shows a plain box, and gives its window and what it is answered with. */
async function open(
  owner: number,
  buttons: readonly ButtonLabel[],
): Promise<{
  readonly window: number;
  readonly answer: () => Promise<number>;
  readonly close: () => void;
}> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const result = new Int32Array(new SharedArrayBuffer(4));
  const box = { owner, title: "plain", text: "Go on?", kind: "warning", buttons } as const;
  void new Worker(module, { workerData: { box, shared, result } });
  return {
    window: await until("the box", () => boxOver(owner)),
    answer: () => until("the answer", () => Atomics.load(result, 0) || undefined),
    close: () => {
      Atomics.store(shared, places.isClosed, 1);
      user32.PostMessageW(Atomics.load(shared, places.window), closeMessage, 0, 0);
    },
  };
}

const stock = { ok: 1, cancel: 2, yes: 6, no: 7 } as const;

export const plainBoxCases: readonly DialogCase[] = [
  {
    name: "the plain box has the system's own words, and says what they mean where the app has its own",
    async run(_stage, owner) {
      for (const [labels, pressed, answer, output] of [
        [[{ stock: "ok" }], stock.ok, stock.ok, "Go on?"],
        [[{ stock: "yes" }, { stock: "no" }], stock.no, stock.no, "Go on?"],
        [[{ text: "Delete" }, { text: "Keep" }], stock.ok, 100, "Go on?\nOK: Delete\nCancel: Keep"],
        [
          [{ text: "Delete" }, { text: "Keep" }],
          stock.cancel,
          101,
          "Go on?\nOK: Delete\nCancel: Keep",
        ],
        [
          [{ text: "Delete" }, { stock: "cancel" }],
          stock.cancel,
          stock.cancel,
          "Go on?\nOK: Delete",
        ],
      ] as const) {
        const box = await open(owner, labels);
        ok(controlsOf(box.window).some(({ text }) => text === output));
        press(box.window, pressed);
        equal(await box.answer(), answer);
      }
    },
  },
  {
    name: "the plain box is closed from outside as its last button",
    async run(_stage, owner) {
      for (const labels of [
        [{ stock: "yes" }, { stock: "no" }],
        [{ text: "Delete" }, { text: "Keep" }],
      ] as const) {
        const box = await open(owner, labels);
        box.close();
        equal(await box.answer(), "stock" in labels[1] ? stock.no : 101);
        equal(desktop.IsWindowEnabled(owner), 1);
      }
    },
  },
];
