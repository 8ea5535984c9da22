import { expect, spyOn, test } from "bun:test";
import { startInMemory, type MemoryApp, type MemoryPage } from "../support/app/memory-app.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { limits } from "../../src/contract/limits.ts";
import { waitFor } from "../../harness/wait.ts";

const twoWindows = { framework: { windows: [{ label: "one" }, { label: "two" }] } };

/** Listens in a page and keeps the payloads, in order. */
async function hearing(
  page: MemoryPage,
  event: string,
  { window = null as string | null, once = false } = {},
) {
  const payloads: unknown[] = [];
  const unlisten = await page.listen(
    event,
    window,
    once,
    ({ payload }) => void payloads.push(payload),
  );
  return { payloads, unlisten };
}

/**
 * Emits a last event and waits until a page has heard it: what was emitted before has arrived by
 * then.
 */
async function settle(app: MemoryApp, page: MemoryPage = app.page): Promise<void> {
  let arrived = false;
  const unlisten = await page.listen("settle", null, false, () => (arrived = true));
  app.services.events.emit("settle");
  await waitFor("the last event", () => arrived);
  unlisten();
  await waitFor("all else to be answered", () => app.platform.held === app.services.events.readers);
}

test("a page hears the app, with the whole event", async () => {
  using app = await startInMemory();
  const events: unknown[] = [];
  await app.page.listen("greeting", null, false, (event) => void events.push(event));
  app.services.events.emit("greeting", { text: "ü\u2028" });
  app.services.events.emit("greeting");
  await settle(app);
  expect(events).toEqual([
    { event: "greeting", windowLabel: "main", id: 1, payload: { text: "ü\u2028" } },
    { event: "greeting", windowLabel: "main", id: 1, payload: null },
  ]);
});

test("a page hears another page and itself, and knows who spoke", async () => {
  using app = await startInMemory({ config: twoWindows });
  const heard: string[] = [];
  const two = app.pageOf("two");
  await app.page.listen(
    "hello",
    null,
    false,
    (event) => void heard.push(`one heard ${event.windowLabel}`),
  );
  await two.listen(
    "hello",
    null,
    false,
    (event) => void heard.push(`two heard ${event.windowLabel}`),
  );
  await two.invoke("event.emit", { event: "hello" });
  await settle(app);
  await settle(app, two);
  expect(heard.toSorted()).toEqual(["one heard two", "two heard two"]);
});

for (const [what, options, oneHears] of [
  ["of the app", {}, ["all", "own", "two's"]],
  ["of its own window", { window: "one" }, ["all", "own"]],
  ["of the other window", { window: "two" }, ["all", "two's"]],
  ["sent to its window by the other", { window: "two", to: "one" }, ["all", "own", "two's"]],
  ["sent to the other window", { window: "one", to: "two" }, []],
] as const) {
  test(`an event ${what} is heard by the listeners it concerns`, async () => {
    using app = await startInMemory({ config: twoWindows });
    const heard: string[] = [];
    await app.page.listen("x", null, false, () => void heard.push("all"));
    await app.page.listen("x", "one", false, () => void heard.push("own"));
    await app.page.listen("x", "two", false, () => void heard.push("two's"));
    app.services.events.emit("x", null, options);
    await settle(app);
    expect(heard).toEqual([...oneHears]);
  });
}

for (const [what, to, appHears] of [
  ["to all windows", null, ["all", "two's"]],
  ["to its own window", "two", ["all", "two's"]],
  ["to the other window", "one", ["all", "two's"]],
] as const) {
  test(`the app hears what a page emits ${what}`, async () => {
    using app = await startInMemory({ config: twoWindows });
    const heard: string[] = [];
    const { events } = app.services;
    events.listen("x", () => void heard.push("all"));
    events.listen("x", () => void heard.push("one's"), { window: "one" });
    events.listen("x", () => void heard.push("two's"), { window: "two" });
    await app.pageOf("two").invoke("event.emit", { event: "x", window: to });
    expect(heard).toEqual([...appHears]);
  });
}

test("the app does not hear what it sends to a window itself", async () => {
  using app = await startInMemory({ config: twoWindows });
  const heard: unknown[] = [];
  app.services.events.listen("x", ({ payload }) => void heard.push(payload));
  app.services.events.emit("x", 1, { to: "one" });
  app.services.events.emit("x", 2);
  expect(heard).toEqual([2]);
});

