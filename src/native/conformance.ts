import { deepEqual, equal, match, ok, rejects, throws } from "node:assert/strict";
import type { Accelerator } from "../contract/patterns/accelerator.ts";
import type {
  FileRequest,
  MessageRequest,
  UiEventName,
  UiEvents,
  WindowOperation,
  WindowSpec,
} from "../contract/ui/index.ts";
import { toldFields } from "../contract/ui/window-spec.ts";
import { windowDefaults } from "../contract/window/fields.ts";
import type { WindowState } from "../contract/window/window.ts";
import type { Platform } from "./platform.ts";

// What every platform has to do, as cases in words. They run where the platform runs: inside its loop.

/** Something the platform reported. */
export type Emitted = {
  [E in UiEventName]: { readonly event: E; readonly payload: UiEvents[E] };
}[UiEventName];

/** A platform that has begun, somebody who uses its windows, and pages that speak. */
export interface Stage {
  readonly platform: Platform;
  /** All that was reported so far, in order. */
  readonly emitted: readonly Emitted[];
  /** An address of one of the app's schemes. What is there is empty, but for what `answerPages` says. */
  readonly page: string;
  /** Waits until `look` returns something. */
  until<T>(what: string, look: () => T | undefined): Promise<T>;

  /** Whether a dialog is on the screen. */
  isShown(dialog: number): boolean;
  pressButton(dialog: number, button: number): void;
  /** Presses the close box of a dialog. */
  closeDialog(dialog: number): void;
  /** Chooses this, or these when they are all there is in `folder`, and accepts. */
  chooseFiles(dialog: number, paths: readonly string[]): void;
  /** Presses the close button of a window. */
  closeWindow(label: string): void;

  /** Posts a message from the window's page, with its key; settles with the answer. */
  send(label: string, text: string): Promise<string>;
  /** Requests an address from the window's page: as a call with this body, or as anything else without one. */
  request(
    label: string,
    url: string,
    body?: Uint8Array,
  ): Promise<{ status: number; type: string; text: string }>;
  /** Shows an empty document of one of the app's schemes in a frame of the page: what it posted to the page meanwhile. */
  showFrame(label: string, url: string): Promise<readonly string[]>;
  reload(label: string): void;
  /** What answers a page's message from now on. `null`: nothing. */
  answerMessages(answer: ((text: string) => string) | null): void;
  /** A folder that holds `a.txt`, `b.txt` and nothing else. */
  readonly folder: string;
  /** How many dialogs, messages and requests the platform still holds. */
  held(): number;
}

export interface ConformanceCase {
  /** What is true when it passes. */
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
}

let windows = 0;
let dialogs = 0;

/** A plain window of 400 × 300 whose page speaks to the app. */
export function plainWindow(url: string, label = `window${++windows}`): WindowSpec {
  return {
    ...toldFields({ ...windowDefaults, title: label, width: 400, height: 300 }),
    label,
    url,
    devTools: false,
    printing: false,
    privateSchemes: [],
    frameScripts: [],
    bridge: {
      source: "(key) => { globalThis.key = key; }",
      pages: [`${new URL(url).protocol}//${new URL(url).host}/*`],
    },
    scripts: [],
  };
}

/** Each dialog carries its number as its title, so that a stage finds it. */
function message(window: string, buttons = 2): MessageRequest {
  const id = ++dialogs;
  const labels = [{ stock: "ok" }, { stock: "cancel" }] as const;
  return {
    id,
    window,
    title: `dialog ${id}`,
    text: "Go on?",
    kind: "info",
    buttons: labels.slice(0, buttons),
  };
}

function file(window: string, request: Partial<FileRequest> = {}): FileRequest {
  const id = ++dialogs;
  const plain = {
    mode: "open",
    filters: [],
    multiple: false,
    folder: null,
    name: null,
    notice: null,
  } as const;
  return { id, window, title: `dialog ${id}`, ...plain, ...request };
}

