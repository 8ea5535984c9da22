import { keyHeader } from "../../src/contract/page/message.ts";
import { pageOrigins, type SchemeHosts } from "../../src/contract/page/origins.ts";
import type { Events, Platform } from "../../src/native/platform.ts";
import type { Emitted, Stage } from "../../src/native/conformance/stage.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { patience } from "../../harness/wait.ts";

const report = "\u0001report ";

/**
 * The differences between the stages of systems with an engine, except the use of dialogs and
 * windows.
 */
export interface NativeSystem {
  open(events: Events): Platform;
  /** Runs a task after a time, in the loop of the system. */
  later(milliseconds: number, task: () => void): unknown;
  readonly hosts: SchemeHosts;
  /** The mark in front of an answer from the engine's transport. */
  readonly answerMark: string;
  /**
   * Kinds of things that have to be let go when nothing is going on any more, and how many of each
   * may stay.
   */
  readonly mayStay: Readonly<Record<string, number>>;
}

/** A platform with a real engine, whose pages are driven from inside its own loop. */
export abstract class NativeStage implements Stage {
  readonly platform: Platform;
  readonly emitted: Emitted[] = [];
  readonly page: string;
  readonly otherOrigin: string;
  readonly folder: string;
  readonly #system: NativeSystem;
  /** The content at paths of the app's scheme. */
  readonly files = new Map<string, string>([
    ["/", "<!doctype html><title>page</title>"],
    // Chromium asks each site for it, at a time of its own.
    ["/favicon.ico", ""],
  ]);
  /** Called, and waited for, whenever something that was waited for is there. */
  seen: (() => Promise<void>) | null = null;
  #answer: ((text: string) => string) | null = null;
  #reports = new Map<number, (result: { value?: string; error?: string }) => void>();
  #lastReport = 0;

  constructor(system: NativeSystem, folder: string) {
    this.#system = system;
    this.folder = folder;
    const { app, asset } = pageOrigins(system.hosts);
    this.page = `${app}/`;
    this.otherOrigin = asset;
    const events: Events = {
      emit: (event, payload) => this.#receive({ event, payload } as Emitted),
    };
    this.platform = system.open(events);
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
        void this.platform.calls["page.respond"]({
          request,
          response: { status: 200, headers, body },
        });
        return;
      }
    }
    this.emitted.push(item);
  }

  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    // A case that waits in vain must report it before its own time limit.
    const end = performance.now() + patience / 2;
    for (;;) {
      const seen = look();
      if (seen !== undefined) {
        await this.seen?.();
        return seen;
      }
      if (performance.now() > end) {
        const last = JSON.stringify(this.emitted.slice(-6));
        throw new Error(
          `Waited in vain for ${what}\n  held: ${JSON.stringify(heldObjects())}\n  last: ${last}`,
        );
      }
      await this.pause(5);
    }
  }

  /** Waits in a world without Bun's timers. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#system.later(milliseconds, resolve));
  }

  /** The value of an expression in a page. Rejects with the page's error. */
  async ask(label: string, expression: string): Promise<string> {
    const number = ++this.#lastReport;
    const answer = new Promise<{ value?: string; error?: string }>((resolve) =>
      this.#reports.set(number, resolve),
    );
    const tell = `(result) => engine.post(${JSON.stringify(report)} + JSON.stringify([${number}, result])).catch(() => {})`;
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

  abstract isShown(dialog: number): boolean;
  abstract pressButton(dialog: number, button: number): void;
  abstract closeDialog(dialog: number): void;
  abstract chooseFiles(dialog: number, paths: readonly string[]): void;
  abstract closeWindow(label: string): void;

  send(label: string, text: string): Promise<string> {
    // By the transport that the bridge gets.
    const withoutMark = `(answer) => answer.slice(${this.#system.answerMark.length})`;
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
        // Messages of a frame during its load arrive before the event of the load.
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
    void this.platform.calls["window.evaluate"]({
      window: label,
      script: "location.reload()",
      pages: null,
    });
  }

  answerMessages(answer: ((text: string) => string) | null): void {
    this.#answer = answer;
  }

  held(): number {
    const held = heldObjects();
    const left = ([kind, most]: [string, number]): number => Math.max(0, (held[kind] ?? 0) - most);
    return Object.entries(this.#system.mayStay).reduce((sum, kind) => sum + left(kind), 0);
  }
}
