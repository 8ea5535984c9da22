// What a thread of dialogs runs, as the entry of an app has it.
import { workerData } from "node:worker_threads";
import { runDialogThread } from "../../../src/native/windows/dialogs/dialog-thread.ts";
import type { DialogThreadData } from "../../../src/native/windows/dialogs/dialog-task.ts";

runDialogThread(workerData as DialogThreadData);