/** What was reported of a window's end, by name, in order. */
function endOf(stage: Stage, label: string): string[] {
  return stage.emitted.flatMap(({ event, payload }) =>
    (event === "window.closeRequested" || event === "window.closed") && payload.window === label
      ? [event]
      : [],
  );
}

function opened(stage: Stage, label: string): UiEvents["page.opened"][] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.opened" && item.payload.window === label ? [item.payload] : [],
  );
}

function closed(stage: Stage, label: string): number[] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.closed" && item.payload.window === label ? [item.payload.document] : [],
  );
}

/** Opens a window, and waits until its page can be spoken to. */
async function openWindow(stage: Stage): Promise<string> {
  const spec = plainWindow(stage.page);
  await stage.platform.calls["window.create"](spec);
  await stage.until(`the page of ${spec.label}`, () => opened(stage, spec.label)[0]);
  return spec.label;
}

const destroy = (stage: Stage, window: string): void | Promise<void> =>
  stage.platform.calls["window.destroy"]({ window });

const shown = (stage: Stage, { id }: { readonly id: number }): Promise<true> =>
  stage.until(`dialog ${id} on the screen`, () => stage.isShown(id) || undefined);

/** A case in a window of its own, after which nothing may be held. */
function inWindow(name: string, run: (stage: Stage, label: string) => Promise<void>): ConformanceCase {
  return {
    name,
    async run(stage) {
      stage.answerMessages((text) => `answer to ${text}`);
      const label = await openWindow(stage);
      try {
        await run(stage, label);
      } finally {
        if (!endOf(stage, label).includes("window.closed")) await destroy(stage, label);
      }
      await stage.until("nothing held", () => stage.held() === 0 || undefined);
    },
  };
}

