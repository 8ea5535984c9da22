import type { MessageRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import type { Owner } from "./dialog-task.ts";
import type { DialogThreads } from "./dialog-threads.ts";

/** The dialog for a request of the app. Settles with the index of the button. */
export function messageDialog(
  { handle }: Owner,
  request: MessageRequest,
  threads: DialogThreads,
): Dialog<number> {
  return threads.dialog({ kind: "message", owner: handle, request }, request.buttons.length - 1);
}
