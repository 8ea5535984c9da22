import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import type { OpenProgram } from "../../contract/commands/shell.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type {
  FileRequest,
  MessageRequest,
  NotificationRequest,
  PageResponse,
  Sender,
  TrayClick,
  TraySpec,
  UiCallArgs,
  UiCallName,
  UiEvents,
  WindowOperation,
  WindowSpec,
} from "../../contract/ui/index.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { Events, Platform, PlatformCalls } from "../platform.ts";
import { memoryMonitor, MemoryWindowState } from "./window-state.ts";

/** A call as it was made, for tests to compare. */
export type RecordedCall = {
  [N in UiCallName]: { readonly call: N; readonly args: UiCallArgs<N> };
}[UiCallName];

/** What the user would do; a dialog without an answer stays open until it is given one. */
export interface Answers {
  /** Whether there is something to show windows on; it may throw. */
  display?: () => void;
  /** Which button is pressed: its index. */
  message?: (request: MessageRequest) => number | Promise<number>;
  /** Which paths are chosen; none is cancelling. */
  file?: (request: FileRequest) => readonly string[] | Promise<readonly string[]>;
  /** Whether an application opens the address; it may throw. */
  openAddress?: (address: string) => void;
  /** Opens the address in a program; without it none is installed. */
  openWith?: (address: string, program: OpenProgram) => void;
  /** Whether the desktop shows it; it may throw. */
  notification?: (request: NotificationRequest) => void;
  /** Whether another program has these keys. */
  isTaken?: (accelerator: Accelerator) => boolean;
}

interface MemoryWindow {
  readonly spec: WindowSpec;
  document: Sender;
  readonly held: MemoryWindowState;
  /** What the window's next documents get behind the bridge. */
  scripts: WindowSpec["scripts"];
  /** What the page was told to run, in order. */
  readonly evaluated: string[];
}

interface Shown {
  readonly id: number;
  readonly window: string;
  /** Takes the dialog away without an answer. */
  cancel(): void;
}

/**
 * A platform with no system under it. Windows are records, the user's answers are scripted, every call is
 * recorded, and tests speak for the pages. Its dialogs queue per window as the real ones do.
 */
export class MemoryPlatform implements Platform {
  readonly recorded: RecordedCall[] = [];
  readonly windows = new Map<string, MemoryWindow>();
  readonly calls: PlatformCalls;
  answers: Answers;
  /** What other programs would paste. */
  clipboard: string | null = null;
  /** The registered accelerators, as JSON, by number. */
  readonly shortcuts = new Map<number, string>();
  tray: TraySpec | null = null;
  /** Set by `app.quit`. */
  exitCode: number | null = null;

  readonly #events: Events;
  readonly #shown = new Set<Shown>();
  readonly #queues = new Map<string, Promise<unknown>>();
  // Windows of an app thread before this one.
  #adoptable = new Set<string>();
  readonly #replies = new Map<number, (text: string) => void>();
  readonly #responses = new Map<number, (response: PageResponse) => void>();
  #lastDocument = 0;
  #lastRequest = 0;

  constructor(events: Events, answers: Answers = {}) {
    this.#events = events;
    this.answers = answers;
    this.calls = this.#recording({
      "app.begin": () => this.#begin(),
      "app.ready": () => {
        for (const label of this.#adoptable) this.#destroy(label);
      },
      "app.setIcon": ({ icon }) => checkPicture(icon),
      "app.quit": ({ code }) => {
        this.exitCode = code;
      },
      "app.setVisible": () => undefined,
      "window.create": (spec) => this.#create(spec),
      "window.destroy": ({ window }) => this.#destroy(window),
      "window.evaluate": ({ window, script }) => {
        this.#window(window).evaluated.push(script);
      },
      "window.setScripts": ({ window, scripts }) => {
        this.#window(window).scripts = scripts;
      },
      "window.apply": ({ window, operation }) => this.#apply(window, operation),
      "window.read": ({ window }) => this.#window(window).held.state,
      "monitors.read": ({ window }) => {
        this.#window(window);
        return { all: [memoryMonitor], primary: 0, current: 0 };
      },
      "dialog.message": (request) =>
        this.#show(request, request.buttons.length - 1, () => this.answers.message?.(request)),
      "dialog.file": (request) =>
        this.#show<readonly string[]>(request, [], () => this.answers.file?.(request)),
      "dialog.dismiss": ({ id }) => {
        for (const dialog of this.#shown) if (dialog.id === id) dialog.cancel();
      },
      "clipboard.write": ({ text }) => {
        this.clipboard = text;
      },
      "clipboard.read": () => this.clipboard,
      "notification.show": (request) => this.answers.notification?.(request),
      "shortcut.register": ({ id, accelerator, text }) => {
        const keys = JSON.stringify(accelerator);
        if ([...this.shortcuts.values()].includes(keys) || this.answers.isTaken?.(accelerator) === true) {
          throw new FrameworkError(
            "unavailable",
            `Cannot register the shortcut "${text}": another program has it`,
          );
        }
        this.shortcuts.set(id, keys);
      },
      "shortcut.unregister": ({ id }) => {
        this.shortcuts.delete(id);
      },
      "tray.show": (spec) => {
        checkPicture(spec.icon);
        this.tray = spec;
      },
      "tray.remove": () => {
        this.tray = null;
      },
      "shell.open": (request) => this.answers.openAddress?.(request.address),
      "shell.openWith": ({ address, program }) => {
        if (this.answers.openWith === undefined) {
          throw new FrameworkError(
            "unavailable",
            `Cannot open "${address}" with "${program}": it is not installed`,
          );
        }
        this.answers.openWith(address, program);
      },
      "page.reply": ({ request, text }) => {
        this.#replies.get(request)?.(text);
        this.#replies.delete(request);
      },
      "page.respond": ({ request, response }) => {
        this.#responses.get(request)?.(response);
        this.#responses.delete(request);
      },
    });
  }

