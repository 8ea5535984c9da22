// What a shared app shows on Linux while it has no runtime yet.

import { expect } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openAccessibility, type Node } from "../../harness/accessibility.ts";
import { processTree } from "../../harness/process-tree.ts";
import type { RunningApp } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { close, press, windows, windowTitled } from "../../harness/x.ts";
import { onDisplay, shareSession } from "../support/display-app.ts";
import type { ConfLines } from "../support/fake-runtime.ts";
import { RuntimeServer, serving, servingPart } from "../support/runtime-server.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";

const shared = shareSession();
const runtime = fakeRuntime(undefined, 3_000_000);
const half = runtime.archive.length >> 1;

/** An app whose starter is running, and its window. */
class Starting implements AsyncDisposable {
  readonly app: StarterApp;
  readonly #tree: Awaited<ReturnType<typeof openAccessibility>>;
  #started: RunningApp;

  private constructor(app: StarterApp, tree: Awaited<ReturnType<typeof openAccessibility>>) {
    this.app = app;
    this.#tree = tree;
    this.#started = this.#start();
  }

  static async of(lines: ConfLines | string, home?: string): Promise<Starting> {
    return new Starting(new StarterApp(lines, home), await openAccessibility(shared.session));
  }

  #start(): RunningApp {
    const env = { ...shared.session.env, HOME: this.app.home, XDG_DATA_HOME: "", STORY_KEPT: "yes" };
    return this.app.start(["one", "two words"], { ...env, DESKTOP_STARTUP_ID: "STORY" });
  }

  get started(): RunningApp {
    return this.#started;
  }

  async again(): Promise<void> {
    await this.#started[Symbol.asyncDispose]();
    this.#started = this.#start();
  }

  /** Its window, as a screen reader has it. */
  async window(): Promise<Node> {
    return await waitFor("the starter's window", async () => {
      const [, child] = processTree(this.#started.pid);
      if (child === undefined) return null;
      return await this.#tree.application(child, { timeout: 1000 }).catch(() => null);
    });
  }

  async label(text: RegExp): Promise<string> {
    return await (await (await this.window()).find({ role: "label", text })).text();
  }

  async press(name: string): Promise<void> {
    const window = await this.window();
    await (await window.find({ role: "push button", name, states: ["showing", "sensitive"] })).press();
  }

  /** How it ends, with what the app said. */
  async ending(): Promise<{ code: number | null; out: string[] }> {
    const { code } = await this.#started.end();
    return {
      code,
      out: this.#started.output.flatMap(({ stream, text }) => (stream === "out" ? [text] : [])),
    };
  }

  /** How the app ends when it was run as it should. */
  get ran(): { code: number; out: string[] } {
    const { script, store } = this.app;
    const path = join(store, runtime.key, "bun");
    return { code: 0, out: [`arguments: ${script} one two words`, "STORY_KEPT=yes", `runtime: ${path}`] };
  }

  get part(): string {
    return join(this.app.store, runtime.key, "archive.part");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started[Symbol.asyncDispose]();
    await this.#tree[Symbol.asyncDispose]();
    this.app[Symbol.dispose]();
  }
}

onDisplay("the first start says what it loads and how much, and becomes the app", async () => {
  await using server = await RuntimeServer.of(runtime.archive);
  let goOn = (): void => {};
  server.answer = (_, response) => {
    response.writeHead(200, { "content-length": String(runtime.archive.length) });
    response.write(runtime.archive.subarray(0, half));
    goOn = () => void response.end(runtime.archive.subarray(half));
  };
  await using starting = await Starting.of({ ...runtime.lines, address: server.address });
  const size = `${(runtime.archive.length / 1e6).toFixed(1)} MB`;
  const loaded = `${(half / 1e6).toFixed(1)} of ${size}`;
  expect(await starting.label(/component/)).toBe("Hello needs a component (3 MB), which is loaded once.");
  expect(await starting.label(/ of /)).toBe(loaded);
  expect((await windowTitled(shared.session, "Hello")).isMapped).toBe(true);
  goOn();
  expect(await starting.ending()).toEqual(starting.ran);
});

