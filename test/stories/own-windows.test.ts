// The questions and events for the app's own code about its windows.

import { expect, spyOn, test } from "bun:test";
import { defineApp, type App, type PageLoad } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";

const closeRequested = "framework://close-requested";

async function start(setup: (app: App) => void, options: MemoryAppOptions = {}) {
  let own: App | undefined;
  const app = await startInMemory({
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
    ...options,
    definition: defineApp({
      setup(given) {
        own = given as App;
        setup(own);
      },
    }),
  });
  return { app, own: own! };
}

const isOpen = ({ platform }: MemoryApp, label: string) => platform.windows.has(label);
const closed = (app: MemoryApp, label: string) =>
  waitFor(`the end of window "${label}"`, () => !isOpen(app, label));

/** Lets all that was begun come to its end. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Bun.sleep(0);
}

for (const [how, ask] of [
  ["the close button", ({ app }) => app.platform.requestClose("main")],
  ["close() of the page", ({ app }) => app.page.invoke("window.close", {})],
  ["close() of the app", ({ own }) => own.windows.get("main")?.close()],
] as const satisfies readonly (readonly [
  string,
  (running: Awaited<ReturnType<typeof start>>) => unknown,
])[]) {
  test(`${how} is refused by the app's own code, and its page is not asked`, async () => {
    const asked: string[] = [];
    const running = await start(
      ({ windows }) => {
        windows.onCloseRequested(async (request) => {
          await Bun.sleep(0);
          asked.push(request.window);
          if (request.window === "main") request.preventDefault();
        });
      },
      { allow: ["window.close"] },
    );
    using app = running.app;
    const page: unknown[] = [];
    await app.page.listen(closeRequested, "main", false, (event) => void page.push(event));
    await ask(running);
    await waitFor("the question", () => asked.length === 1);
    await settled();
    expect([isOpen(app, "main"), asked, page]).toEqual([true, ["main"], []]);
    app.platform.requestClose("other");
    await closed(app, "other");
    expect(asked).toEqual(["main", "other"]);
  });
}

test("the page is asked when the app's own code has nothing against it", async () => {
  const order: string[] = [];
  const { app } = await start(
    ({ windows }) => void windows.onCloseRequested(() => void order.push("app")),
  );
  using _ = app;
  await app.page.listen(closeRequested, "main", false, () => void order.push("page"));
  app.platform.requestClose("main");
  await waitFor("both", () => order.length === 2);
  expect(order).toEqual(["app", "page"]);
  expect(isOpen(app, "main")).toBe(true);
});

test("all handlers are asked, in order, and one that objects is enough", async () => {
  const order: string[] = [];
  const { app } = await start(({ windows }) => {
    windows.onCloseRequested(async (request) => {
      await Bun.sleep(0);
      order.push("first");
      request.preventDefault();
    });
    windows.onCloseRequested(() => void order.push("second"));
  });
  using _ = app;
  app.platform.requestClose("main");
  await waitFor("both", () => order.length === 2);
  await settled();
  expect(order).toEqual(["first", "second"]);
  expect(isOpen(app, "main")).toBe(true);
});

test("a handler that fails is reported, and the others still decide", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  const failed: unknown[] = [];
  const { app } = await start((own) => {
    own.onError(({ error, preventDefault }) => {
      failed.push(error);
      preventDefault();
    });
    own.windows.onCloseRequested(() => {
      throw new RangeError("in the handler");
    });
    own.windows.onCloseRequested((request) => {
      if (request.window === "main") request.preventDefault();
    });
  });
  using _ = app;
  app.platform.requestClose("main");
  app.platform.requestClose("other");
  await closed(app, "other");
  expect(isOpen(app, "main")).toBe(true);
  expect(failed).toEqual([new RangeError("in the handler"), new RangeError("in the handler")]);
  output.mockRestore();
});

test("a press of the button while a handler still thinks is not a second question", async () => {
  let questions = 0;
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const { app } = await start(({ windows }) => {
    windows.onCloseRequested(async (request) => {
      questions++;
      request.preventDefault();
      await answer;
    });
  });
  using _ = app;
  app.platform.requestClose("main");
  app.platform.requestClose("main");
  app.platform.requestClose("other");
  await settled();
  expect(questions).toBe(2);
  resolve();
  await settled();
  app.platform.requestClose("main");
  await waitFor("the next question", () => questions === 3);
});

test("a handler that has ended, or a window that goes meanwhile, keeps nothing", async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const { app, own } = await start(() => {});
  using _ = app;
  const end = own.windows.onCloseRequested((request) => request.preventDefault());
  end();
  own.windows.onCloseRequested(async () => {
    asked++;
    await answer;
  });
  const closing = own.windows.get("main")!.close();
  await waitFor("the question", () => asked === 1);
  await own.windows.get("main")!.destroy();
  resolve();
  await closing;
  expect(isOpen(app, "main")).toBe(false);
});

test("destroy asks no handler", async () => {
  const { app, own } = await start(({ windows }) => {
    windows.onCloseRequested((request) => request.preventDefault());
  });
  using _ = app;
  await own.windows.get("main")!.destroy();
  expect(isOpen(app, "main")).toBe(false);
});

test("page loads are followed, the first ones, too, with window and address", async () => {
  const loads: PageLoad[] = [];
  let end = (): void => {};
  const { app } = await start(({ windows }) => {
    end = windows.onPageLoad((load) => void loads.push(load));
  });
  using _ = app;
  const both = (window: string, url: string): PageLoad[] => [
    { window, url, stage: "started" },
    { window, url, stage: "finished" },
  ];
  const first = "framework://localhost/";
  await waitFor("the first pages", () => loads.length === 4);
  expect(loads.splice(0)).toEqual([...both("main", first), ...both("other", first)]);
  app.platform.navigate("other", "https://example.org/a?b#c");
  await waitFor("the next page", () => loads.length === 2);
  expect(loads.splice(0)).toEqual(both("other", "https://example.org/a?b#c"));
  end();
  app.platform.navigate("other");
  await settled();
  expect(loads).toEqual([]);
});

test("a handler of page loads that fails is reported, and the others still hear of them", async () => {
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  const failed: unknown[] = [];
  const loads: string[] = [];
  const { app } = await start((own) => {
    own.onError(({ error, preventDefault }) => {
      failed.push(error);
      preventDefault();
    });
    own.windows.onPageLoad(({ window, stage }) => {
      if (window === "other" && stage === "started") throw new RangeError("in the handler");
    });
    own.windows.onPageLoad(({ window, stage }) => void loads.push(`${window} ${stage}`));
  });
  using _ = app;
  await waitFor("the pages", () => loads.includes("other finished"));
  expect(loads).toEqual(["main started", "main finished", "other started", "other finished"]);
  expect(failed).toEqual([new RangeError("in the handler")]);
  output.mockRestore();
});
