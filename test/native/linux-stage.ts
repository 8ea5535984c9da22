import { keyHeader } from "../../src/contract/page/message.ts";
import { answerMark } from "../../src/native/linux/page/webkit-traits.ts";
import type { Events, Platform } from "../../src/native/platform.ts";
import type { Emitted, Stage } from "../../src/native/conformance/stage.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { open } from "../../src/native/linux/index.ts";
import { later } from "../../src/native/linux/loop.ts";
import { patience } from "../../harness/wait.ts";
import { chosenCount, testGtk, windowTitled } from "./toolkit.ts";

const GTK_RESPONSE_ACCEPT = -3;
const report = "\u0001report ";

/** The expression that posts a message: the answer to it, or an error with what refused it. */
export function posted(message: string): string {
  const mark = JSON.stringify(answerMark);
  const read = `(error) => { if (error.message[0] === ${mark}) return error.message.slice(1); throw error; }`;
  return `webkit.messageHandlers.framework.postMessage(${message}).then(() => "no answer", ${read})`;
}

/** Kinds of things that have to be let go when nothing is going on any more. */
const mustBeLetGo = [
  "D-Bus calls",
  "D-Bus listeners",
  "file choosers",
  "message boxes",
  "pinned bytes",
  "replies",
  "requests",
];

/** Listens to the desktop's colour scheme for as long as the app runs. */
const themeListeners = 1;

/** Waits in a world without Bun's timers. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void later(milliseconds, resolve));
}

/** The Linux platform with a person and pages played from inside its own loop. */
export class LinuxStage implements Stage {
  readonly platform: Platform;
  readonly emitted: Emitted[] = [];
  readonly page = "framework://localhost/";
  readonly folder: string;
  /** What is found at paths of the app's scheme. */
  readonly files = new Map<string, string>([["/", "<!doctype html><title>page</title>"]]);
  #answer: ((text: string) => string) | null = null;
  #reports = new Map<number, (result: { value?: string; error?: string }) => void>();
  #lastReport = 0;

  constructor(folder: string) {
    this.folder = folder;
    const events: Events = {
      emit: (event, payload) => this.#receive({ event, payload } as Emitted),
    };
    this.platform = open(events);
  }

  #receive(item: Emitted): void {
    if (item.event === "page.message") {
      const { request, text } = item.payload;
      if (text.startsWith(report)) {
        const [number, result] = JSON.parse(text.slice(report.length)) as [
          number,
          { value?: string; error?: string },
        ];
        this.#reports.get(number)?.(result);
        void this.platform.calls["page.reply"]({ request, text: "" });
        return;
      }
      this.emitted.push(item);
      if (this.#answer !== null)
        void this.platform.calls["page.reply"]({ request, text: this.#answer(text) });
      return;
    }
    if (item.event === "page.request") {
      const { request, url, call } = item.payload;
      const content = this.files.get(new URL(url).pathname);
      if (content !== undefined && call === null) {
        const body = { kind: "bytes", bytes: Buffer.from(content) } as const;
        const headers = { "content-type": "text/html;charset=utf-8" };
        void this.platform.calls["page.respond"]({ request, response: { status: 200, headers, body } });
        return;
      }
    }
    this.emitted.push(item);
  }

  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    // A case that waits in vain must say so before it is given up itself.
    const end = performance.now() + patience / 2;
    for (;;) {
      const seen = look();
      if (seen !== undefined) return seen;
      if (performance.now() > end) {
        const last = JSON.stringify(this.emitted.slice(-6));
        throw new Error(
          `Waited in vain for ${what}\n  held: ${JSON.stringify(heldObjects())}\n  last: ${last}`,
        );
      }
      await pause(5);
    }
  }

  /** The value of an expression in a page; rejects with what the page throws. */
  async ask(label: string, expression: string): Promise<string> {
    const number = ++this.#lastReport;
    const answer = new Promise<{ value?: string; error?: string }>((resolve) =>
      this.#reports.set(number, resolve),
    );
    const tell = `(result) => webkit.messageHandlers.framework.postMessage(key + ${JSON.stringify(report)} + JSON.stringify([${number}, result])).catch(() => {})`;
    const script = `(async () => String(await (${expression})))().then((value) => ({ value }), (error) => ({ error: String(error) })).then(${tell});`;
    await this.platform.calls["window.evaluate"]({ window: label, script, pages: null });
    const { value, error } = await answer;
    this.#reports.delete(number);
    if (value === undefined) throw new Error(error);
    return value;
  }

  /** The labels of the windows that are open. */
  openWindows(): string[] {
    const open = new Set<string>();
    for (const { event, payload } of this.emitted) {
      if (event === "page.opened") open.add(payload.window);
      if (event === "window.closed") open.delete(payload.window);
    }
    return [...open];
  }

  isShown(dialog: number): boolean {
    return windowTitled(`dialog ${dialog}`) !== null;
  }

  #dialog(dialog: number): number {
    const window = windowTitled(`dialog ${dialog}`);
    if (window === null) throw new Error(`Cannot find dialog ${dialog} on the screen`);
    return window;
  }

