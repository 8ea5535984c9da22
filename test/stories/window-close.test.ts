// The questions before a window closes.

import { expect, spyOn, test } from "bun:test";
import { limits } from "../../src/contract/limits.ts";
import { waitFor } from "../../harness/wait.ts";
import { startWindowApp, type WindowApi, type WindowApp } from "../support/window-api.ts";

const two = [{ label: "main" }, { label: "other" }];
const isOpen = ({ app }: WindowApp, label: string) => app.platform.windows.has(label);
const closed = (running: WindowApp, label: string) =>
  waitFor(`the end of window "${label}"`, () => !isOpen(running, label));

/** Listens like a page with unsaved changes, and counts how often it was asked. */
async function keepOpen(api: WindowApi, label = api.appWindow.label) {
  const asked = { times: 0 };
  await api.WebviewWindow.getByLabel(label)?.onCloseRequested((event) => {
    asked.times++;
    event.preventDefault();
  });
  return asked;
}

for (const how of ["the close button", "close()"] as const) {
  const ask = ({ app, api }: WindowApp): unknown =>
    how === "close()" ? api.appWindow.close() : app.platform.requestClose("main");

  test(`${how} closes a window whose page has nothing against it`, async () => {
    using running = await startWindowApp({ windows: two });
    ask(running);
    await closed(running, "main");
    expect(isOpen(running, "other")).toBe(true);
  });

  test(`${how} asks a page that wants to be asked`, async () => {
    using running = await startWindowApp({ windows: two });
    const asked = await keepOpen(running.api);
    ask(running);
    await waitFor("the question", () => asked.times === 1);
    await running.quiet();
    expect(isOpen(running, "main")).toBe(true);
  });

  test(`${how} closes when the asked page allows it, with no flag`, async () => {
    using running = await startWindowApp({
      windows: two,
      allow: how === "close()" ? ["window.close"] : [],
    });
    const events: unknown[] = [];
    await running.api.appWindow.onCloseRequested(async ({ event, windowLabel }) => {
      await Bun.sleep(0);
      events.push([event, windowLabel]);
    });
    ask(running);
    await closed(running, "main");
    expect(events).toEqual([["framework://close-requested", "main"]]);
  });
}

test("listeners of close-requested are asked first, then the page by beforeunload", async () => {
  using running = await startWindowApp({ windows: two });
  const order: string[] = [];
  let stays = true;
  running.app.platform.answers.mayClose = (window) => {
    order.push(`beforeunload of ${window}`);
    return !stays;
  };
  await running.api.appWindow.onCloseRequested((event) => {
    order.push("close-requested");
    if (order.length === 1) event.preventDefault();
  });
  running.app.platform.requestClose("main");
  await waitFor("the listener", () => order.length === 1);
  await running.quiet();
  expect(order).toEqual(["close-requested"]);
  running.app.platform.requestClose("main");
  await waitFor("the page", () => order.length === 3);
  await running.quiet();
  expect(order.slice(1)).toEqual(["close-requested", "beforeunload of main"]);
  expect(isOpen(running, "main")).toBe(true);
  stays = false;
  running.app.platform.requestClose("main");
  await closed(running, "main");
});

test("a window may be destroyed while its page is asked by beforeunload", async () => {
  using running = await startWindowApp({ windows: two });
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  running.app.platform.answers.mayClose = () => answer;
  running.app.platform.requestClose("main");
  await running.quiet();
  expect(isOpen(running, "main")).toBe(true);
  await running.api.WebviewWindow.getByLabel("main")?.destroy();
  await closed(running, "main");
  resolve(true);
  // An uncaught failure would end the app, and this test.
  await running.quiet();
  expect(isOpen(running, "other")).toBe(true);
});

test("destroy() asks no listener", async () => {
  using running = await startWindowApp({ windows: two });
  const asked = await keepOpen(running.api);
  running.app.platform.answers.mayClose = () => asked.times++ < 0;
  await running.api.appWindow.destroy();
  await closed(running, "main");
  expect(asked.times).toBe(0);
});

test("all handlers of a page run, in order, and one that objects is enough", async () => {
  using running = await startWindowApp({ windows: two });
  const ran: string[] = [];
  await running.api.appWindow.onCloseRequested(() => void ran.push("first"));
  await running.api.appWindow.onCloseRequested(async (event) => {
    await Bun.sleep(0);
    ran.push("second");
    event.preventDefault();
  });
  await running.api.appWindow.onCloseRequested(
    (event) => void ran.push(`third ${event.isPreventDefault()}`),
  );
  running.app.platform.requestClose("main");
  await waitFor("the handlers", () => ran.length === 3);
  await running.quiet();
  expect(ran).toEqual(["first", "second", "third true"]);
  expect(isOpen(running, "main")).toBe(true);
});

test("a handler that a page with too many listeners gives in vain is not asked, and another one later is", async () => {
  using running = await startWindowApp({ windows: two });
  const { appWindow } = running.api;
  const others = await Promise.all(
    Array.from({ length: limits.listeners.most }, () => appWindow.listen("x", () => {})),
  );
  const ran: string[] = [];
  const refused = appWindow.onCloseRequested(() => void ran.push("first"));
  await expect(refused).rejects.toMatchObject({ code: "bad-argument" });
  for (const unlisten of others) unlisten();
  await running.quiet();
  await appWindow.onCloseRequested(() => void ran.push("second"));
  running.app.platform.requestClose("main");
  await closed(running, "main");
  expect(ran).toEqual(["second"]);
});

