import { inheritedStreams } from "../standard-streams.ts";
import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import type { OpenProgram } from "../../contract/commands/shell.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type {
  Choice,
  ChoiceRequest,
  Monitors,
  EngineTraits,
  FileRequest,
  MessageRequest,
  NotificationRequest,
  PageResponse,
  TrayClick,
  TraySpec,
  UiCallArgs,
  UiCallName,
  UiEvents,
  WindowSpec,
} from "../../contract/ui/index.ts";
import type { WindowState } from "../../contract/window/window.ts";
import type { Events, Platform, PlatformCalls } from "../platform.ts";
import { withoutButton } from "../choice.ts";
import type { Dialog, DialogQueue } from "../shell/dialog-queue.ts";
import { openShell } from "../shell/shell.ts";
import type { SystemWindowEvents, Toolkit } from "../toolkit.ts";
import { Held } from "../ffi/held.ts";
import { bridgeCall } from "../page/bridge-call.ts";
import { Documents } from "../shell/view/documents.ts";
import { beginsWithKeyOf, keyLength } from "../page/key.ts";
import { Messages } from "../page/messages.ts";
import { webkitLike, type MemoryEngine } from "./engine.ts";
import { MemoryWindow } from "./window.ts";
import { memoryMonitor, windowToolkit } from "./window-state.ts";

/** A call as it was made, for tests to compare. */
export type RecordedCall = {
  [N in UiCallName]: { readonly call: N; readonly args: UiCallArgs<N> };
}[UiCallName];

/** What the user would do; a dialog without an answer stays open until it is given one. */
export interface Answers {
  /** Whether there is something to show windows on; it may throw. */
  display?: () => void;
  /** The monitors; without it, there is one. */
  monitors?: Monitors;
  /** What comes of asking a window's page by `beforeunload`; without it, no page minds. */
  mayClose?: (window: string) => boolean | Promise<boolean>;
  /** Which button is pressed: its index. */
  message?: (request: MessageRequest) => number | Promise<number>;
  /** Which button of a question is pressed. */
  choice?: (request: ChoiceRequest) => Choice | Promise<Choice>;
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

/** How a message of a page is answered. */
interface Reply {
  readonly answer: (text: string) => void;
  readonly refuse: (error: Error) => void;
}

interface HeldRequest {
  readonly window: string;
  readonly respond: (response: PageResponse) => void;
}

/**
 * A platform whose toolkit has no system under it. Windows are records, the user's answers are scripted, every call is
 * recorded, and tests speak for the pages. Its dialogs queue per window as the real ones do.
 */
export class MemoryPlatform implements Platform {
  readonly recorded: RecordedCall[] = [];
  readonly calls: PlatformCalls;
  answers: Answers;
  /** What other programs would paste. */
  clipboard: string | null = null;
  /** The registered accelerators, as JSON, by number. */
  readonly shortcuts = new Map<number, string>();
  tray: TraySpec | null = null;
  /** Set by `app.quit`. */
  exitCode: number | null = null;

  readonly openStreams: Platform["openStreams"];
  readonly load: Platform["load"];
  readonly prepare: Platform["prepare"];
  readonly later: Platform["later"];
  readonly run: Platform["run"];
  readonly openWaker: Platform["openWaker"];

