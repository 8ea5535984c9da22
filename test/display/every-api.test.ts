// examples/every-api, pressed through as a screen reader's user would.

import { afterAll, beforeAll, expect } from "bun:test";
import { join } from "node:path";
import { openAccessibility, type Node } from "../../harness/accessibility.ts";
import { devCommand, onDisplay, root, shareSession } from "../support/display-app.ts";
import { missingPrograms } from "../../harness/display.ts";
import { startMockNotifications, type MockNotifications } from "../../harness/mock-notifications.ts";
import type { RunningApp } from "../../harness/running-app.ts";
import { fillField } from "../../harness/page-field.ts";
import { waitFor } from "../../harness/wait.ts";
import { press, windowTitled, windows } from "../../harness/x.ts";

const shared = shareSession({ size: { width: 1280, height: 900 } });

class Example implements AsyncDisposable {
  readonly running: RunningApp;
  readonly notifications: MockNotifications;
  readonly server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("Good morning") });
  readonly tree: Node;
  readonly #held: AsyncDisposableStack;

  private constructor(
    tree: Node,
    running: RunningApp,
    notifications: MockNotifications,
    held: AsyncDisposableStack,
  ) {
    this.tree = tree;
    this.running = running;
    this.notifications = notifications;
    this.#held = held;
  }

  static async start(): Promise<Example> {
    await using held = new AsyncDisposableStack();
    const { session } = shared;
    const notifications = held.use(await startMockNotifications(session));
    const running = held.use(session.start(devCommand, { cwd: join(root, "examples/every-api") }));
    const accessibility = held.use(await openAccessibility(session));
    const tree = await waitFor(
      "the example",
      async () => {
        if (!running.isRunning) throw new Error("The example ended before its window was there");
        for (const node of await accessibility.applications()) {
          if ((await node.name()) === "org.example.every-api") return node;
        }
        return null;
      },
      { state: () => running.report() },
    );
    await tree.find({ role: "link", name: "window" });
    return new Example(tree, running, notifications, held.move());
  }

  /** Opens the page of a module. */
  async open(module: string): Promise<void> {
    await (await this.tree.find({ role: "link", name: module })).press();
    await this.tree.find({ role: "heading", name: module });
    await (await this.tree.find({ role: "push button", name: "Clear" })).press();
    await this.tree.findNone({ role: "list item", text: /\(/ });
  }

  /** Writes into a field, in place of what was in it. */
  async fill(field: string, text: string): Promise<void> {
    const { id } = await windowTitled(shared.session, title);
    const entry = await this.tree.find({ role: "entry", name: field, states: ["visible"] });
    await fillField(shared.session, id, entry, text);
  }

  async press(button: string): Promise<void> {
    await (await this.tree.find({ role: "push button", name: button, states: ["visible"] })).press();
  }

  /** What is written below the newest entry that begins with these words. */
  async answer(words: string): Promise<string> {
    return waitFor(
      `an answer of ${words}`,
      async () => {
        const entries = await this.tree.findAll({ role: "list item", states: ["visible"] });
        const texts = await Promise.all(entries.map((entry) => entry.text()));
        return texts.find((text) => text.startsWith(words))?.split("\n")[1] || null;
      },
      { state: () => this.running.report() },
    );
  }

  async run(name: string): Promise<string> {
    await this.press(`Run ${name}`);
    return await this.answer(`${name}(`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop(true);
    await this.#held.disposeAsync();
  }
}

const title = "Every API";
let example: Example;

if (missingPrograms().length === 0) {
  beforeAll(async () => {
    example = await Example.start();
  });
  afterAll(async () => example[Symbol.asyncDispose]());
}

/** The page of a module: its buttons in this order, and what each of them must answer. */
function page(module: string, answers: Readonly<Record<string, string | RegExp>>): void {
  onDisplay(`the page "${module}" answers`, async () => {
    await example.open(module);
    for (const [name, expected] of Object.entries(answers)) {
      const answer = await example.run(name);
      if (typeof expected === "string") expect([name, answer]).toEqual([name, expected]);
      else expect(answer).toMatch(expected);
    }
  });
}

page("app", { getName: '"Every API"', getVersion: '"0.1.0"', getFrameworkVersion: /^"\d+\.\d+\.\d+"$/ });
page("cli", { getMatches: '{"args":{"page":{"value":null,"occurrences":0}},"subcommand":null}' });
page("clipboard", { writeText: "done", readText: '"Copied by the page"' });
page("fs", {
  createDir: "done",
  writeTextFile: "done",
  exists: "true",
  readTextFile: '"Bread, milk"',
  readDir: /"notes\.txt"/,
  removeFile: "done",
});
page("invoke", { greet: '"Hello, Ada!"' });
page("os", { platform: '"linux"', type: '"Linux"', arch: /^"(x86_64|aarch64)"$/, tempdir: /^"\// });
page("path", {
  homeDir: /^"\//,
  appDataDir: /org\.example\.every-api\/"$/,
  join: '"/a.txt"',
  normalize: '"/a/b/c"',
});
page("shell", { execute: /"stdout":"Hello from echo\\n"/ });
page("updater", { checkUpdate: /^Cannot look for an update: / });
page("window", {
  title: '"Every API"',
  setTitle: "done",
  availableMonitors: /"scaleFactor":1/,
  innerSize: /"width":\d+/,
});

onDisplay('the page "window" opens another window, and closes it', async () => {
  await example.open("window");
  const titles = async () => (await windows(shared.session)).map((window) => window.title);
  expect(await example.run("create")).toBe('"another"');
  await waitFor("the other window", async () => (await titles()).includes("another"));
  expect(await example.run("close")).toBe("done");
  await waitFor("its end", async () => !(await titles()).includes("another"));
});

onDisplay('the page "dialog" shows a dialog and answers with its button', async () => {
  await example.open("dialog");
  await example.press("Run ask");
  const dialog = await example.tree.find({ role: "alert" });
  await (await dialog.find({ role: "push button", name: "Yes" })).press();
  expect(await example.answer("ask(")).toBe("true");
});

onDisplay('the page "event" hears what it emits, and once only once', async () => {
  await example.open("event");
  await example.run("listen");
  await example.run("once");
  await example.run("emit");
  expect(await example.answer("heard greeting once")).toBe('"Good morning"');
  expect(await example.answer("heard greeting")).toBe('"Good morning"');
});

onDisplay('the page "globalShortcut" hears keys', async () => {
  await example.open("globalShortcut");
  expect(await example.run("register")).toBe("done");
  expect(await example.run("isRegistered")).toBe("true");
  await press(shared.session, (await windowTitled(shared.session, title)).id, "ctrl+alt+9");
  expect(await example.answer("pressed CommandOrControl+Alt+9")).toBe("heard");
  expect(await example.run("unregister")).toBe("done");
});

onDisplay('the page "http" fetches an address that is filled in', async () => {
  await example.open("http");
  await example.fill("fetch: Address", `http://127.0.0.1:${example.server.port}/`);
  expect(await example.run("fetch")).toBe('{"status":200,"data":"Good morning"}');
});

onDisplay('the page "notification" sends one', async () => {
  await example.open("notification");
  expect(await example.run("isPermissionGranted")).toBe("true");
  expect(await example.run("sendNotification")).toBe("done");
  expect(await example.notifications.notification(0)).toMatchObject({
    title: "Backup",
    body: "All files are safe",
  });
});

onDisplay('the page "tray" begins to listen', async () => {
  await example.open("tray");
  expect(await example.run("onTrayClick")).toBe("done");
});

onDisplay('the page "process" ends the app with an exit code', async () => {
  await example.open("process");
  await example.fill("exit: Exit code", "3");
  await example.press("Run exit");
  expect(await example.running.end()).toMatchObject({ code: 3 });
});