test("a handler that throws is reported, and does not lock the window", async () => {
  using running = await startWindowApp({ windows: two });
  await running.api.appWindow.onCloseRequested(() => {
    throw new Error("oops");
  });
  running.app.platform.requestClose("main");
  await closed(running, "main");
  expect(running.app.page.errors).toEqual([new Error("oops")]);
});

test("a press of the button while a handler still asks is not a second question", async () => {
  using running = await startWindowApp({ windows: two });
  let questions = 0;
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  await running.api.appWindow.onCloseRequested(async (event) => {
    questions++;
    event.preventDefault();
    await answer;
  });
  let events = 0;
  await running.api.appWindow.listen("framework://close-requested", () => void events++);
  running.app.platform.requestClose("main");
  await waitFor("the question", () => questions === 1);
  running.app.platform.requestClose("main");
  await waitFor("the second event", () => events === 2);
  resolve();
  await running.quiet();
  expect(questions).toBe(1);
  running.app.platform.requestClose("main");
  await waitFor("the next question", () => questions === 2);
});

test("a second press of the button before the window has gone is no failure", async () => {
  using running = await startWindowApp({ windows: two });
  running.app.platform.requestClose("main");
  running.app.platform.requestClose("main");
  await closed(running, "main");
  // An uncaught failure would end the app, and this test.
  await running.quiet();
  expect(isOpen(running, "other")).toBe(true);
});

/** A page that asked to be asked, and then computes for ever: it comes for no event. */
async function hangingPage(running: WindowApp): Promise<void> {
  await running.app.page.invoke("event.listen", {
    id: 1,
    event: "framework://close-requested",
    window: "main",
  });
}

for (const answer of ["End Now", "Wait"]) {
  test(`of a page that hangs, who presses again after five seconds is asked: ${answer}`, async () => {
    using running = await startWindowApp({ windows: two });
    const questions: unknown[] = [];
    running.app.platform.answers.message = ({ title, text, buttons }) => {
      questions.push({ title, text });
      return buttons.findIndex((button) => "text" in button && button.text === answer);
    };
    await hangingPage(running);
    const clock = spyOn(performance, "now");
    try {
      for (const [second, asked] of [
        [0, 0],
        [4.9, 0],
        [5, 1],
      ] as const) {
        clock.mockReturnValue(1e6 + second * 1000);
        running.app.platform.requestClose("main");
        await waitFor("the question", () => questions.length >= asked);
        await running.quiet();
        expect(questions).toHaveLength(asked);
      }
    } finally {
      clock.mockRestore();
    }
    if (answer === "End Now") await closed(running, "main");
    expect(isOpen(running, "main")).toBe(answer === "Wait");
    expect(questions).toEqual([
      { title: "Memory", text: "This page does not respond. To end it loses what is not saved." },
    ]);
  });
}

test("a page that was reloaded since it was asked is not reported as hanging", async () => {
  using running = await startWindowApp({ windows: two });
  const questions: unknown[] = [];
  running.app.platform.answers.message = (question) => questions.push(question);
  const clock = spyOn(performance, "now");
  try {
    for (const second of [0, 60, 120]) {
      const { api } = running.pageOf("main");
      const asked = await keepOpen(api);
      await running.quiet();
      clock.mockReturnValue(1e6 + second * 1000);
      running.app.platform.requestClose("main");
      await waitFor("the question", () => asked.times === 1 || questions.length > 0);
      await running.quiet();
      running.app.platform.navigate("main");
    }
  } finally {
    clock.mockRestore();
  }
  expect(questions).toEqual([]);
});

test("a page that listened and then reloaded does not lock its window", async () => {
  using running = await startWindowApp({ windows: two });
  const asked = await keepOpen(running.api);
  running.app.platform.navigate("main");
  running.app.platform.requestClose("main");
  await closed(running, "main");
  expect(asked.times).toBe(0);
});

test("a page that listens no more is not asked", async () => {
  using running = await startWindowApp({ windows: two });
  const unlisten = await running.api.appWindow.onCloseRequested((event) => event.preventDefault());
  const second = await running.api.appWindow.onCloseRequested((event) => event.preventDefault());
  unlisten();
  second();
  await running.quiet();
  running.app.platform.requestClose("main");
  await closed(running, "main");
});

test("the page of another window is not asked", async () => {
  using running = await startWindowApp({ windows: two });
  const asked = await keepOpen(running.api, "other");
  let global = 0;
  await running.app.page.listen("framework://close-requested", null, false, () => void global++);
  running.app.platform.requestClose("other");
  await closed(running, "other");
  expect(asked.times + global).toBe(0);
});

test("a page cannot finish a close that was not requested", async () => {
  using running = await startWindowApp({ allow: [] });
  await expect(running.app.page.invoke("window.finishClose", {})).rejects.toMatchObject({
    code: "not-allowed",
  });
  expect(isOpen(running, "main")).toBe(true);
});

test("the last window to close ends the app", async () => {
  using running = await startWindowApp({ windows: two });
  await running.api.WebviewWindow.getByLabel("other")?.close();
  await closed(running, "other");
  expect(running.app.platform.exitCode).toBeNull();
  running.app.platform.requestClose("main");
  await waitFor("the end of the app", () => running.app.platform.exitCode !== null);
  expect(running.app.platform.exitCode).toBe(0);
});
