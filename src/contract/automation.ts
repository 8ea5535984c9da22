// The automation protocol: how a testing tool drives an app from outside. Apps in development and
// debug builds have it, released apps do not (`cli/build/compile/entry.ts` leaves the module out).
//
// The tool listens on a socket and starts the app with `FRAMEWORK_AUTOMATION=<secret>@<address>`:
// the address is the path of a socket or pipe, or a port of this machine. The app connects, and no
// program that it starts has the variable. With `FRAMEWORK_AUTOMATION_HOLDS=dialogs` no dialog is
// shown: the tool answers each; with `prompts` in this list it also answers what scripts of pages
// ask by `alert`, `confirm` and `prompt`. Both directions carry one JSON text a line:
//
//   tool → app   { "secret": "…" }                                   first, or the app hangs up
//   app  → tool  { "event": "hello", "payload": { "secret": "…", "pid": 1, … } }
//   tool → app   { "id": 1, "command": "windows.list", "args": {} }
//   app  → tool  { "id": 1, "result": … }  or  { "id": 1, "error": { "code", "message" } }
//   app  → tool  { "event": "dialog.opened", "payload": … }          at any time
//
// Answers come as they are ready, in any order. An app that restarts connects again.

import type { PlainError } from "./errors.ts";
import type {
  FileFilter,
  MenuItem,
  NotificationRequest,
  TraySpec,
  UiCallArgs,
  UiEvents,
  WindowOperation,
} from "./ui/index.ts";
import type { Attachment } from "./page/message.ts";

/** The plugin through which pages answer. */
export const automationPlugin = "framework-automation";

/** The global through which the app makes pages run scripts. */
export const automationGlobal = "__FRAMEWORK_AUTOMATION__";

/** The answer of a page to a script. */
export interface PageAnswer {
  readonly id: number;
  /** Absent for a value that JSON cannot express, such as `undefined`. */
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string; readonly stack: string };
}

/** A text that a page wrote to its console, or an error that it did not catch. */
export interface ConsoleEntry {
  readonly kind: "debug" | "log" | "info" | "warn" | "error" | "uncaught";
  readonly text: string;
  /** `address:line:column`, if the engine reports it. */
  readonly place: string | null;
}

/** A dialog that the app has requested. */
export interface DialogInfo {
  readonly id: number;
  readonly window: string;
  readonly kind: "message" | "choice" | "open" | "save" | "folder";
  /** For messages and questions. */
  readonly icon: "info" | "warning" | "error" | "question" | null;
  /** `null`: the toolkit's own title. */
  readonly title: string | null;
  readonly text: string | null;
  readonly detail: string | null;
  /**
   * For messages and questions: the labels as the app gave them, those of the toolkit in English.
   */
  readonly buttons: readonly string[];
  readonly checkbox: { readonly text: string; readonly checked: boolean } | null;
  readonly filters: readonly FileFilter[];
  /** The folder that is shown; `null`: the toolkit's choice. */
  readonly folder: string | null;
  /** The text of the name field, or the selected name. */
  readonly name: string | null;
  readonly multiple: boolean;
}

/** The answer to a dialog; `null`: cancelled. */
export type DialogAnswer =
  | { readonly button: string; readonly checked?: boolean }
  | { readonly paths: readonly string[] }
  | null;

/** The desktop features that the app uses now. */
export interface DesktopState {
  /** By window; `""` is the app's menu. */
  readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
  readonly popups: readonly {
    readonly id: number;
    readonly window: string;
    readonly items: readonly MenuItem[];
  }[];
  readonly tray: Omit<TraySpec, "icon"> | null;
  readonly shortcuts: readonly { readonly id: number; readonly text: string }[];
  readonly notifications: readonly NotificationRequest[];
}

/** The events that a tool may cause in the place of the user or the system. */
export const causedEvents = [
  "window.closeRequested",
  "window.filesDragged",
  "menu.chosen",
  "shortcut.pressed",
  "tray.clicked",
  "tray.menuClicked",
  "app.opened",
] as const;

export type CausedEvent = (typeof causedEvents)[number];

/** A window and its page. */
export interface WindowInfo {
  readonly label: string;
  readonly title: string;
  /** The origin of its page; `null`: it has no page yet. */
  readonly origin: string | null;
  readonly isVisible: boolean;
  readonly isFocused: boolean;
  /** The content area, in pixels of the screen. */
  readonly area: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly scaleFactor: number;
  /** With its frame. */
  readonly outerArea: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly isFullscreen: boolean;
}