test("listeners run in the order they were added, each with an event of its own", async () => {
  using app = await startInMemory();
  const seen: unknown[] = [];
  for (const name of ["first", "second", "third"]) {
    await app.page.listen("x", null, false, (event) => {
      seen.push([name, event.payload]);
      event.event = "changed";
      (event.payload as { list: string[] }).list.push(name);
    });
  }
  app.services.events.emit("x", { list: [] });
  await settle(app);
  expect(seen.map((each) => (each as [string])[0])).toEqual(["first", "second", "third"]);
  expect(seen).toEqual([
    ["first", { list: ["first"] }],
    ["second", { list: ["second"] }],
    ["third", { list: ["third"] }],
  ]);
});

test("once is heard by a page that listens to nothing else, each time anew", async () => {
  using app = await startInMemory();
  for (const count of [1, 2, 3]) {
    const { payloads } = await hearing(app.page, "x", { once: true });
    for (const more of [0, 1]) app.services.events.emit("x", count + more);
    await waitFor("the event", () => payloads.length > 0);
    expect(payloads).toEqual([count]);
    await waitFor("the end of the reading", () => app.services.events.readers === 0);
  }
});

test("a payload that no page could take is refused, and one without a handler, too", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x");
  const most = 64 * 1024 * 1024;
  expect(() => app.services.events.emit("x", new Uint8Array(most + 1))).toThrow(
    `Cannot emit "x": its payload has ${most + 1} bytes, want at most ${most}`,
  );
  app.services.events.emit("x", new Uint8Array(most));
  await waitFor("the event", () => payloads.length === 1);
  await expect(app.page.listen("x", null, false, undefined as never)).rejects.toMatchObject({
    code: "bad-argument",
    message: 'Cannot listen to "x": its handler must be a function',
  });
});

test("once is once, however many come at the same time", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x", { once: true });
  for (let count = 0; count < 100; count++) app.services.events.emit("x", count);
  await settle(app);
  app.services.events.emit("x", "later");
  await settle(app);
  expect(payloads).toEqual([0]);
});

test("a listener that was removed hears nothing more, also of what is on its way", async () => {
  using app = await startInMemory();
  const second = { remove: () => {} };
  const heard: string[] = [];
  await app.page.listen("x", null, false, () => {
    heard.push("first");
    second.remove();
  });
  second.remove = await app.page.listen("x", null, false, () => void heard.push("second"));
  app.services.events.emit("x");
  app.services.events.emit("x");
  await settle(app);
  expect(heard).toEqual(["first", "first"]);
});

test("a listener that throws is reported and stops no other", async () => {
  using app = await startInMemory();
  await app.page.listen("x", null, false, () => {
    throw new Error("on purpose");
  });
  const { payloads } = await hearing(app.page, "x");
  app.services.events.emit("x", 1);
  app.services.events.emit("x", 2);
  await settle(app);
  expect(payloads).toEqual([1, 2]);
  expect(app.page.errors.map(String)).toEqual(["Error: on purpose", "Error: on purpose"]);
});

test("a page whose call for events was refused reports it once, and hears later ones", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x");
  await waitFor("the reader", () => app.services.events.readers === 1);
  const refused = new FrameworkError("unavailable", "not now");
  const next = app.services.events.next.bind(app.services.events);
  using refusals = spyOn(app.services.events, "next").mockRejectedValueOnce(refused);
  refusals.mockRejectedValueOnce(refused).mockImplementation(next);
  for (const number of [1, 2]) app.services.events.emit("x", number);
  await settle(app);
  expect(payloads).toEqual([1, 2]);
  app.services.events.emit("x", 3);
  await settle(app);
  expect(payloads).toEqual([1, 2, 3]);
  expect(app.page.errors).toMatchObject([{ code: "unavailable", message: "not now" }]);
  expect(app.page.errors).toHaveLength(1);
});

test("a page that another app thread takes over reports no error, and what it waits for ends", async () => {
  using app = await startInMemory({
    definition: { commands: { never: () => new Promise(() => {}) } },
  });
  await hearing(app.page, "x");
  const asked = app.page.invoke("never");
  await waitFor("both calls", () => app.platform.held === 2);
  const begun = app.platform.recorded.find(({ call }) => call === "app.begin");
  await app.platform.calls["app.begin"](begun?.args as never);
  await expect(asked).rejects.toMatchObject({
    code: "closed",
    message: "The app does not answer any more",
  });
  expect(app.page.errors).toEqual([]);
});