  load(): void {}

  prepare(): void {}

  run(): number {
    return this.exitCode ?? 0;
  }

  openWaker(): never {
    throw new Error("Cannot wake the memory platform: it has no loop");
  }

  /** Requests and dialogs that still wait: none, when all is answered. */
  get held(): number {
    return this.#replies.size + this.#responses.size + this.#shown.size;
  }

  /** Sends a message as the window's page would. Never settles when the page goes away first. */
  postMessage(window: string, text: string, origin?: string): Promise<string> {
    const sender = { ...this.#window(window).document, ...(origin !== undefined && { origin }) };
    const request = ++this.#lastRequest;
    return new Promise((resolve) => {
      this.#replies.set(request, resolve);
      this.#events.emit("page.message", { request, sender, text });
    });
  }

  /** Makes a request as the window's page would; `body` stands for one with the document's key. */
  request(
    window: string,
    url: string,
    {
      method = "GET",
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: Uint8Array } = {},
  ): Promise<PageResponse> {
    const request = ++this.#lastRequest;
    const call: UiEvents["page.request"]["call"] =
      body === undefined ? null : { sender: this.#window(window).document, body };
    return new Promise((resolve) => {
      this.#responses.set(request, resolve);
      this.#events.emit("page.request", { request, window, method, url, headers, call });
    });
  }

  /** Loads another document into the window, as a reload or a link would. */
  navigate(label: string, url?: string): void {
    const window = this.#window(label);
    this.#closePage(window);
    window.document = this.#openPage(label, url ?? window.spec.url);
  }

  /** Presses the window's close button. */
  requestClose(window: string): void {
    this.#events.emit("window.closeRequested", { window });
  }

  /** Changes a window as its user or the system would. */
  change(label: string, change: Partial<WindowState>): void {
    this.#report(label, (held) => held.change(change));
  }

  /** Drags files over a window, away again, or drops them. */
  dragFiles(
    window: string,
    stage: UiEvents["window.filesDragged"]["stage"],
    paths: readonly string[] = [],
  ): void {
    this.#events.emit("window.filesDragged", { window, stage, paths });
  }

  /** Presses keys, whatever program has the keyboard. */
  pressKeys(accelerator: Accelerator): void {
    const keys = JSON.stringify(accelerator);
    for (const [id, registered] of this.shortcuts) {
      if (registered === keys) this.#events.emit("shortcut.pressed", { id });
    }
  }

  /** Clicks on the icon in the tray. */
  clickTray(click: TrayClick["click"], position = { x: 0, y: 0 }): void {
    this.#events.emit("tray.clicked", { click, position });
  }

  /** Chooses an item of the tray's menu. */
  chooseInTray(item: string): void {
    this.#events.emit("tray.menuClicked", { item });
  }

  terminate(reason: string): void {
    this.#events.emit("app.terminate", { reason });
  }

  #begin(): void {
    this.answers.display?.();
    this.#adoptable = new Set(this.windows.keys());
    for (const dialog of this.#shown) dialog.cancel();
    for (const reply of this.#replies.values()) reply(refusal);
    for (const respond of this.#responses.values()) respond(gone);
    this.#replies.clear();
    this.#responses.clear();
  }

  #create(spec: WindowSpec): void {
    if (this.#adoptable.delete(spec.label)) {
      this.#window(spec.label).scripts = spec.scripts;
      return this.navigate(spec.label);
    }
    if (this.windows.has(spec.label)) {
      throw new FrameworkError(
        "already-exists",
        `Cannot open window "${spec.label}": one of that label is open`,
      );
    }
    this.windows.set(spec.label, {
      spec,
      document: this.#openPage(spec.label, spec.url),
      held: new MemoryWindowState(spec),
      scripts: spec.scripts,
      evaluated: [],
    });
  }

  #apply(label: string, operation: WindowOperation): void {
    if (operation.name === "setIcon" && operation.value.length === 0) {
      throw new FrameworkError("bad-argument", `Cannot set the icon of window "${label}": want a picture`);
    }
    this.#report(label, (held) => held.apply(operation));
    if (operation.name !== "setFocus") return;
    for (const other of this.windows.keys()) if (other !== label) this.change(other, { isFocused: false });
  }

  /** Changes a window, and tells what came of it. */
  #report(window: string, change: (held: MemoryWindowState) => void): void {
    const { held } = this.#window(window);
    const before = held.state;
    change(held);
    const { innerSize: size, outerPosition: position, isFocused, scaleFactor, theme } = held.state;
    const events = this.#events;
    if (scaleFactor !== before.scaleFactor) events.emit("window.scaled", { window, scaleFactor, size });
    if (!same(size, before.innerSize)) events.emit("window.resized", { window, size });
    if (!same(position, before.outerPosition)) events.emit("window.moved", { window, position });
    if (isFocused !== before.isFocused) events.emit("window.focused", { window, isFocused });
    if (theme !== before.theme) events.emit("window.themed", { window, theme });
  }

  #destroy(label: string): void {
    const window = this.#window(label);
    for (const dialog of this.#shown) if (dialog.window === label) dialog.cancel();
    this.#closePage(window);
    this.windows.delete(label);
    this.#adoptable.delete(label);
    this.#events.emit("window.closed", { window: label });
  }

  #openPage(window: string, url: string): Sender {
    const { protocol, host } = new URL(url);
    const sender: Sender = { window, document: ++this.#lastDocument, origin: `${protocol}//${host}` };
    this.#events.emit("page.opened", sender);
    for (const stage of ["started", "finished"] as const)
      this.#events.emit("page.loadChanged", { window, url, stage });
    return sender;
  }

  #closePage({ document: { window, document } }: MemoryWindow): void {
    this.#events.emit("page.closed", { window, document });
  }

