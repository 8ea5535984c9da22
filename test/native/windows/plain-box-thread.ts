// A thread that shows the plain box, which dialogs fall back to where Windows has no other.
import { workerData } from "node:worker_threads";
import { Closing } from "../../../src/native/windows/dialogs/closing.ts";
import type { MessageBox } from "../../../src/native/windows/dialogs/message-box.ts";
import { showPlainBox } from "../../../src/native/windows/dialogs/plain-box.ts";

const { box, shared, result } = workerData as {
  readonly box: MessageBox;
  readonly shared: Int32Array;
  readonly result: Int32Array;
};

using closing = new Closing(shared);
Atomics.store(result, 0, showPlainBox(box, closing));