const pages: readonly ConformanceCase[] = [
  inWindow("a window's first document is reported with its origin", async (stage, label) => {
    const [sender] = opened(stage, label);
    const { protocol, host } = new URL(stage.page);
    deepEqual({ ...sender, document: 0 }, { window: label, document: 0, origin: `${protocol}//${host}` });
  }),
  inWindow(
    "a document is reported from when it takes its place to when it is complete",
    async (stage, label) => {
      const loads = () =>
        stage.emitted.flatMap((item) =>
          item.event === "page.loadChanged" && item.payload.window === label ? [item.payload] : [],
        );
      const both = (["started", "finished"] as const).map((loading) => ({
        window: label,
        url: new URL(stage.page).href,
        stage: loading,
      }));
      await stage.until("the first document", () => loads().length >= 2 || undefined);
      stage.reload(label);
      await stage.until("the second document", () => loads().length >= 4 || undefined);
      deepEqual(loads(), [...both, ...both]);
    },
  ),
  inWindow("a message arrives with its sender, and its answer gets back", async (stage, label) => {
    equal(await stage.send(label, "hello"), "answer to hello");
    const arrived = stage.emitted.findLast((item) => item.event === "page.message");
    deepEqual(arrived?.event === "page.message" && { ...arrived.payload, request: 0 }, {
      request: 0,
      sender: opened(stage, label)[0],
      text: "hello",
    });
  }),
  inWindow("messages carry any text, and a lot of it", async (stage, label) => {
    stage.answerMessages((text) => JSON.stringify(text));
    for (const text of [
      "",
      "\0",
      "a\0b",
      "\uFEFFmark",
      "“quotes” \\ \n \u2028",
      "日本語 👍",
      "x".repeat(3_000_000),
    ]) {
      ok(
        JSON.parse(await stage.send(label, text)) === text,
        `the text came back changed: ${JSON.stringify(text.slice(0, 20))}`,
      );
    }
  }),
  inWindow("a hundred messages at once are answered each with its own answer", async (stage, label) => {
    const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
    deepEqual(
      await Promise.all(texts.map((text) => stage.send(label, text))),
      texts.map((text) => `answer to ${text}`),
    );
  }),
  inWindow("a reload closes one document and opens another", async (stage, label) => {
    const [first] = opened(stage, label);
    stage.reload(label);
    const second = await stage.until("the second document", () => opened(stage, label)[1]);
    deepEqual(closed(stage, label), [first?.document]);
    ok(second.document > (first?.document ?? Infinity), "documents are counted upwards");
    equal(await stage.send(label, "again"), "answer to again");
  }),
  inWindow("an answer to a page that has gone is dropped", async (stage, label) => {
    stage.answerMessages(null);
    const before = stage.emitted.length;
    stage.send(label, "wait for me").catch(() => {});
    const request = await stage.until("the message", () => {
      const item = stage.emitted.slice(before).find(({ event }) => event === "page.message");
      return item?.event === "page.message" ? item.payload.request : undefined;
    });
    stage.reload(label);
    await stage.until("the second document", () => opened(stage, label)[1]);
    await stage.platform.calls["page.reply"]({ request, text: "too late" });
    await stage.platform.calls["page.reply"]({ request: 987_654_321, text: "to nobody" });
  }),
  inWindow("a request is not a call, and is answered with status, type and body", async (stage, label) => {
    const url = new URL("/there?a=%20b", stage.page).href;
    const before = stage.emitted.length;
    const answer = stage.request(label, url);
    const request = await stage.until("the request", () => {
      const item = stage.emitted.slice(before).find(({ event }) => event === "page.request");
      return item?.event === "page.request" ? item.payload : undefined;
    });
    deepEqual([request.window, request.method, request.url, request.call], [label, "GET", url, null]);
    await stage.platform.calls["page.respond"]({
      request: request.request,
      response: {
        status: 404,
        headers: { "content-type": "text/plain;charset=utf-8" },
        body: { kind: "bytes", bytes: Buffer.from("nothing thére") },
      },
    });
    const { status, type, text } = await answer;
    deepEqual({ status, text }, { status: 404, text: "nothing thére" });
    match(type, /^text\/plain/);
  }),
  inWindow("a call by request brings its body and its sender", async (stage, label) => {
    const body = new Uint8Array(300_000).map((_, index) => index % 251);
    const before = stage.emitted.length;
    const answer = stage.request(label, new URL("/__ipc/call", stage.page).href, body);
    const request = await stage.until("the request", () => {
      const item = stage.emitted.slice(before).find(({ event }) => event === "page.request");
      return item?.event === "page.request" ? item.payload : undefined;
    });
    deepEqual(request.call?.sender, opened(stage, label)[0]);
    ok(Buffer.from(request.call?.body ?? []).equals(body), "the body came changed");
    const response = {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: { kind: "bytes", bytes: Buffer.from("done") },
    } as const;
    await stage.platform.calls["page.respond"]({ request: request.request, response });
    equal((await answer).text, "done");
  }),
  {
    name: "a script for frames is placed into frames of its addresses, and into nothing else",
    async run(stage) {
      const frames = "asset://localhost";
      const script = { source: 'parent.postMessage("placed", "*");', pages: [`${frames}/*`] };
      const spec = { ...plainWindow(stage.page), frameScripts: [script] };
      await stage.platform.calls["window.create"](spec);
      await stage.until("the page", () => opened(stage, spec.label)[0]);
      deepEqual(await stage.showFrame(spec.label, `${frames}/frame`), ["placed"]);
      deepEqual(await stage.showFrame(spec.label, new URL("/frame", stage.page).href), []);
      await destroy(stage, spec.label);
      const other = await openWindow(stage);
      deepEqual(await stage.showFrame(other, `${frames}/frame`), []);
      await destroy(stage, other);
    },
  },
];

