// Reads the lines that `services-program.ts` is given, on a thread that may wait for them.
import { readSync } from "node:fs";
import { workerData, type MessagePort } from "node:worker_threads";
import { wakeBy, type Waker } from "../../../src/native/wake.ts";

const { port, waker } = workerData as { readonly port: MessagePort; readonly waker: Waker };
const wake = wakeBy(waker);
const decoder = new TextDecoder();
const bytes = new Uint8Array(1 << 16);
let rest = "";
for (;;) {
  const length = readSync(0, bytes);
  if (length === 0) break;
  const lines = (rest + decoder.decode(bytes.subarray(0, length), { stream: true })).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) port.postMessage(line);
  wake();
}
