import { limits } from "../../../contract/limits.ts";
import type { ButtonLabel, MessageRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { shown } from "../../shown-text.ts";
import type { NativeWindow } from "../window/window.ts";
import { openMessageBox } from "./message-box.ts";
import { literalLabel, toolkitText } from "./toolkit-text.ts";

const stockLabels = { ok: "_OK", cancel: "_Cancel", yes: "_Yes", no: "_No" } as const;

/** The dialog for a request of the app. Settles with the index of the button. */
export function messageDialog(
  window: NativeWindow | null,
  request: MessageRequest,
): Dialog<number> {
  const cancelled = request.buttons.length - 1;
  let close: (() => void) | undefined;
  return {
    cancelled,
    show: () =>
      new Promise((resolve) => {
        const closeBox = openMessageBox(
          {
            parent: window?.address ?? null,
            kind: request.kind,
            title: request.title,
            text: request.text,
            buttons: request.buttons.map(labelOf),
          },
          resolve,
        );
        close = () => {
          closeBox();
          resolve(cancelled);
        };
      }),
    close: () => close?.(),
  };
}

function labelOf(label: ButtonLabel): string {
  if ("stock" in label) return toolkitText(stockLabels[label.stock]);
  return literalLabel(shown(label.text, limits.label));
}
