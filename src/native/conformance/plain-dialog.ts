import type { FileRequest, MessageRequest } from "../../contract/ui/index.ts";
import type { Stage } from "./stage.ts";

let dialogs = 0;

/** Each dialog has its number as its title, so that a stage finds it. */
export function message(window: string, buttons = 2): MessageRequest {
  const id = ++dialogs;
  const labels = [{ stock: "ok" }, { stock: "cancel" }] as const;
  return {
    id,
    window,
    title: `dialog ${id}`,
    text: "Go on?",
    kind: "info",
    buttons: labels.slice(0, buttons),
  };
}

export function file(window: string, request: Partial<FileRequest> = {}): FileRequest {
  const id = ++dialogs;
  const plain = {
    mode: "open",
    filters: [],
    multiple: false,
    folder: null,
    name: null,
    notice: null,
  } as const;
  return { id, window, title: `dialog ${id}`, ...plain, ...request };
}

export const shown = (stage: Stage, { id }: { readonly id: number }): Promise<true> =>
  stage.until(`dialog ${id} on the screen`, () => stage.isShown(id) || undefined);