  pressButton(dialog: number, button: number): void {
    testGtk.gtk_dialog_response(this.#dialog(dialog), button);
  }

  closeDialog(dialog: number): void {
    testGtk.gtk_window_close(this.#dialog(dialog));
  }

  chooseFiles(dialog: number, paths: readonly string[]): void {
    const chooser = this.#dialog(dialog);
    // The folder is read in the background, and what is selected before is forgotten.
    const accept = (): void => {
      if (!this.isShown(dialog)) return;
      const [path] = paths;
      if (path !== undefined) testGtk.gtk_file_chooser_select_filename(chooser, path);
      // One by one, GTK would select only the last.
      if (paths.length > 1 && chosenCount(chooser) > 0) testGtk.gtk_file_chooser_select_all(chooser);
      if (chosenCount(chooser) === paths.length) testGtk.gtk_dialog_response(chooser, GTK_RESPONSE_ACCEPT);
      else later(10, accept);
    };
    accept();
  }

  closeWindow(label: string): void {
    const window = windowTitled(label);
    if (window === null) throw new Error(`Cannot find window ${label} on the screen`);
    testGtk.gtk_window_close(window);
  }

  send(label: string, text: string): Promise<string> {
    // By the transport that the bridge gets.
    const withoutMark = `(answer) => answer.slice(${answerMark.length})`;
    return this.ask(label, `engine.post(${JSON.stringify(text)}).then(${withoutMark})`);
  }

  async request(
    label: string,
    url: string,
    body?: Uint8Array,
  ): Promise<{ status: number; type: string; text: string }> {
    const bytes = body === undefined ? "" : Buffer.from(body).toString("base64");
    const options =
      body === undefined
        ? ""
        : `, { method: "POST", headers: { ${JSON.stringify(keyHeader)}: key }, body: Uint8Array.from(atob("${bytes}"), (c) => c.charCodeAt(0)) }`;
    const read =
      "async (r) => JSON.stringify({ status: r.status, type: r.headers.get('content-type'), text: await r.text() })";
    const answer = await this.ask(label, `fetch(${JSON.stringify(url)}${options}).then(${read})`);
    return JSON.parse(answer) as { status: number; type: string; text: string };
  }

  async showFrame(label: string, url: string): Promise<readonly string[]> {
    const { pathname } = new URL(url);
    this.files.set(pathname, "<!doctype html>");
    const posted = await this.ask(
      label,
      `new Promise((resolve) => {
        const posted = [];
        const hear = ({ data }) => posted.push(data);
        addEventListener("message", hear);
        const frame = document.createElement("iframe");
        frame.src = ${JSON.stringify(url)};
        // What a frame posts while it is loaded arrives before the news of it.
        frame.onload = () => setTimeout(() => {
          removeEventListener("message", hear);
          frame.remove();
          resolve(JSON.stringify(posted));
        });
        document.documentElement.append(frame);
      })`,
    );
    this.files.delete(pathname);
    return JSON.parse(posted) as readonly string[];
  }

  reload(label: string): void {
    void this.platform.calls["window.evaluate"]({ window: label, script: "location.reload()", pages: null });
  }

  answerMessages(answer: ((text: string) => string) | null): void {
    this.#answer = answer;
  }

  held(): number {
    const held = heldObjects();
    return mustBeLetGo.reduce((sum, kind) => sum + (held[kind] ?? 0), -themeListeners);
  }
}
