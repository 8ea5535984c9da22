// Calls of a page reach their handlers in the order in which the page made them, whatever way they
// take.

import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { blackPng } from "../../harness/png.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { command, type AppCommandContext } from "../../src/app/index.ts";
import { openCallOrder } from "../../src/api/inject/call-order.ts";
import { byteWindow, callMarks, callWindow } from "../../src/contract/page/message.ts";
import { answering, posting, type MemoryEngine } from "../../src/native/memory/engine.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { here, testOnEach } from "../support/each-system.ts";

const engines: readonly (readonly [name: string, engine: MemoryEngine])[] = Object.entries({
  answers: answering,
  posts: posting,
}).flatMap(([how, transport]) =>
  [true, false].map((reads) => {
    const traits = { transport, readsBodies: reads, answersBytes: reads, playsFromSchemes: true };
    return [`${how} messages, ${reads ? "with" : "without"} bodies`, traits] as const;
  }),
);

const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
const long = "x".repeat(150_000);
const many = 40;

/** An app that writes down which calls reached it; the page gave each a number. */
function noting(): { readonly seen: number[]; readonly definition: unknown } {
  const seen: number[] = [];
  const note = ({ number }: { number: number }): number => {
    seen.push(number);
    return number;
  };
  return { seen, definition: { commands: { note } } };
}

/** Everything that can go on has gone on. */
async function settled(): Promise<void> {
  for (let round = 0; round < 50; round++) await Promise.resolve();
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

describe.each(engines)("an engine that %s", (_, engine) => {
  for (const [what, more] of [
    ["by request", { onTheWay: slow }],
    ["where the page may not make requests", { onTheWay: slow, mayNotRequest: true }],
  ] as const satisfies readonly (readonly [string, MemoryAppOptions])[]) {
    test(`keeps long and short calls in their order, ${what}`, async () => {
      const { seen, definition } = noting();
      using app = await startInMemory({ definition, engine, ...more });
      const texts = [long, "", new Uint8Array(20_000), Uint8Array.of(1)];
      const calls = numbers(many).map((number) =>
        number % 8 === 5
          ? app.page.invokeForBytes("note", { number })
          : app.page.invoke("note", { number, text: texts[number % 4] }),
      );
      expect(await Promise.all(calls)).toEqual(numbers(many));
      expect(seen).toEqual(numbers(many));
    });
  }

  test("sends a call as its arguments were when the page made it", async () => {
    const seen: number[] = [];
    const definition = {
      commands: { first: (bytes: Uint8Array) => void seen.push(bytes[0] ?? -1) },
    };
    using app = await startInMemory({ definition, engine, onTheWay: slow });
    const bytes = new Uint8Array(20_000);
    const calls = numbers(4).map((number) => {
      bytes[0] = number;
      return app.page.invoke("first", bytes);
    });
    await Promise.all(calls);
    expect(seen).toEqual(numbers(4));
  });
});

test("a call that cannot be sent holds up none after it", async () => {
  const { seen, definition } = noting();
  let count = 0;
  const failing = async (): Promise<void> => {
    // The first asks whether requests are admitted.
    if (++count === 2) throw new TypeError("the connection was lost");
  };
  using app = await startInMemory({ definition, onTheWay: failing });
  const lost = expect(app.page.invoke("note", { number: 0, long })).rejects.toThrow("was lost");
  const unfit = expect(app.page.invoke("note", { number: 1n })).rejects.toMatchObject({
    code: "bad-argument",
  });
  const after = [2, 3].map((number) => app.page.invoke("note", { number }));
  await Promise.all([lost, unfit]);
  expect(await Promise.all(after)).toEqual([2, 3]);
  expect(seen).toEqual([2, 3]);
  expect(await app.page.invoke("note", { number: 4 })).toBe(4);
});

test("a call that is refused by its document's end is answered, and none after it runs", async () => {
  const { seen, definition } = noting();
  const way = Promise.withResolvers<void>();
  using app = await startInMemory({ definition, onTheWay: () => way.promise });
  const { page } = app;
  const calls = [page.invoke("note", { number: 0, long }), page.invoke("note", { number: 1 })];
  const results = Promise.allSettled(calls);
  await Bun.sleep(5);
  app.platform.navigate("main");
  await Bun.sleep(5);
  expect(seen).toEqual([]);
  expect(await app.pageOf("main").invoke("note", { number: 7 })).toBe(7);
  way.resolve();
  expect(await results).toMatchObject([{ status: "rejected" }, { reason: { code: "closed" } }]);
});

test("any number of calls at once is answered, and few of them are on their way", async () => {
  const { seen, definition } = noting();
  using app = await startInMemory({ definition });
  let most = 0;
  const count = 20_000;
  const calls = numbers(count).map((number) => app.page.invoke("note", { number }));
  const watch = setInterval(() => (most = Math.max(most, app.platform.held)), 0);
  expect(app.platform.held).toBeLessThanOrEqual(callWindow + 1);
  expect(await Promise.all(calls)).toEqual(numbers(count));
  clearInterval(watch);
  expect(seen).toEqual(numbers(count));
  expect(most).toBeLessThanOrEqual(callWindow + 1);
});

test("messages on their way hold as much memory as bodies may", async () => {
  const { definition } = noting();
  using app = await startInMemory({ definition });
  const text = "x".repeat(90_000);
  const calls = numbers(1000).map((number) => app.page.invoke("note", { number, text }));
  expect(app.platform.held).toBeGreaterThan(100);
  // Beside them are the question about the app's progress and that for events.
  expect(app.platform.held - 2).toBeLessThan(byteWindow / text.length);
  expect(await Promise.all(calls)).toEqual(numbers(1000));
});

/** A bridge's order over an app that begins each call when the test says so. */
function orderedCalls(byteWindow: number) {
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  const asked = new Map<number, () => void>();
  const post = (message: string): Promise<null> =>
    message.startsWith(callMarks.reached)
      ? new Promise((resolve) => asked.set(Number(message.slice(1)), () => resolve(null)))
      : Promise.resolve(null);
  const order = openCallOrder(post, callMarks, { callWindow, byteWindow });
  const call = (name: number, bytes: number, failure?: Error): Promise<unknown> =>
    order({
      bytes,
      send: async (_place, arrived) => {
        sent.push(name);
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => (answers[name] = resolve));
        arrived();
        return name;
      },
    });
  return { sent, answers, asked, call };
}

