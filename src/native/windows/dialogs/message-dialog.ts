import type { MessageRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import type { Owner } from "./dialog-task.ts";
import type { DialogThreads } from "./dialog-threads.ts";

/** In place of a window's handle: the dialog has no owner. */
const noOwner = 0;

/** The dialog for a request of the app. Settles with the index of the button. */
export function messageDialog(
  owner: Owner | null,
  request: MessageRequest,
  threads: DialogThreads,
): Dialog<number> {
  return threads.dialog(
    { kind: "message", owner: owner?.handle ?? noOwner, request },
    request.buttons.length - 1,
  );
}