  readonly #events: Events;
  readonly #engine: MemoryEngine;
  readonly #traits: EngineTraits;
  readonly #messages = new Messages<Reply>({
    answer: (reply, text) => reply.answer(text),
    refuse: (reply, reason) => reply.refuse(new Error(reason)),
    release: () => {},
  });
  readonly #requests = new Held<HeldRequest>("requests");
  readonly #windows = new Map<string, MemoryWindow>();
  #dialogs!: DialogQueue;

  constructor(events: Events, answers: Answers = {}, engine: MemoryEngine = webkitLike) {
    this.#events = events;
    this.#engine = engine;
    this.#traits = { ...engine, transport: engine.transport.script };
    this.answers = answers;
    const platform = openShell<MemoryWindow>(events, (parts) => {
      this.#dialogs = parts.dialogs;
      return this.#toolkit();
    });
    this.calls = this.#recording(platform.calls);
    this.openStreams = () => platform.openStreams();
    this.load = () => platform.load();
    this.prepare = (identity) => platform.prepare(identity);
    this.later = (milliseconds, task) => platform.later(milliseconds, task);
    this.run = () => platform.run();
    this.openWaker = (drain) => platform.openWaker(drain);
  }

  #toolkit(): Toolkit<MemoryWindow> {
    return {
      openStreams: () => inheritedStreams(null),
      load() {},
      open: () => {
        this.answers.display?.();
        return { traits: this.#traits, makeWindow: (spec, events) => this.#make(spec, events) };
      },
      begin() {},
      later,
      run: () => this.exitCode ?? 0,
      openWaker() {
        throw new Error("Cannot wake the memory platform: it has no loop");
      },
      quit: (code) => {
        this.exitCode = code;
      },
      setAppIcon: checkPicture,
      setAppVisible() {},
      windows: windowToolkit,
      readMonitors: () =>
        this.answers.monitors ?? { all: [memoryMonitor], primary: 0, current: 0, canPlace: true },
      messageDialog: (_, request) =>
        dialog(request.buttons.length - 1, () => this.answers.message?.(request)),
      choiceDialog: (_, request) =>
        dialog<Choice>(withoutButton(request), () => this.answers.choice?.(request)),
      fileDialog: (_, request) => dialog<readonly string[]>([], () => this.answers.file?.(request)),
      clipboard: {
        write: (text) => {
          this.clipboard = text;
        },
        read: () => this.clipboard,
      },
      notifications: { show: (request) => this.answers.notification?.(request) },
      shortcuts: {
        register: (registration) => this.#register(registration),
        unregister: (id) => {
          this.shortcuts.delete(id);
        },
        releaseAll: () => this.shortcuts.clear(),
      },
      tray: {
        show: (spec) => {
          checkPicture(spec.icon);
          this.tray = spec;
        },
        remove: () => {
          this.tray = null;
        },
      },
      shell: {
        open: ({ address }) => this.answers.openAddress?.(address),
        openWith: ({ address, program }) => this.#openWith(address, program),
      },
      pages: {
        reply: (request, text) => {
          this.#messages.reply(request, text);
        },
        respond: (request, response) => {
          this.#requests.take(request)?.respond(response);
        },
      },
    };
  }

  #register({ id, accelerator, text }: UiCallArgs<"shortcut.register">): void {
    const keys = JSON.stringify(accelerator);
    if ([...this.shortcuts.values()].includes(keys) || this.answers.isTaken?.(accelerator) === true) {
      throw new FrameworkError(
        "unavailable",
        `Cannot register the shortcut "${text}": another program has it`,
      );
    }
    this.shortcuts.set(id, keys);
  }

  #openWith(address: string, program: OpenProgram): void {
    if (this.answers.openWith === undefined) {
      throw new FrameworkError(
        "unavailable",
        `Cannot open "${address}" with "${program}": it is not installed`,
      );
    }
    this.answers.openWith(address, program);
  }

  /** Requests and dialogs that still wait: none, when all is answered. */
  get held(): number {
    return this.#messages.size + this.#requests.size + this.#dialogs.size;
  }

  get windows(): ReadonlyMap<string, MemoryWindow> {
    return this.#windows;
  }

  /** What the window's page gets before any code of its own: the bridge, called with its key, and `window.memory`. */
  openPage(label: string): { readonly bridge: string; readonly memory: unknown } {
    const { spec, documents } = this.#window(label);
    return {
      bridge: bridgeCall(spec.bridge.source, JSON.stringify(documents.current?.key ?? ""), this.#traits),
      memory: this.#engine.transport.open((message) => this.#ask(label, message)),
    };
  }

  /** Takes a message from the window's page, with what the page says is its key. */
  #ask(label: string, message: string): Promise<string> {
    const { documents } = this.#window(label);
    const { current } = documents;
    return new Promise((answer, refuse) => {
      if (current === null || !beginsWithKeyOf(current, message)) this.#messages.refuse({ answer, refuse });
      else this.#messages.receive(documents, current, message.slice(keyLength), { answer, refuse });
    });
  }

  /** Sends a message as the window's page would. Never settles when the page goes away first. */
  postMessage(label: string, text: string, origin?: string): Promise<string> {
    const { documents, document } = this.#window(label);
    const from = { ...document, ...(origin !== undefined && { origin }) };
    return new Promise((answer, refuse) => this.#messages.receive(documents, from, text, { answer, refuse }));
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
    const { readsBodies, answersBytes } = this.#engine;
    const { key: _, ...sender } = this.#window(window).document;
    const call = body === undefined ? null : { sender, body: readsBodies ? body : new Uint8Array() };
    return new Promise((resolve) => {
      const respond = (response: PageResponse): void => resolve(answersBytes ? response : asText(response));
      const request = this.#requests.add({ window, respond });
      this.#events.emit("page.request", { request, window, method, url, headers, call });
    });
  }

  /** Loads another document into the window, as a reload or a link would. */
  navigate(label: string, url?: string): void {
    const window = this.#window(label);
    window.load(url ?? window.spec.url);
  }

  /** Presses the window's close button. */
  requestClose(window: string): void {
    this.#events.emit("window.closeRequested", { window });
  }

  /** Changes a window as its user or the system would. */
  change(label: string, change: Partial<WindowState>): void {
    this.#window(label).change(change);
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

  #make(spec: WindowSpec, events: SystemWindowEvents): MemoryWindow {
    // Messages of a document that has gone are not forgotten, so that tests hear what the app says to them.
    const documents = new Documents(this.#traits, () => {});
    const { label } = spec;
    const window = new MemoryWindow(spec, {
      documents,
      events,
      refuseAll: () => {
        this.#messages.refuseAll(documents);
        for (const [request, { window: asking }] of this.#requests)
          if (asking === label) this.#requests.take(request)?.respond(gone);
      },
      mayLeave: () => this.answers.mayClose?.(label) ?? true,
      blurOthers: () => {
        for (const other of this.#windows.values()) if (other !== window) other.change({ isFocused: false });
      },
      released: () => this.#windows.delete(label),
    });
    this.#windows.set(label, window);
    return window;
  }

  #window(label: string): MemoryWindow {
    const window = this.windows.get(label);
    if (window === undefined)
      throw new FrameworkError("not-found", `Cannot find window "${label}": want an open one`);
    return window;
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

function later(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}

/** A dialog that waits until `ask` gives an answer. */
function dialog<Result>(cancelled: Result, ask: () => Result | Promise<Result> | undefined): Dialog<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  return {
    cancelled,
    async show() {
      try {
        const answer = ask();
        if (answer !== undefined) Promise.resolve(answer).then(resolve, reject);
      } catch (error) {
        reject(error);
      }
      return promise;
    },
    close: () => resolve(cancelled),
  };
}

const gone: PageResponse = {
  status: 503,
  headers: { "content-type": "text/plain" },
  body: { kind: "bytes", bytes: new Uint8Array() },
};

/** What is left of an answer in an engine that takes all answers for text. */
function asText(response: PageResponse): PageResponse {
  const { body } = response;
  if (body.kind !== "bytes") return response;
  return { ...response, body: { kind: "bytes", bytes: Buffer.from(new TextDecoder().decode(body.bytes)) } };
}

/** Everything but nothing is a picture here. */
function checkPicture(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new FrameworkError("bad-argument", "Cannot use 0 bytes as an icon: want a picture");
}
