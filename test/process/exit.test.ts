import { expect, test } from "bun:test";
import { Exit } from "../../src/app/process/exit.ts";
import type { Ui } from "../../src/app/ui.ts";

test("the app ends when its hooks have run and the work that it waits for is done, also in vain", async () => {
  const steps: string[] = [];
  const ui = { tell: (call: string) => void steps.push(call), tellLife() {} };
  const exit = new Exit(ui as unknown as Ui);
  const write = Promise.withResolvers<void>();
  const failed = Promise.reject(new Error("no space"));
  exit.waitFor(write.promise.then(() => steps.push("written")));
  exit.waitFor(failed);
  exit.onExit(() => {
    steps.push("hook");
    queueMicrotask(() => write.resolve());
  });
  await exit.quit(0);
  expect(steps).toEqual(["hook", "written", "app.quit"]);
});
