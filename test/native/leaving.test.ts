// When the page of a view counts as one that may be left.

import { expect, spyOn, test } from "bun:test";
import { leavePatience } from "../../src/contract/ui/leave-question.ts";
import { Leaving } from "../../src/native/shell/view/leaving.ts";

/** A page whose engine and user the test simulates, with a clock of its own. */
function asked() {
  const timers = new Set<() => void>();
  const leaving = new Leaving({
    window: () => "main",
    later(milliseconds, task) {
      expect(milliseconds).toBe(leavePatience);
      timers.add(task);
      return () => void timers.delete(task);
    },
  });
  const answers: boolean[] = [];
  const ask = (): void => void leaving.begin(() => {}).then((answer) => answers.push(answer));
  const passTime = (): void => {
    for (const task of timers) task();
  };
  return { leaving, answers, ask, passTime, timers };
}

test("a page that answers decides", async () => {
  const { leaving, answers, ask, timers } = asked();
  ask();
  leaving.settle(true);
  await Bun.sleep(0);
  expect([answers, timers.size]).toEqual([[true], 0]);
});

test("a page that does not answer in time is left, and standard error says so", async () => {
  const { answers, ask, passTime } = asked();
  const written = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    ask();
    passTime();
    await Bun.sleep(0);
    expect(answers).toEqual([true]);
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      'framework: the page of window "main" did not say within 2 s whether it may close: it closes\n',
    ]);
  } finally {
    written.mockRestore();
  }
});

test("the user's own time does not count, and the page's counts again behind it", async () => {
  const { leaving, answers, ask, passTime, timers } = asked();
  ask();
  leaving.questionShown();
  expect(timers.size).toBe(0);
  leaving.questionAnswered(true);
  expect(timers.size).toBe(1);
  leaving.questionShown();
  leaving.questionAnswered(false);
  passTime();
  await Bun.sleep(0);
  expect(answers).toEqual([false]);
});

test("a question that was there already, as of a reload, is waited for", async () => {
  const { leaving, answers, ask, timers } = asked();
  leaving.questionShown();
  ask();
  expect(timers.size).toBe(0);
  leaving.questionAnswered(true);
  expect(timers.size).toBe(1);
  leaving.settle(true);
  await Bun.sleep(0);
  expect(answers).toEqual([true]);
});

test("while a page is asked, asking again gives no, and a page that goes is left", async () => {
  const { leaving, answers, ask } = asked();
  ask();
  leaving.questionShown();
  ask();
  await Bun.sleep(0);
  expect(answers).toEqual([false]);
  leaving.settle(true);
  await Bun.sleep(0);
  expect(answers).toEqual([false, true]);
});

test("a script that fails keeps no window open", async () => {
  const { leaving } = asked();
  const written = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const refused = (): Promise<boolean> => Promise.reject(new Error("no engine"));
    expect(await leaving.beginByScript(refused, refused)).toBe(true);
    expect(await leaving.beginByScript(async () => false, refused)).toBe(true);
    expect(
      await leaving.beginByScript(
        async () => true,
        async () => false,
      ),
    ).toBe(false);
  } finally {
    written.mockRestore();
  }
});
