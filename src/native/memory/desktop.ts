import type { OpenProgram } from "../../contract/open-programs.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import type {
  ActivationPolicy,
  Choice,
  ChoiceRequest,
  FileRequest,
  MessageRequest,
  Monitors,
  NotificationRequest,
  TraySpec,
  UiCallArgs,
} from "../../contract/ui/index.ts";
import { withoutButton } from "../choice.ts";
import type { Dialog } from "../shell/dialog-queue.ts";
import { inheritedStreams } from "../standard-streams.ts";
import type { Toolkit } from "../toolkit.ts";
import { MemoryMenus } from "./menus.ts";
import { later, MemoryPages } from "./pages.ts";
import { MemoryWebView } from "./view.ts";
import { memoryMonitor, windowToolkit } from "./window-state.ts";
import { MemoryWindow, type MemoryLooks } from "./window.ts";
import type { MemoryEngine } from "./engine.ts";

/** The scripted actions of the user; a dialog without an answer stays open until it gets one. */
export interface Answers {
  /** Whether there is a display; it may throw. */
  display?: () => void;
  /** The monitors; without it, there is one. */
  monitors?: Monitors;
  /** The result of a window page's `beforeunload`; without it, every page may close. */
  mayClose?: (window: string) => boolean | Promise<boolean>;
  /** The index of the pressed button. */
  message?: (request: MessageRequest) => number | Promise<number>;
  /** The pressed button of a question. */
  choice?: (request: ChoiceRequest) => Choice | Promise<Choice>;
  /** The chosen paths; an empty list cancels. */
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

/**
 * A substitute for a system: windows are records, the user's answers are scripted, and tests act as
 * the pages.
 */
export class MemoryDesktop {
  answers: Answers;
  /** The text that other programs would paste. */
  clipboard: string | null = null;
  /** The registered accelerators, as JSON, by number. */
  readonly shortcuts = new Map<number, string>();
  tray: TraySpec | null = null;
  /** The last set policy. */
  activationPolicy: ActivationPolicy | null = null;
  /** Set by `app.quit`. */
  exitCode: number | null = null;
  /** By label. */
  readonly windows = new Map<string, MemoryWindow>();
  readonly looks: MemoryLooks = { theme: null };
  readonly pages: MemoryPages;
  readonly menus = new MemoryMenus();
  /** The actions of menu roles on pages: the window's label, and the action. */
  readonly acts: (readonly [window: string, act: string])[] = [];

  constructor(answers: Answers, engine: MemoryEngine) {
    this.answers = answers;
    this.pages = new MemoryPages(engine);
  }

  /** The toolkit of this system. */
  toolkit(): Toolkit<MemoryWindow> {
    return {
      ...this.#services(),
      openStreams: () => inheritedStreams(null),
      load() {},
      open: () => {
        this.answers.display?.();
        return {
          traits: this.pages.traits,
          makeWindow: (spec, events) => {
            const view = new MemoryWebView(
              this.pages.engine,
              (window) => this.answers.mayClose?.(window) ?? true,
            );
            return new MemoryWindow(spec, {
              view,
              events,
              all: this.windows,
              looks: this.looks,
            });
          },
        };
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
      setActivationPolicy: (policy) => {
        this.activationPolicy = policy;
      },
      windows: windowToolkit,
      readMonitors: () =>
        this.answers.monitors ?? { all: [memoryMonitor], primary: 0, current: 0, canPlace: true },
      messageDialog: (_, request) =>
        dialog(request.buttons.length - 1, () => this.answers.message?.(request)),
      choiceDialog: (_, request) =>
        dialog<Choice>(withoutButton(request), () => this.answers.choice?.(request)),
      fileDialog: (_, request) => dialog<readonly string[]>([], () => this.answers.file?.(request)),
    };
  }

  #services(): Pick<
    Toolkit<MemoryWindow>,
    "clipboard" | "notifications" | "shortcuts" | "menus" | "act" | "tray" | "shell" | "messages"
  > {
    return {
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
      menus: this.menus,
      act: ({ spec }, act) => void this.acts.push([spec.label, act]),
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
      messages: this.pages.messages,
    };
  }

  #register({ id, accelerator, text }: UiCallArgs<"shortcut.register">): void {
    const keys = JSON.stringify(accelerator);
    if (
      [...this.shortcuts.values()].includes(keys) ||
      this.answers.isTaken?.(accelerator) === true
    ) {
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
}

/** A dialog that waits until `ask` gives an answer. */
function dialog<Result>(
  cancelled: Result,
  ask: () => Result | Promise<Result> | undefined,
): Dialog<Result> {
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

/** Any bytes but none count as a picture here. */
function checkPicture(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new FrameworkError("bad-argument", "Cannot use 0 bytes as an icon: want a picture");
}