  #window(label: string): MemoryWindow {
    const window = this.windows.get(label);
    if (window === undefined)
      throw new FrameworkError("not-found", `Cannot find window "${label}": it is not open`);
    return window;
  }

  /** Shows a dialog after those its window shows already. */
  #show<Result>(
    { id, window }: { readonly id: number; readonly window: string },
    cancelled: Result,
    ask: () => Result | Promise<Result> | undefined,
  ): Promise<Result> {
    this.#window(window);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const dialog: Shown = { id, window, cancel: () => resolve(cancelled) };
    this.#shown.add(dialog);
    const before = this.#queues.get(window) ?? Promise.resolve();
    void before.then(async () => {
      if (!this.#shown.has(dialog)) return;
      try {
        const answer = await ask();
        if (answer !== undefined) resolve(answer);
      } catch (error) {
        reject(error);
      }
    });
    const settled = promise.finally(() => this.#shown.delete(dialog));
    this.#queues.set(
      window,
      settled.catch(() => undefined),
    );
    return settled;
  }

  #recording(calls: PlatformCalls): PlatformCalls {
    const wrap = ([call, run]: [string, unknown]): [string, unknown] => [
      call,
      (args: unknown) => {
        this.recorded.push({ call, args } as RecordedCall);
        return (run as (args: unknown) => unknown)(args);
      },
    ];
    return Object.fromEntries(Object.entries(calls).map(wrap)) as unknown as PlatformCalls;
  }
}

const refusal = JSON.stringify({
  ok: false,
  error: { code: "closed", message: "Another app thread has begun" },
});
const gone: PageResponse = {
  status: 503,
  headers: { "content-type": "text/plain" },
  body: { kind: "bytes", bytes: new Uint8Array() },
};

function same(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Everything but nothing is a picture here. */
function checkPicture(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new FrameworkError("bad-argument", "Cannot use 0 bytes as an icon: want a picture");
}
