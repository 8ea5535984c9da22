import { expect, test } from "bun:test";
import { DialogQueue, type Dialog } from "../../src/native/shell/dialog-queue.ts";

/** Dialogs by name, and which of them are on the screen. */
function openScreen() {
  const shown: string[] = [];
  const queue = new DialogQueue();
  const open = (window: string, id: number): Promise<string> => {
    const name = `${window}${id}`;
    const { promise, resolve } = Promise.withResolvers<string>();
    const dialog: Dialog<string> = {
      cancelled: "cancelled",
      show: () => {
        shown.push(name);
        return promise;
      },
      close: () => {
        shown.splice(shown.indexOf(name), 1);
        resolve("closed");
      },
    };
    return queue.add({ id, window }, dialog);
  };
  return { queue, shown, open };
}

test("windows do not wait for each other, and of one each dialog is shown after the one before it", async () => {
  const { queue, shown, open } = openScreen();
  const answers = [open("a", 1), open("a", 2), open("b", 3), open("a", 4)];
  expect([shown, queue.size]).toEqual([["a1", "b3"], 4]);
  queue.dismiss(2);
  queue.dismiss(1);
  queue.dismiss(2);
  expect(await Promise.all(answers.slice(0, 2))).toEqual(["closed", "cancelled"]);
  expect([shown, queue.size]).toEqual([["b3", "a4"], 2]);
  queue.dismissAllOf("b");
  queue.dismissAllOf("a");
  expect(await Promise.all(answers.slice(2))).toEqual(["closed", "closed"]);
  expect([shown, queue.size]).toEqual([[], 0]);
});

// A quadratic algorithm would take a minute, in which every window stands still.
test("as many dialogs as a page may ask for go at once with the page, or with the window", async () => {
  const count = 150_000;
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  for (const end of [
    (queue: DialogQueue) => ids.toReversed().forEach((id) => queue.dismiss(id)),
    (queue: DialogQueue) => queue.dismissAllOf("a"),
  ]) {
    const { queue, shown, open } = openScreen();
    const answers = ids.map((id) => open("a", id));
    end(queue);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["closed", "cancelled"]));
    expect([shown, queue.size]).toEqual([[], 0]);
  }
});