test("of long calls as many bytes are on their way as may be, or one that is longer, and short ones keep their place", async () => {
  const { sent, answers, call } = orderedCalls(100);
  const calls = [60, 40, 1, 500, 0, 100].map((bytes, name) => call(name, bytes));
  await settled();
  expect(sent).toEqual([0, 1]);
  answers[1]?.();
  await settled();
  // The answer of the second tells that the first has begun, too.
  expect(sent).toEqual([0, 1, 2]);
  answers[2]?.();
  await settled();
  expect(sent).toEqual([0, 1, 2, 3, 4]);
  answers[3]?.();
  await settled();
  expect(sent).toEqual([0, 1, 2, 3, 4, 5]);
  for (const answer of answers) answer();
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a long call goes when the one before has begun, and need not wait for its answer", async () => {
  const { sent, asked, answers, call } = orderedCalls(100);
  const calls = [100, 100].map((bytes, name) => call(name, bytes));
  await settled();
  expect([sent, [...asked.keys()]]).toEqual([[0], [1]]);
  asked.get(1)?.();
  await settled();
  expect(sent).toEqual([0, 1]);
  for (const answer of answers) answer();
  await Promise.all(calls);
});

test("a long call that cannot be sent makes room for the next", async () => {
  const { sent, answers, call } = orderedCalls(100);
  const failing = call(0, 100, new Error("not sent")).catch((error: Error) => error.message);
  const next = call(1, 100);
  expect(await failing).toBe("not sent");
  await settled();
  expect(sent).toEqual([0, 1]);
  answers[1]?.();
  expect(await next).toBe(1);
});

test("calls above the window go when half of it is free, many together", async () => {
  const { sent, answers, asked, call } = orderedCalls(100);
  const half = callWindow / 2;
  const calls = numbers(callWindow * 2).map((name) => call(name, 0));
  await settled();
  expect(sent).toHaveLength(callWindow);
  expect([...asked.keys()]).toEqual([half + 1]);
  // The answer of call 9 (the tenth) tells that ten have begun.
  answers[9]?.();
  answers[half - 1]?.();
  await settled();
  expect(sent).toHaveLength(callWindow);
  answers[half]?.();
  await settled();
  expect(sent).toHaveLength(callWindow + half + 1);
  // No answer comes, but the app has begun them.
  asked.get(half + 1)?.();
  await settled();
  const [, next = 0] = [...asked.keys()];
  asked.get(next)?.();
  await settled();
  expect(sent).toHaveLength(callWindow * 2);
  expect(sent).toEqual(numbers(callWindow * 2));
  for (const answer of answers) answer();
  expect(await Promise.all(calls)).toEqual(numbers(callWindow * 2));
});

