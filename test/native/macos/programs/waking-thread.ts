// A thread that wakes the loop of another one, the given number of times.
import { workerData } from "node:worker_threads";
import { wakeBy, type Waker } from "../../../../src/native/wake.ts";

const { waker, times } = workerData as { readonly waker: Waker; readonly times: number };
const wake = wakeBy(waker);
for (let time = 0; time < times; time++) wake();
