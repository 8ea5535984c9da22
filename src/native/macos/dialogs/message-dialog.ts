import { limits } from "../../../contract/limits.ts";
import type { ButtonLabel, MessageRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { firstLines, shown } from "../../shown-text.ts";
import type { Identified } from "../objc/signature.ts";
import { withPool } from "../objc/pool.ts";
import { showAlert } from "./alert.ts";
import { systemWord } from "./system-word.ts";

const stockWords = { ok: "OK", cancel: "Cancel", yes: "Yes", no: "No" } as const;

/** The dialog for a request of the app. Settles with the index of the button. */
export function messageDialog(window: Identified | null, request: MessageRequest): Dialog<number> {
  const cancelled = request.buttons.length - 1;
  let close = (): void => {};
  return {
    cancelled,
    show: () =>
      new Promise((resolve) => {
        const alert = {
          kind: request.kind,
          title: shown(request.title, limits.title),
          text: shown(firstLines(request.text, limits.dialogLines), limits.dialogText),
          buttons: withPool(() => request.buttons.map(labelOf)),
        };
        const closeAlert = showAlert(window?.address ?? null, alert, resolve);
        close = () => {
          closeAlert();
          resolve(cancelled);
        };
      }),
    close: () => close(),
  };
}

function labelOf(label: ButtonLabel): string {
  return "stock" in label ? systemWord(stockWords[label.stock]) : shown(label.text, limits.label);
}
