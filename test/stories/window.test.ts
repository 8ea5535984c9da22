import { expect, test } from "bun:test";
import type { AuthorConfig } from "../support/config.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { addressHere, ownPages, testOnEach } from "../support/each-system.ts";

type WindowConfig = NonNullable<NonNullable<AuthorConfig["framework"]>["windows"]>[number];

/** The spec of the only window, as the ui thread got it. */
async function opened(window: Partial<WindowConfig>, build: AuthorConfig["build"] = {}) {
  using app = await startInMemory({
    config: { build, framework: { windows: [window as WindowConfig] } },
  });
  const spec = app.platform.windows.values().next().value?.spec;
  if (spec === undefined) throw new Error("No window was opened");
  return spec;
}

testOnEach("a window has the interface's defaults and the app's name", async () => {
  expect(await opened({})).toMatchObject({
    label: "main",
    title: "Memory",
    url: addressHere("framework://localhost/"),
    size: { width: 800, height: 600 },
    position: null,
    resizable: true,
    decorations: true,
    visible: true,
    devTools: false,
  });
});

for (const [url, address] of [
  ["index.html", "framework://localhost/"],
  ["users/ada", "framework://localhost/users/ada"],
  ["/users/ada", "framework://localhost/users/ada"],
  ["about.html#top", "framework://localhost/about.html#top"],
  ["https://example.org/x", "https://example.org/x"],
] as const) {
  testOnEach(`the address ${url} loads ${address}`, async () => {
    expect((await opened({ url })).url).toBe(addressHere(address));
  });
}

testOnEach("the bridge goes to the app's own pages only", async () => {
  const spec = await opened({});
  expect(spec.bridge.pages).toEqual([ownPages()]);
  expect(spec.scripts.length).toBeGreaterThan(1);
  for (const { pages } of spec.scripts) expect(pages).toEqual([ownPages()]);
});

testOnEach("the global object is placed only where the configuration asks for it", async () => {
  const sources = (await opened({})).scripts.map(({ source }) => source);
  const { scripts } = await opened({}, { withGlobalFramework: true });
  const added = scripts.filter(({ source }) => !sources.includes(source));
  expect(added.map(({ pages }) => pages)).toEqual([[ownPages()]]);
  using app = await startInMemory({
    allow: ["dialog.ask"],
    answers: { message: () => 0 },
    config: { build: { withGlobalFramework: true } },
  });
  expect(await app.page.global?.["dialog"]?.["ask"]?.("?", "Title")).toBe(true);
  expect(Object.isFrozen(app.page.global?.["dialog"])).toBe(true);
});

test("the close button closes the window, and the last window ends the app", async () => {
  using app = await startInMemory({
    config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
  });
  app.platform.requestClose("one");
  await waitFor("its end", () => !app.platform.windows.has("one"));
  expect(app.platform.exitCode).toBeNull();
  app.platform.requestClose("two");
  await waitFor("the end of the app", () => app.platform.exitCode !== null);
  expect(app.platform.exitCode).toBe(0);
});

test("a request to end is followed", async () => {
  using app = await startInMemory();
  app.platform.terminate("SIGTERM");
  await waitFor("the end of the app", () => app.platform.exitCode !== null);
  expect(app.platform.exitCode).toBe(0);
});

test("a command still running when its page goes away gets a signal, and its answer does no harm", async () => {
  let aborted = false;
  const definition = {
    commands: {
      wait: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => {
            aborted = true;
            resolve();
          }),
        ),
    },
  };
  using app = await startInMemory({ definition });
  void app.page.invoke("wait");
  await app.page.invoke("missing").catch(() => undefined);
  app.platform.navigate("main");
  await waitFor("the signal", () => aborted);
  await waitFor("the answer", () => app.platform.held === 0);
});