const windowCases = [
  inWindow("closing a window asks the app, and nothing else happens", async (stage, label) => {
    stage.closeWindow(label);
    await stage.until("the question", () => endOf(stage, label)[0]);
    deepEqual(endOf(stage, label), ["window.closeRequested"]);
    equal(await stage.send(label, "still here"), "answer to still here");
  }),
  inWindow("a destroyed window reports its document's end, then its own", async (stage, label) => {
    const [sender] = opened(stage, label);
    const before = stage.emitted.length;
    await destroy(stage, label);
    const ends = stage.emitted.slice(before).filter(({ event }) => event.endsWith(".closed"));
    deepEqual(ends, [
      { event: "page.closed", payload: { window: label, document: sender?.document } },
      { event: "window.closed", payload: { window: label } },
    ]);
  }),
  inWindow("a label is taken while its window is open, and free afterwards", async (stage, label) => {
    const spec = plainWindow(stage.page, label);
    throws(() => stage.platform.calls["window.create"](spec), { code: "already-exists" });
    await destroy(stage, label);
    throws(() => stage.platform.calls["window.destroy"]({ window: label }), { code: "not-found" });
    await stage.platform.calls["window.create"](spec);
    await stage.until("the second window's page", () => opened(stage, label)[1]);
    await destroy(stage, label);
  }),
  inWindow("what an operation changes can be read, and is reported", async (stage, label) => {
    const { calls } = stage.platform;
    const apply = (operation: WindowOperation) => calls["window.apply"]({ window: label, operation });
    await apply({ name: "setTitle", value: "another “title”" });
    await apply({ name: "setSize", value: { type: "Physical", width: 350, height: 250 } });
    const state = await stage.until("the size", () => {
      const read = calls["window.read"]({ window: label }) as WindowState;
      return read.innerSize.width === 350 ? read : undefined;
    });
    deepEqual([state.title, state.innerSize], ["another “title”", { width: 350, height: 250 }]);
    const resized = await stage.until("the event", () =>
      stage.emitted.findLast((item) => item.event === "window.resized" && item.payload.window === label),
    );
    deepEqual(resized.payload, { window: label, size: { width: 350, height: 250 } });
    await apply({ name: "setResizable", value: false });
    await apply({ name: "setDecorations", value: false });
    const { isResizable, isDecorated, isVisible } = (await calls["window.read"]({
      window: label,
    })) as WindowState;
    deepEqual([isResizable, isDecorated, isVisible], [false, false, true]);
  }),
  inWindow("an icon that is no picture is refused", async (stage, label) => {
    const operation = { name: "setIcon", value: new Uint8Array() } as const;
    const set = async (): Promise<void> => stage.platform.calls["window.apply"]({ window: label, operation });
    await rejects(set(), { code: "bad-argument" });
  }),
  inWindow("a window is on one of the monitors", async (stage, label) => {
    const { all, current } = await stage.platform.calls["monitors.read"]({ window: label });
    const monitor = all[current ?? -1];
    ok(
      monitor !== undefined && monitor.size.width > 0 && monitor.scaleFactor > 0,
      "the monitor is not in the list",
    );
  }),
  inWindow("windows that are not open are not found", async (stage) => {
    const window = "nobody";
    const { calls } = stage.platform;
    for (const run of [
      async () => calls["window.apply"]({ window, operation: { name: "show", value: null } }),
      async () => calls["window.read"]({ window }),
      async () => calls["monitors.read"]({ window }),
      async () => calls["window.setScripts"]({ window, scripts: [] }),
    ]) {
      await rejects(run(), { code: "not-found" });
    }
  }),
];

