// The reaction of own code to pages whose web processes have ended.

import { afterAll, expect, spyOn, test } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { defineApp, type App, type PageCrash } from "../../src/app/index.ts";
import { crashPatience } from "../../src/contract/ui/page.ts";
import { startInMemory } from "../support/app/memory-app.ts";

let output = "";
const standardError = spyOn(process.stderr, "write").mockImplementation((text) => {
  output += String(text);
  return true;
});
afterAll(() => standardError.mockRestore());

async function start(setup: (app: App) => void = () => {}) {
  output = "";
  const exitCodes: number[] = [];
  const app = await startInMemory({
    definition: defineApp({ setup }),
    answers: { message: () => 0 },
    onQuit: (code) => void exitCodes.push(code),
  });
  const document = () => app.platform.windows.get("main")?.documents.current?.document ?? null;
  return Object.assign(app, { document, exitCodes });
}

const again = 'framework: the web process of window "main" ended: loading the page again\n';

test("a page whose process has ended is loaded again, and handlers know why it did", async () => {
  const heard: Pick<PageCrash, "window" | "reason">[] = [];
  using app = await start((own) => {
    own.windows.onPageCrashed(({ window, reason }) => void heard.push({ window, reason }));
  });
  const before = app.document();
  app.platform.crashPage("main", "out-of-memory");
  expect(app.document()).toBeNull();
  await waitFor("the page", () => app.document() !== null);
  expect(app.document()).not.toBe(before);
  expect(heard).toEqual([{ window: "main", reason: "out-of-memory" }]);
  expect(output).toBe(again);
});

test("a handler leaves the window empty, and loads the page when it likes", async () => {
  const crashes: PageCrash[] = [];
  using app = await start((own) => {
    own.windows.onPageCrashed((crash) => {
      crash.preventDefault();
      crashes.push(crash);
    });
  });
  app.platform.crashPage("main");
  await waitFor("the handler", () => crashes.length === 1);
  const { recorded } = app.platform;
  await waitFor("the answer", () => recorded.some(({ call }) => call === "page.recover"));
  expect(app.document()).toBeNull();
  crashes[0]?.reload();
  await waitFor("the page", () => app.document() !== null);
  const opened = app.document();
  // One that is there is not loaded once more.
  crashes[0]?.reload();
  await waitFor(
    "the calls",
    () => recorded.filter(({ call }) => call === "page.recover").length === 3,
  );
  expect(app.document()).toBe(opened);
  expect(output).toBe("");
});

test("a handler that was removed, or has failed, keeps no page away", async () => {
  using app = await start((own) => {
    own.windows.onPageCrashed((crash) => crash.preventDefault())();
    own.windows.onPageCrashed(() => {
      throw new RangeError("in the handler");
    });
  });
  app.platform.crashPage("main");
  await waitFor("the page", () => app.document() !== null);
  await waitFor("the end of the app", () => app.exitCodes.length > 0);
  expect(output).toContain("RangeError: in the handler");
});

test("an app that does not answer has its page loaded again after two seconds", async () => {
  using app = await start();
  const unanswered = spyOn(app.services.windows, "pageCrashed").mockImplementation(() => {});
  const began = performance.now();
  app.platform.crashPage("main");
  await waitFor("the page", () => app.document() !== null);
  expect(performance.now() - began).toBeGreaterThanOrEqual(crashPatience - 100);
  unanswered.mockRestore();
});

test("a window that closes meanwhile gets no page", async () => {
  using app = await start((own) => {
    own.endWithLastWindow(false);
    own.windows.onPageCrashed(async (crash) => {
      crash.preventDefault();
      await own.windows.get("main")?.destroy();
      crash.reload();
    });
  });
  app.platform.crashPage("main");
  await waitFor("the window to go", () => !app.platform.windows.has("main"));
  expect(output).toBe("");
});
