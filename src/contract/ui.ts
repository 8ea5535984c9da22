import type { DialogKind } from "./dialog.ts";
import type { WindowSpec } from "./window.ts";

/** What the ui thread needs to know of the app before it can open a window. */
export interface AppIdentity {
  /** Shown by the window manager and in dialogs without a title. */
  readonly name: string;
  /** Reverse-domain identifier: the window class, and the name of its place on D-Bus. */
  readonly identifier: string;
  /** Where the web engine keeps what pages store; `null`: in memory only. */
  readonly dataDirectory: string | null;
  readonly cacheDirectory: string | null;
  /** Schemes served by this app: `framework`, `asset`. */
  readonly schemes: readonly string[];
}

/** The toolkit's own word for a button in the user's language, or the given text as it is. */
export type ButtonLabel = { readonly stock: "ok" | "cancel" | "yes" | "no" } | { readonly text: string };

export interface MessageRequest {
  /** Names this dialog for `dialog.dismiss`. */
  readonly id: number;
  /** The window it belongs to and blocks. */
  readonly window: string;
  readonly title: string;
  readonly text: string;
  readonly kind: DialogKind;
  /** The affirmative button first. It is the default; the last one is what Escape means. */
  readonly buttons: readonly ButtonLabel[];
}

export interface FileFilter {
  readonly name: string;
  /** Lower case, without a dot; `"*"` is every file. */
  readonly extensions: readonly string[];
}

export interface FileRequest {
  readonly id: number;
  readonly window: string;
  readonly mode: "open" | "save" | "folder";
  /** `null`: the toolkit's own title. */
  readonly title: string | null;
  readonly filters: readonly FileFilter[];
  readonly multiple: boolean;
  /** An existing folder to show; `null`: wherever the toolkit starts. */
  readonly folder: string | null;
  /** `open`: the existing file in `folder` to select. `save`: the name to put into the name field. */
  readonly name: string | null;
  /** A sentence shown inside the dialog, for what the user must know before choosing. */
  readonly notice: string | null;
}

/** Part of a file, or bytes: what answers a request of a page. */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "file"; readonly path: string; readonly offset: number; readonly length: number };

export interface PageResponse {
  readonly status: number;
  /** Must hold `content-type`. Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * THE UI CALLS: all that the app thread may ask of the ui thread. `native/platform.ts` computes from it what
 * every platform must provide; the app's side of each call is computed from it, too, so the two cannot drift.
 */
export interface UiCalls {
  /** The first call. Nothing can be shown before it. Fails with `unavailable` where there is no display. */
  "app.begin": (identity: AppIdentity) => void;
  /** Ends the loop, and with it the process, with this exit code. */
  "app.quit": (options: { readonly code: number }) => void;

  "window.create": (spec: WindowSpec) => void;
  /** Closes it without asking, and with it the dialogs that belong to it. */
  "window.destroy": (options: { readonly window: string }) => void;
  /** Runs a script in the window's page; scripts of one turn are joined. The result is dropped. */
  "window.evaluate": (options: { readonly window: string; readonly script: string }) => void;

  /** Settles with the index of the pressed button; Escape and the close box count as the last one. */
  "dialog.message": (request: MessageRequest) => number;
  /**
   * Settles with the chosen paths, none when cancelled. Fails with `bad-path` when a chosen name is not
   * valid Unicode.
   */
  "dialog.file": (request: FileRequest) => readonly string[];
  /** Closes a dialog whose page has gone; its call settles as cancelled. */
  "dialog.dismiss": (options: { readonly id: number }) => void;

  /** Answers a `page.message`. An answer to a page that has gone is dropped. */
  "page.reply": (answer: { readonly request: number; readonly text: string }) => void;
  /** Answers a `page.request`. */
  "page.respond": (answer: { readonly request: number; readonly response: PageResponse }) => void;
}

/** Which document a message came from; the ui thread found it out, the page had no say. */
export interface Sender {
  readonly window: string;
  /** Counts documents over the app's whole life; a reload is a new one. */
  readonly document: number;
  /** `scheme://host[:port]` of the document as it was committed. */
  readonly origin: string;
}

/** What the ui thread tells the app thread. */
export interface UiEvents {
  /** A message with the document's key, from its top frame. Wants one `page.reply`. */
  "page.message": { readonly request: number; readonly sender: Sender; readonly text: string };
  /** A request to one of the app's schemes. Wants one `page.respond`. */
  "page.request": {
    readonly request: number;
    readonly window: string;
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /**
     * Set when the request carried the key of the document it came from, and only then was the body read: a
     * call by POST. `null` for every other request.
     */
    readonly call: { readonly sender: Sender; readonly body: Uint8Array } | null;
  };
  /** A new document has replaced the window's last one (or is its first). */
  "page.opened": Sender;
  /** The document went away: reloaded, left, crashed, or its window closed. */
  "page.closed": { readonly window: string; readonly document: number };
  /** The user or the window manager asks to close it. Nothing happens until the app destroys it. */
  "window.closeRequested": { readonly window: string };
  "window.closed": { readonly window: string };
  /** SIGTERM, SIGINT, SIGHUP or the end of the session. */
  "app.terminate": { readonly reason: string };
}

export type UiCallName = keyof UiCalls;
export type UiCallArgs<N extends UiCallName> = Parameters<UiCalls[N]>[0];
export type UiCallResult<N extends UiCallName> = ReturnType<UiCalls[N]>;
export type UiEventName = keyof UiEvents;