test("text beside bytes counts, and what is around them is looked at once, however deep they are", async () => {
  using app = await startInMemory();
  const { most } = limits.eventBytes;
  const text = "x".repeat(most);
  expect(() => app.services.events.emit("x", { bytes: Uint8Array.of(1), text })).toThrow(
    "want at most",
  );
  let looks = 0;
  const read = () => looks++;
  let payload: unknown = {
    bytes: Uint8Array.of(1),
    get count() {
      return read();
    },
  };
  for (let depth = 0; depth < 500; depth++) payload = [payload];
  app.services.events.emit("x", payload);
  expect(looks).toBeLessThan(10);
});

test("an event that there is no room for is dropped alone: a short one after it is heard", async () => {
  using app = await startInMemory();
  using log = spyOn(process.stderr, "write").mockReturnValue(true);
  await app.page.invoke("event.listen", { id: 1, event: "long" });
  await app.page.invoke("event.listen", { id: 2, event: "short", once: true });
  const long = "x".repeat(0.6 * limits.eventBytes.most);
  app.services.events.emit("long", long);
  app.services.events.emit("long", long);
  app.services.events.emit("short");
  const next = async () => (await app.page.invoke("event.next", {})).map(({ event }) => event);
  expect(await next()).toEqual(["long"]);
  await app.page.invoke("event.listen", { id: 3, event: "last" });
  app.services.events.emit("last");
  expect(await next()).toEqual(["short", "last"]);
  expect(log.mock.calls.length).toBe(1);
});

test("a change of the payload after emitting has no effect", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x");
  const payload = { count: 1, bytes: Uint8Array.of(1) };
  const plain = { count: 1 };
  app.services.events.emit("x", payload);
  app.services.events.emit("x", plain);
  payload.bytes[0] = 2;
  payload.count = plain.count = 2;
  await settle(app);
  expect(payloads).toEqual([{ count: 1, bytes: Uint8Array.of(1) }, { count: 1 }]);
});

for (const mayNotRequest of [false, true]) {
  const how = mayNotRequest ? "to a page that may not make requests" : "to a page";
  test(`bytes travel as bytes ${how}`, async () => {
    using app = await startInMemory({ mayNotRequest });
    const { payloads } = await hearing(app.page, "x");
    app.services.events.emit("x", {
      parts: [{ data: new Uint8Array(9).subarray(3, 5) }],
      name: "n",
    });
    await app.page.invoke("event.emit", { event: "x", payload: Uint8Array.of(7) });
    await settle(app);
    expect(payloads).toEqual([
      { parts: [{ data: new Uint8Array(2) }], name: "n" },
      Uint8Array.of(7),
    ]);
  });
}

test("10,000 events arrive in order", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x");
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  for (const number of numbers) app.services.events.emit("x", number);
  await settle(app);
  expect(payloads).toEqual(numbers);
});

test("an event never reaches the document that came after the one that listens", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "x");
  app.platform.navigate("main");
  const next = app.pageOf("main");
  const heard = await hearing(next, "y");
  app.services.events.emit("x", "for nobody");
  app.services.events.emit("y", "for the next");
  await settle(app, next);
  expect(payloads).toEqual([]);
  expect(heard.payloads).toEqual(["for the next"]);
  expect(app.services.events.readers).toBe(1);
});

test("a page without listeners keeps no call waiting", async () => {
  using app = await startInMemory();
  const one = await hearing(app.page, "x");
  const two = await hearing(app.page, "x");
  await waitFor("the page to wait for events", () => app.services.events.readers === 1);
  one.unlisten();
  two.unlisten();
  await waitFor("the call to be answered", () => app.platform.held === 0);
});

