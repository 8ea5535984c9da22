// The module of a dialog thread, as in the entry of an app.
import { workerData } from "node:worker_threads";
import { runDialogThread } from "../../../src/native/windows/dialogs/dialog-thread.ts";
import type { DialogThreadData } from "../../../src/native/windows/dialogs/dialog-task.ts";

runDialogThread(workerData as DialogThreadData);
