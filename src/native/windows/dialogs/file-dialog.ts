import type { FileRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import type { Owner } from "./dialog-task.ts";
import type { DialogThreads } from "./dialog-threads.ts";

/** The dialog for a request of the app. Settles with the chosen paths, none when cancelled. */
export function fileDialog(
  { handle }: Owner,
  request: FileRequest,
  threads: DialogThreads,
): Dialog<readonly string[]> {
  return threads.dialog<readonly string[]>({ kind: "file", owner: handle, request }, []);
}