test("the queue for a page that does not fetch is bounded, and the app learns when the page has caught up", async () => {
  using app = await startInMemory();
  const { document } = app.platform.windows.get("main")!.document;
  // Listens, but never asks for its events.
  await app.page.invoke("event.listen", { id: 1, event: "x" });
  const payload = "x".repeat(1_000_000);
  for (let count = 0; count < 100; count++) app.services.events.emit("x", payload);
  let isEmpty = false;
  void app.services.events.whenFetched(document).then(() => (isEmpty = true));
  let fetched = 0;
  // 64 MiB of them.
  while (fetched < 67) fetched += ((await app.page.invoke("event.next", {})) as unknown[]).length;
  expect(fetched).toBe(67);
  await waitFor("the queue to be empty", () => isEmpty);
  app.services.events.emit("x", "again");
  expect(await app.page.invoke("event.next", {})).toEqual([
    { event: "x", windowLabel: "main", ids: [1], json: '"again"' },
  ]);
});

test("events for one document reach no other", async () => {
  using app = await startInMemory({ config: twoWindows });
  const one = await hearing(app.page, "x");
  const other = app.pageOf("two");
  const two = await hearing(other, "x");
  app.services.events.emitTo(app.platform.windows.get("one")!.document.document, "x", 1);
  app.services.events.emitTo(999, "x", 2);
  await settle(app);
  await settle(app, other);
  expect([one.payloads, two.payloads]).toEqual([[1], []]);
});

test("the app hears pages", async () => {
  using app = await startInMemory({ config: twoWindows });
  const heard: unknown[] = [];
  const unlisten = app.services.events.listen(
    "x",
    ({ windowLabel, payload }) => void heard.push([windowLabel, payload]),
  );
  app.services.events.listen("x", () => void heard.push("two's"), { window: "two", once: true });
  await app.page.invoke("event.emit", { event: "x", payload: 1 });
  await app.pageOf("two").invoke("event.emit", { event: "x", payload: 2 });
  await app.pageOf("two").invoke("event.emit", { event: "x", payload: 3, window: "one" });
  unlisten();
  await app.page.invoke("event.emit", { event: "x", payload: 4 });
  expect(heard).toEqual([["one", 1], ["two", 2], "two's", ["two", 3]]);
});

test("whether a page hears an event of its own window is known, until it goes away", async () => {
  using app = await startInMemory({ config: twoWindows });
  const { events } = app.services;
  await hearing(app.pageOf("two"), "x", { window: "one" });
  await hearing(app.page, "x");
  expect(events.lastReadBy("one", "x")).toBeNull();
  await hearing(app.page, "x", { window: "one" });
  expect(events.lastReadBy("one", "x")).not.toBeNull();
  app.platform.navigate("one");
  await waitFor("the page to go away", () => events.lastReadBy("one", "x") === null);
});

for (const event of ["", "a b", "a.b", "a\n", "<x>"]) {
  test(`the name ${JSON.stringify(event)} is refused`, async () => {
    using app = await startInMemory();
    await expect(app.page.invoke("event.emit", { event })).rejects.toMatchObject({
      code: "bad-argument",
    });
    await expect(app.page.listen(event, null, false, () => {})).rejects.toMatchObject({
      code: "bad-argument",
    });
  });
}

test("letters of any script are fine", async () => {
  using app = await startInMemory();
  const { payloads } = await hearing(app.page, "app://größe/名_1-2");
  await app.page.invoke("event.emit", { event: "app://größe/名_1-2", payload: 1 });
  await settle(app);
  expect(payloads).toEqual([1]);
});

test("a page cannot pretend to be the framework, but for what asks the updater", async () => {
  using app = await startInMemory();
  for (const event of [
    "framework://file-drop",
    "framework://close-requested",
    "framework://update-available",
  ]) {
    await expect(
      app.page.invoke("event.emit", { event, payload: ["/etc/passwd"] }),
    ).rejects.toMatchObject({
      code: "not-allowed",
    });
  }
  await app.page.invoke("event.emit", { event: "framework://update" });
  await app.page.invoke("event.emit", { event: "framework://update-install" });
});

test("the module does all of it", async () => {
  using app = await startInMemory({ config: { build: { withGlobalFramework: true } } });
  const { listen, once, emit, emitTo } = app.page.global!["event"]!;
  const heard: unknown[] = [];
  const handler = ({ payload }: { payload: unknown }) => void heard.push(payload);
  const unlisten = (await listen!("x", handler)) as () => void;
  await once!("x", handler);
  await emit!("x", 1);
  await emitTo!("main", "x", 2);
  await settle(app);
  unlisten();
  await emit!("x", 3);
  await settle(app);
  expect(heard).toEqual([1, 1, 2]);
});