test("short calls behind a long one that waits go when it goes, in a window that is half full", async () => {
  const { sent, answers, asked, call } = orderedCalls(100);
  const count = callWindow * 0.75;
  const calls = numbers(count).map((name) => call(name, name === 0 ? 100 : 0));
  calls.push(call(count, 100), call(count + 1, 0));
  await settled();
  expect(sent).toHaveLength(count);
  asked.get(1)?.();
  await settled();
  expect(sent).toHaveLength(count + 2);
  for (const answer of answers) answer();
  await Promise.all(calls);
});

test("a page's call overtakes hundreds of another page, which keep their order", async () => {
  const begun: string[] = [];
  // As a command with a schema: it works when its arguments have been checked.
  const work = async ({ number }: { number: number }, { window }: { window: string }) => {
    await Promise.resolve();
    begun.push(`${window} ${number}`);
    Bun.sleepSync(1);
  };
  const config = { framework: { windows: [{ label: "main" }, { label: "other" }] } };
  using app = await startInMemory({ definition: { commands: { work } }, config });
  const flood = numbers(200).map((number) => app.page.invoke("work", { number }));
  await app.pageOf("other").invoke("work", { number: 0 });
  // One turn of 16 calls.
  expect(begun.indexOf("other 0")).toBeLessThan(20);
  await Promise.all(flood);
  expect(begun.filter((each) => each.startsWith("main"))).toEqual(
    numbers(200).map((number) => `main ${number}`),
  );
});

test("calls that have arrived when their page closes begin before it does", async () => {
  let begun = 0;
  const work = (_: unknown, { signal }: { signal: AbortSignal }): void => {
    if (!signal.aborted) begun++;
    Bun.sleepSync(1);
  };
  const config = { framework: { windows: [{ label: "main" }, { label: "other" }] } };
  using app = await startInMemory({ definition: { commands: { work } }, config });
  const flood = numbers(30).map(() => app.page.invoke("work", {}));
  await waitFor("the first", () => begun > 0);
  app.platform.navigate("main");
  await waitFor("the others", () => begun === 30);
  await Promise.allSettled(flood);
});

test("of a page's window operations few wait for the ui thread at once, and later calls keep their order", async () => {
  const { seen, definition } = noting();
  using app = await startInMemory({ definition, allow: ["window.setTitle"] });
  const held: (() => void)[] = [];
  const { ui } = app.services;
  const call = ui.call.bind(ui);
  ui.call = async (...asked) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return (await call(...asked)) as never;
  };
  const titles = numbers(100).map((number) =>
    app.page.invoke("window.setTitle", { title: `${number}` }),
  );
  const later = app.page.invoke("note", { number: 1 });
  await waitFor("the first operations", () => held.length > 0);
  await settled();
  expect([held.length, seen]).toEqual([16, []]);
  ui.call = call;
  for (const release of held) release();
  await Promise.all([...titles, later]);
  expect(seen).toEqual([1]);
});

test("calls that wait for a later one of the same page do not lock it out", async () => {
  const held: (() => void)[] = [];
  const commands = {
    hold: () => new Promise<void>((resolve) => held.push(resolve)),
    release: () => held.length,
  };
  using app = await startInMemory({ definition: { commands } });
  const count = callWindow * 3;
  const holds = numbers(count).map(() => app.page.invoke("hold"));
  expect(await app.page.invoke("release")).toBe(count);
  for (const release of held) release();
  await Promise.all(holds);
});

test("events reach a page that waits for thousands of calls", async () => {
  const held: (() => void)[] = [];
  const commands = { hold: () => new Promise<void>((resolve) => held.push(resolve)) };
  using app = await startInMemory({ definition: { commands } });
  let heard = 0;
  await app.page.listen("news", null, false, () => heard++);
  const holds = numbers(callWindow * 2).map(() => app.page.invoke("hold"));
  for (let round = 1; round <= 3; round++) {
    app.services.events.emit("news");
    await waitFor("the event", () => heard === round);
  }
  await waitFor("all to begin", () => held.length === callWindow * 2);
  for (const release of held) release();
  await Promise.all(holds);
});

