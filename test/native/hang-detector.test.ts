// Closing a window of an app whose own code computes for ever.

import { afterAll, expect, spyOn, test } from "bun:test";
import { FrameworkError } from "../../src/contract/errors.ts";
import type { MessageRequest } from "../../src/contract/ui/index.ts";
import { HangDetector } from "../../src/native/shell/hang-detector.ts";

const clock = spyOn(performance, "now");
afterAll(() => clock.mockRestore());

const [endNow, wait] = [0, 1];

/**
 * An app thread that accepts its messages, until it hangs; and a user who answers each question.
 */
function desktop(answer: (question: MessageRequest) => number | Promise<number> = () => wait) {
  const app = { sent: 0, taken: 0, hangs: false };
  const asked: string[] = [];
  let ends = 0;
  const presses = new HangDetector({
    ask: (question) => {
      asked.push(`${question.title}: ${question.text}`);
      return answer(question);
    },
    end: () => void ends++,
  });
  const receiver = {
    get sent() {
      return app.sent;
    },
    hasTaken: (count: number) => app.taken >= count,
  };
  const newThread = () => ({ sent: 1, hasTaken: () => false });
  const press = async (second: number, to = receiver) => {
    clock.mockReturnValue(second * 1000);
    app.sent++;
    if (!app.hangs) app.taken = app.sent;
    presses.pressed("main", "Greeter", to);
    await Bun.sleep(0);
  };
  return { app, asked, press, newThread, ends: () => ends };
}

const question = "Greeter: The app does not respond. To end it loses what is not saved.";

test("an app that takes its presses is not asked about, however often they come", async () => {
  const { asked, press } = desktop();
  for (const second of [0, 6, 12, 600]) await press(second);
  expect(asked).toEqual([]);
});

test("a user who presses again after five seconds in vain is asked, and the app ends", async () => {
  const { app, asked, press, ends } = desktop(() => endNow);
  app.hangs = true;
  await press(0);
  await press(4.9);
  expect(asked).toEqual([]);
  await press(5);
  expect(asked).toEqual([question]);
  expect(ends()).toBe(1);
});

test("a press that the app took late is forgotten", async () => {
  const { app, asked, press } = desktop();
  app.hangs = true;
  await press(0);
  app.taken = app.sent;
  await press(6);
  await press(10.9);
  expect(asked).toEqual([]);
});

test("a user who waits is asked again after another five seconds", async () => {
  const { app, asked, press, ends } = desktop();
  app.hangs = true;
  for (const second of [0, 5, 6, 10]) await press(second);
  expect(asked).toHaveLength(1);
  await press(11);
  expect(asked).toHaveLength(2);
  expect(ends()).toBe(0);
});

test("there is one question at a time", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { app, asked, press, ends } = desktop(() => promise);
  app.hangs = true;
  for (const second of [0, 5, 11, 20]) await press(second);
  expect(asked).toHaveLength(1);
  resolve(endNow);
  await Bun.sleep(0);
  expect(ends()).toBe(1);
});

test("an app that went on while its user read the question does not end", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { app, press, ends } = desktop(() => promise);
  app.hangs = true;
  await press(0);
  await press(5);
  app.taken = app.sent;
  resolve(endNow);
  await Bun.sleep(0);
  expect(ends()).toBe(0);
});

test("a window that goes away under its question is no failure", async () => {
  const { app, asked, press, ends } = desktop(() =>
    Promise.reject(new FrameworkError("not-found", "Cannot find window")),
  );
  app.hangs = true;
  for (const second of [0, 5, 6, 11]) await press(second);
  expect(asked).toHaveLength(2);
  expect(ends()).toBe(0);
});

test("an app thread that takes another one's place has its own time", async () => {
  const { app, asked, press, newThread } = desktop();
  app.hangs = true;
  await press(0);
  const next = newThread();
  await press(6, next);
  expect(asked).toEqual([]);
  await press(11, next);
  expect(asked).toHaveLength(1);
});