const dialogCases = [
  inWindow("a message dialog settles with the index of the pressed button", async (stage, label) => {
    for (const button of [0, 1]) {
      const request = message(label);
      const answer = stage.platform.calls["dialog.message"](request);
      await shown(stage, request);
      stage.pressButton(request.id, button);
      equal(await answer, button);
    }
  }),
  inWindow("the close box of a message dialog is its last button", async (stage, label) => {
    for (const buttons of [1, 2]) {
      const request = message(label, buttons);
      const answer = stage.platform.calls["dialog.message"](request);
      await shown(stage, request);
      stage.closeDialog(request.id);
      equal(await answer, buttons - 1);
    }
  }),
  inWindow("dialogs of one window are shown one after the other", async (stage, label) => {
    const [first, second] = [message(label), message(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    await shown(stage, first);
    ok(!stage.isShown(second.id), "both are on the screen");
    stage.pressButton(first.id, 0);
    equal(await firstAnswer, 0);
    await shown(stage, second);
    stage.pressButton(second.id, 0);
    equal(await secondAnswer, 0);
  }),
  inWindow("windows do not wait for each other's dialogs", async (stage, label) => {
    const other = await openWindow(stage);
    const [first, second] = [message(label), message(other)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    await shown(stage, first);
    await shown(stage, second);
    stage.pressButton(second.id, 0);
    equal(await secondAnswer, 0);
    ok(stage.isShown(first.id), "the first went with the second");
    stage.pressButton(first.id, 1);
    equal(await firstAnswer, 1);
    await destroy(stage, other);
  }),
  inWindow("a dismissed dialog settles as cancelled, shown or waiting", async (stage, label) => {
    const [first, second, third] = [message(label), message(label), file(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    const thirdAnswer = stage.platform.calls["dialog.file"](third);
    await shown(stage, first);
    await stage.platform.calls["dialog.dismiss"]({ id: second.id });
    equal(await secondAnswer, 1);
    await stage.platform.calls["dialog.dismiss"]({ id: first.id });
    equal(await firstAnswer, 1);
    await shown(stage, third);
    await stage.platform.calls["dialog.dismiss"]({ id: third.id });
    deepEqual(await thirdAnswer, []);
    await stage.platform.calls["dialog.dismiss"]({ id: third.id });
  }),
  inWindow("a destroyed window cancels its dialogs", async (stage, label) => {
    const [first, second] = [message(label), file(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.file"](second);
    await shown(stage, first);
    await destroy(stage, label);
    equal(await firstAnswer, 1);
    deepEqual(await secondAnswer, []);
  }),
  inWindow("a page goes on behind a dialog", async (stage, label) => {
    const request = message(label);
    const answer = stage.platform.calls["dialog.message"](request);
    await shown(stage, request);
    equal(await stage.send(label, "meanwhile"), "answer to meanwhile");
    stage.pressButton(request.id, 0);
    await answer;
  }),
  inWindow("a file dialog settles with the chosen path", async (stage, label) => {
    const request = file(label, { folder: stage.folder });
    const answer = stage.platform.calls["dialog.file"](request);
    await shown(stage, request);
    stage.chooseFiles(request.id, [`${stage.folder}/a.txt`]);
    deepEqual(await answer, [`${stage.folder}/a.txt`]);
  }),
  inWindow("a file dialog settles with all chosen paths", async (stage, label) => {
    const request = file(label, { folder: stage.folder, multiple: true });
    const answer = stage.platform.calls["dialog.file"](request);
    await shown(stage, request);
    const paths = [`${stage.folder}/a.txt`, `${stage.folder}/b.txt`];
    stage.chooseFiles(request.id, paths);
    deepEqual((await answer).toSorted(), paths);
  }),
  inWindow("a closed file dialog settles with nothing", async (stage, label) => {
    for (const mode of ["open", "save", "folder"] as const) {
      const request = file(label, { mode, folder: stage.folder });
      const answer = stage.platform.calls["dialog.file"](request);
      await shown(stage, request);
      stage.closeDialog(request.id);
      deepEqual(await answer, []);
    }
  }),
  inWindow("a program that is not installed opens nothing", async (stage) => {
    // Gone from GNOME for years, and never seen elsewhere.
    const request = { address: "https://example.org/", program: "gnome-open" } as const;
    await rejects(async () => stage.platform.calls["shell.openWith"](request), { code: "unavailable" });
  }),
  inWindow("a dialog for a window that is not open is refused", async (stage) => {
    const ask = async (): Promise<unknown> => stage.platform.calls["dialog.message"](message("nobody"));
    await rejects(ask(), { code: "not-found" });
  }),
];

const threadCases: readonly ConformanceCase[] = [
  inWindow(
    "an app thread that follows another adopts the windows it wants, and no other",
    async (stage, label) => {
      const { calls } = stage.platform;
      const other = await openWindow(stage);
      stage.answerMessages(null);
      stage.send(label, "to the old one").catch(() => {});
      const dialog = message(label);
      const asked = calls["dialog.message"](dialog);
      await shown(stage, dialog);

      await calls["app.begin"]({
        name: "Conformance",
        identifier: "org.example.conformance",
        dataDirectory: null,
        cacheDirectory: null,
        schemes: ["framework", "asset"],
        proxy: null,
      });
      equal(await asked, dialog.buttons.length - 1);
      stage.answerMessages((text) => `new answer to ${text}`);
      await calls["window.create"](plainWindow(stage.page, label));
      await calls["app.ready"]({});
      await stage.until("another document", () => (opened(stage, label).length > 1 ? true : undefined));
      await stage.until("the end of the other window", () =>
        endOf(stage, other).includes("window.closed") ? true : undefined,
      );
      equal(await stage.send(label, "hello"), "new answer to hello");
      const again = async (): Promise<void> => calls["window.create"](plainWindow(stage.page, label));
      await rejects(again(), { code: "already-exists" });
    },
  ),
];

const keys: Accelerator = { modifiers: ["control", "alt"], key: "F9" };

/** A PNG of one pixel. */
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const serviceCases: readonly ConformanceCase[] = [
  inWindow("what is written into the clipboard is read from it", async ({ platform }) => {
    for (const text of ["text", "“é ✓ 😀”\n<b>", "x".repeat(3_000_000), ""]) {
      await platform.calls["clipboard.write"]({ text });
      ok(
        (await platform.calls["clipboard.read"](null)) === text,
        `it came back changed: ${text.slice(0, 20)}`,
      );
    }
  }),
  inWindow("a key combination is had once, and again when it was given back", async ({ platform }) => {
    const register = async (id: number): Promise<void> =>
      platform.calls["shortcut.register"]({ id, accelerator: keys, text: "Ctrl+Alt+F9" });
    for (const id of [1, 2]) {
      await register(id);
      await platform.calls["shortcut.unregister"]({ id });
      await platform.calls["shortcut.unregister"]({ id });
    }
  }),
  inWindow("an icon in the tray may go, and come back", async ({ platform }) => {
    const spec = {
      id: "org.example.conformance",
      icon: Buffer.from(onePixel, "base64"),
      title: null,
      tooltip: null,
      menu: [],
      iconAsTemplate: false,
      menuOnLeftClick: true,
    };
    await platform.calls["tray.remove"]({});
    for (let round = 0; round < 2; round++) {
      await platform.calls["tray.show"](spec);
      await platform.calls["tray.remove"]({});
    }
  }),
  inWindow("bytes that are no picture become no icon", async ({ platform }) => {
    const icon = new Uint8Array();
    const spec = {
      id: "",
      title: null,
      tooltip: null,
      menu: [],
      iconAsTemplate: false,
      menuOnLeftClick: true,
    };
    const show = async (): Promise<void> => platform.calls["tray.show"]({ ...spec, icon });
    await rejects(show(), { code: "bad-argument" });
    const set = async (): Promise<void> => platform.calls["app.setIcon"]({ icon });
    await rejects(set(), { code: "bad-argument" });
  }),
];

/** What every platform passes. Each case opens its own windows and leaves none. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...pages,
  ...windowCases,
  ...dialogCases,
  ...serviceCases,
  ...threadCases,
];