for (const [ending, emit] of [
  ["returns", ({ emit }) => emit("tick")],
  ["rejects", ({ emit }) => emit("tick")],
  ["returns to a window that it emits to", ({ app }) => app.windows.get("main")?.emit("tick")],
  ["rejects after events for all", ({ app }) => app.events.emit("tick")],
  ["throws at once", ({ emit }) => emit("tick")],
] satisfies readonly (readonly [string, (context: AppCommandContext) => void])[])
  test(`events of a command reach its page before it ${ending}`, async () => {
    const count = 2_500;
    const run = (_: unknown, context: AppCommandContext): void => {
      for (let done = 0; done < count; done++) emit(context);
      if (!ending.startsWith("returns")) throw new Error("full");
    };
    const commands = {
      count:
        ending === "throws at once" ? run : async (...args: Parameters<typeof run>) => run(...args),
    };
    using app = await startInMemory({ definition: { commands } });
    let heard = 0;
    await app.page.listen("tick", null, false, () => heard++);
    await app.page.invoke("count").catch(() => {});
    expect(heard).toBe(count);
  });

test("events with bytes, which a page fetches, reach it before the result", async () => {
  const bytes = new Uint8Array(100_000);
  const commands = { send: (_: unknown, { emit }: AppCommandContext) => emit("part", bytes) };
  using app = await startInMemory({ definition: { commands } });
  const heard: unknown[] = [];
  await app.page.listen("part", null, false, ({ payload }) => heard.push(payload));
  await app.page.invoke("send");
  expect(heard).toEqual([bytes]);
});

test("a page that fetches no events gets the result of a command that emits", async () => {
  const commands = { burst: (_: unknown, { emit }: AppCommandContext) => emit("tick") };
  using app = await startInMemory({ definition: { commands } });
  await app.page.invoke("event.listen", { id: 1, event: "tick", window: null, once: false });
  expect(await app.page.invoke("burst")).toBeUndefined();
});

test("a command does not wait for events that follow its end", async () => {
  let emits = true;
  const commands = { burst: (_: unknown, { emit }: AppCommandContext) => emit("tick") };
  using app = await startInMemory({ definition: { commands } });
  await app.page.listen("tick", null, false, () => {
    if (emits) app.services.events.emit("tick");
  });
  await app.page.invoke("burst");
  emits = false;
  await waitFor("the last event", () => app.services.events.readers === 1);
});

test("commands with a schema and without one, events and the clipboard keep their order, too", async () => {
  const seen: number[] = [];
  const note = ({ number }: { number: number }): void => void seen.push(number);
  const commands = {
    plain: note,
    checked: command({ args: v.object({ number: v.number() }) }, note),
  };
  using app = await startInMemory({
    definition: { commands },
    allow: ["clipboard.all"],
    onTheWay: slow,
  });
  const heard: unknown[] = [];
  app.services.events.listen<{ number: number }>("news", ({ payload }) =>
    heard.push(payload.number),
  );
  await Promise.all(
    numbers(many).flatMap((number) => [
      app.page.invoke(number % 2 === 0 ? "checked" : "plain", { number }),
      app.page.invoke("event.emit", {
        event: "news",
        payload: { number, text: number % 3 === 0 ? long : "" },
      }),
      app.page.invoke("clipboard.writeText", { text: `${number}${number % 3 === 1 ? long : ""}` }),
    ]),
  );
  expect(seen).toEqual(numbers(many));
  expect(heard).toEqual(numbers(many));
  expect(app.platform.clipboard).toBe(`${many - 1}`);
});

testOnEach(
  "operations of a window keep their order, also where one reads a file first",
  async () => {
    using folder = tempDir();
    const path = here(join(folder.path, "icon.png"));
    using app = await startInMemory({ allow: ["window.all"], onTheWay: slow });
    writeFileSync(join(folder.path, "icon.png"), blackPng(64, 64));
    app.services.grants.allowFile(path);
    const small = blackPng(2, 2);
    await Promise.all([
      app.page.invoke("window.setIcon", { label: null, icon: path }),
      ...numbers(many).map((number) =>
        app.page.invoke("window.setTitle", {
          label: null,
          title: `${number} ${number % 2 === 0 ? long : ""}`,
        }),
      ),
      app.page.invoke("window.setIcon", { label: null, icon: new Uint8Array(small) }),
    ]);
    const applied = app.platform.recorded.flatMap(({ call, args }) =>
      call === "window.apply"
        ? [(args as { operation: { name: string; value: unknown } }).operation]
        : [],
    );
    const titles = applied.flatMap(({ name, value }) =>
      name === "setTitle" ? [parseInt(String(value))] : [],
    );
    expect(titles).toEqual(numbers(many));
    expect(applied.findLast(({ name }) => name === "setIcon")?.value).toEqual(
      new Uint8Array(small),
    );
  },
);
