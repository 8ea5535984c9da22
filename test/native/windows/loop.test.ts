// The messages of the loop's own window, on a queue that a test fills.

import "./without-windows.ts";
import { expect, test } from "bun:test";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { soon } from "../../../src/native/windows/loop.ts";
import { waitFor } from "../../../harness/wait.ts";

test("tasks for the next turn of the loop run, though the queue was full when they were posted", async () => {
  const { PostMessageW } = user32;
  let tries = 0;
  const postWithRoom: typeof PostMessageW = (...message) =>
    ++tries < 3 ? 0 : PostMessageW(...message);
  Object.defineProperty(user32, "PostMessageW", { value: postWithRoom });
  const had: string[] = [];
  for (const task of ["first", "second"]) soon(() => had.push(task));
  await waitFor("both", () => had.length === 2);
  Object.defineProperty(user32, "PostMessageW", { value: PostMessageW });
  expect([had, tries]).toEqual([["first", "second"], 3]);
});