const leave: Readonly<Record<string, (starting: Starting) => Promise<void>>> = {
  Cancel: (starting) => starting.press("Cancel"),
  Escape: async () => await press(shared.session, (await windowTitled(shared.session, "Hello")).id, "Escape"),
  "closing the window": async () =>
    await close(shared.session, (await windowTitled(shared.session, "Hello")).id),
};
for (const [how, act] of Object.entries(leave)) {
  onDisplay(`${how} ends it with exit code 1, and the next start goes on where it was`, async () => {
    await using server = await RuntimeServer.of(runtime.archive);
    server.answer = servingPart(runtime.archive, half, "silence");
    await using starting = await Starting.of({ ...runtime.lines, address: server.address });
    await starting.label(/ of /);
    await waitFor("half of it", () => statSync(starting.part).size === half);
    await act(starting);
    expect(await starting.ending()).toEqual({ code: 1, out: [] });
    server.answer = serving(runtime.archive);
    await starting.again();
    expect(await starting.ending()).toEqual(starting.ran);
    expect(server.asked).toEqual([null, `bytes=${half}-`]);
  });
}

onDisplay("without an answer it names the address, and tries again when it is told to", async () => {
  await using server = await RuntimeServer.of(runtime.archive);
  server.answer = (_, response) => void response.destroy();
  await using starting = await Starting.of({ ...runtime.lines, address: server.address });
  const text = await starting.label(/Cannot/);
  expect(text).toStartWith(`Cannot load it from ${server.address}: `);
  expect(text).toEndWith("Check the connection to the internet and try again, or start Hello again later.");
  server.answer = serving(runtime.archive);
  await starting.press("Try Again");
  expect(await starting.ending()).toEqual(starting.ran);
});

onDisplay("what this machine has against it is not said to be the connection's fault", async () => {
  await using server = await RuntimeServer.of(runtime.archive);
  using home = tempDir({ ".local/share/framework": "" });
  await using starting = await Starting.of({ ...runtime.lines, address: server.address }, home.path);
  const text = await starting.label(/Cannot/);
  expect(text).toStartWith('Cannot use "');
  expect(text).toEndWith("Try again when that is mended, or start Hello again later.");
});

onDisplay("a second app says that another one is loading, and then has what that has got", async () => {
  await using server = await RuntimeServer.of(runtime.archive);
  const { promise: isTold, resolve } = Promise.withResolvers<void>();
  server.answer = (request, response) => void isTold.then(() => serving(runtime.archive)(request, response));
  await using first = await Starting.of({ ...runtime.lines, address: server.address });
  await waitFor("the first one's question", () => server.asked.length === 1);
  await using second = await Starting.of({ ...runtime.lines, address: server.address }, first.app.home);
  expect(await second.label(/Another/)).toBe("Another app is loading a component");
  resolve();
  expect(await first.ending()).toEqual(first.ran);
  expect(await second.ending()).toEqual(second.ran);
  expect(server.asked).toEqual([null]);
});

onDisplay("a wrong file is refused in the window, and nothing of it is kept", async () => {
  await using server = await RuntimeServer.of(Buffer.alloc(runtime.archive.length, "x"));
  await using starting = await Starting.of({ ...runtime.lines, address: server.address });
  expect(await starting.label(/Cannot/)).toContain("it has another file than the app was made for");
  await starting.press("Cancel");
  expect(await starting.ending()).toEqual({ code: 1, out: [] });
  expect(statSync(starting.part).size).toBe(0);
});

onDisplay("the window goes with the process that was started", async () => {
  await using server = await RuntimeServer.of(runtime.archive);
  server.answer = servingPart(runtime.archive, half, "silence");
  await using starting = await Starting.of({ ...runtime.lines, address: server.address });
  await starting.label(/ of /);
  starting.started.signal("SIGTERM");
  expect((await starting.started.end()).signal).toBe("SIGTERM");
  await waitFor("no window", async () =>
    (await windows(shared.session)).every(({ title, isMapped }) => title !== "Hello" || !isMapped),
  );
});

onDisplay("a broken runtime.conf is told in a window", async () => {
  await using starting = await Starting.of("format=2\n");
  expect(await starting.label(/Cannot/)).toContain('runtime.conf": it must be of format 1');
  await starting.press("Close");
  expect(await starting.ending()).toEqual({ code: 1, out: [] });
});

onDisplay("what the window's toolkit changes in a process does not reach the app", async () => {
  const shows = fakeRuntime(
    "#!/bin/sh\nenv | sort\ngrep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status\nls /proc/self/fd\n",
  );
  await using server = await RuntimeServer.of(shows.archive);
  await using starting = await Starting.of({ ...shows.lines, address: server.address });
  const first = await starting.ending();
  await starting.again();
  expect(first.code).toBe(0);
  expect(first.out).toContain("DESKTOP_STARTUP_ID=STORY");
  expect(first.out).toEqual((await starting.ending()).out);
});