/** The commands of the protocol, with their arguments and results. */
export interface AutomationCommands {
  "windows.list": (args: Readonly<Record<string, never>>) => readonly WindowInfo[];
  /**
   * Evaluates an expression in the page of a window and waits for a promise. A page that may call
   * nothing has no way to answer: `not-allowed`.
   *
   * `frame`: the indexes of the frames that lead to an inner one, from the page on; frames of the
   * same origin only.
   */
  "page.evaluate": (args: {
    readonly window: string;
    readonly expression: string;
    readonly frame?: readonly number[];
  }) => unknown;
  /** Has a page run a script, and waits for nothing: also one that cannot answer. */
  "page.run": (args: { readonly window: string; readonly script: string }) => void;
  /** Gives a window the keyboard. */
  "window.focus": (args: { readonly window: string }) => void;
  /** Does something to a window, as the app's own code may. */
  "window.apply": (args: { readonly window: string; readonly operation: WindowOperation }) => void;
  /** Opens another window at an address, or at the app's first page. */
  "window.open": (args: { readonly window: string; readonly url: string | null }) => void;
  /** Closes a window without asking its page. */
  "window.destroy": (args: { readonly window: string }) => void;
  /** Calls a command as the page of a window would: its flags and scopes hold. */
  invoke: (args: { readonly window: string; readonly command: string; readonly args: unknown }) => {
    readonly result?: unknown;
    readonly attachments?: readonly Attachment[];
  };
  /** Emits an event to pages and own code. */
  "event.emit": (args: {
    readonly event: string;
    readonly payload?: unknown;
    readonly window?: string | null;
  }) => void;
  /** Subscribes the tool to an event. */
  "event.listen": (args: { readonly event: string }) => void;
  /** Opens files and addresses, as a second start of the app does. */
  open: (args: { readonly args: readonly string[]; readonly cwd: string }) => void;
  /** Answers what a script asks by `alert`, `confirm` or `prompt`; `null`: it is dismissed. */
  "prompt.answer": (args: UiCallArgs<"page.answerPrompt">) => void;
  /** Answers a dialog that the line holds. */
  "dialog.answer": (args: { readonly id: number; readonly answer: DialogAnswer }) => void;
  /** Chooses an item of a popup menu; `null` closes it. */
  "popup.answer": (args: { readonly id: number; readonly item: string | null }) => void;
  "desktop.read": (args: Readonly<Record<string, never>>) => DesktopState;
  "desktop.cause": <E extends CausedEvent>(args: {
    readonly event: E;
    readonly payload: UiEvents[E];
  }) => void;
  "clipboard.read": (args: Readonly<Record<string, never>>) => string | null;
  "clipboard.write": (args: { readonly text: string }) => void;
  quit: (args: { readonly code: number }) => void;
}

export type AutomationCommand = keyof AutomationCommands;
export type AutomationArgs<N extends AutomationCommand> = Parameters<AutomationCommands[N]>[0];
export type AutomationResult<N extends AutomationCommand> = ReturnType<AutomationCommands[N]>;

/** The events that the app reports without a request. */
export interface AutomationEvents {
  hello: {
    readonly secret: string;
    readonly pid: number;
    readonly mode: "dev" | "debug";
    readonly system: string;
    readonly name: string;
    readonly version: string;
    readonly holds: readonly string[];
  };
  /** The windows of the configuration are open, and the set-up of own code has run. */
  begun: Readonly<Record<string, never>>;
  "page.loaded": {
    readonly window: string;
    readonly document: number;
    readonly url: string;
    readonly stage: "started" | "finished";
  };
  "page.console": ConsoleEntry & { readonly window: string };
  "window.closed": { readonly window: string };
  "dialog.opened": DialogInfo;
  "dialog.closed": { readonly id: number };
  "prompt.opened": UiEvents["page.promptOpened"];
  "prompt.closed": UiEvents["page.promptClosed"];
  "event.emitted": {
    readonly event: string;
    readonly payload: unknown;
    readonly window: string | null;
  };
}

/** Tool → app. */
export type ToAutomation =
  | { readonly secret: string }
  | { readonly id: number; readonly command: AutomationCommand; readonly args: unknown };

/** App → tool. */
export type FromAutomation =
  | { readonly id: number; readonly result?: unknown }
  | { readonly id: number; readonly error: PlainError }
  | {
      [E in keyof AutomationEvents]: { readonly event: E; readonly payload: AutomationEvents[E] };
    }[keyof AutomationEvents];
