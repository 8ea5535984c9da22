import { expect, test } from "bun:test";
import { callback } from "../../src/native/ffi/callback.ts";
import { wakeBy, wakeOnce } from "../../src/native/wake.ts";
import { waitFor } from "../../harness/wait.ts";

function sharedNumber(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

test("messages that come before the loop looks at its port are one wake", () => {
  const woken = sharedNumber();
  let wakes = 0;
  const wake = (): void => wakeOnce(woken, () => ++wakes > 0);
  for (let message = 0; message < 3; message++) wake();
  expect(wakes).toBe(1);
  Atomics.store(woken, 0, 0);
  wake();
  expect(wakes).toBe(2);
});

test("a loop that had no room for a wake is woken when it has, though no other message comes", async () => {
  const woken = sharedNumber();
  let tries = 0;
  wakeOnce(woken, () => ++tries === 3);
  expect([tries, Atomics.load(woken, 0)]).toEqual([1, 0]);
  await waitFor("the wake", () => Atomics.load(woken, 0) === 1 && tries === 3);
});

test("a C function that tells whether it has woken the loop is believed, and no other", () => {
  const reported = callback("i>b", (answer) => answer === 1);
  const untold = callback("i>i", (answer) => answer);
  const wake = (address: number, signature: string, answer: number) =>
    wakeBy({ address, signature, args: [answer] })();
  expect([1, 0].map((answer) => wake(reported(), "i>b", answer))).toEqual([true, false]);
  expect([1, 0, -1].map((answer) => wake(untold(), "i>i", answer))).toEqual([true, true, true]);
});
