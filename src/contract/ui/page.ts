/** The document that sent a message; the ui thread determined it, independently of the page. */
export interface Sender {
  readonly window: string;
  /** Counts documents over the app's whole life; a reload is a new one. */
  readonly document: number;
  /** `scheme://host[:port]` of the document as it was committed. */
  readonly origin: string;
}

/**
 * Part of a file, or bytes: the answer to a page's request. Ownership of the bytes and their buffer
 * passes on.
 */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly offset: number;
      readonly length: number;
    }
  /**
   * Part of the app's pack, which is always the same open file, and stays open: the ui thread may
   * map it once, permanently.
   */
  | {
      readonly kind: "pack";
      readonly descriptor: number;
      readonly offset: number;
      readonly length: number;
    }
  /** An open file whose ownership passes on: the ui thread closes it. */
  | {
      readonly kind: "descriptor";
      readonly descriptor: number;
      readonly offset: number;
      readonly length: number;
    };

export interface PageResponse {
  readonly status: number;
  /** Must hold `content-type`. Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** The reason why a web process has ended, as far as the engine knows. `killed`: from outside. */
export type CrashReason = "crashed" | "out-of-memory" | "killed";

/** The time limit for the answer to `page.crashed`, in milliseconds. Then the page is reloaded. */
export const crashPatience = 2000;

/**
 * The recovery after a page's web process has ended. `by-default`: reload, at most every ten
 * seconds and not indefinitely. `now`: reload at once. `leave`: the window stays without a page.
 */
export type Recovery = "by-default" | "now" | "leave";

export interface PageCalls {
  /** True if dialogs of pages' scripts are shown. Otherwise each is a `page.promptOpened`. */
  "page.holdPrompts": (args: { readonly holds: boolean }) => void;
  /** Answers such a dialog; `null`: it is dismissed. One that has gone has no answer. */
  "page.answerPrompt": (answer: { readonly prompt: number; readonly text: string | null }) => void;
  /** Answers a `page.crashed`; `now` may come later, too. */
  "page.recover": (answer: { readonly window: string; readonly recovery: Recovery }) => void;
  /**
   * Answers a `page.message`; the text holds no NUL, as JSON never does. Dropped if the page has
   * closed.
   */
  "page.reply": (answer: { readonly request: number; readonly text: string }) => void;
  /** Answers a `page.request`. */
  "page.respond": (answer: { readonly request: number; readonly response: PageResponse }) => void;
}

export interface PageEvents {
  /** A message with the document's key, from its top frame. Requires one `page.reply`. */
  "page.message": { readonly request: number; readonly sender: Sender; readonly text: string };
  /** A request to one of the app's schemes. Requires one `page.respond`. */
  "page.request": {
    readonly request: number;
    readonly window: string;
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /**
     * Set when the request carried the key of its document, and only then was the body read: a call
     * by POST, or the fetching of a kept reply. `null` for every other request. The body is a
     * buffer of its own, whose ownership passes on.
     */
    readonly call: { readonly sender: Sender; readonly body: Uint8Array } | null;
  };
  /** A new document has replaced the window's last one (or is its first). */
  "page.opened": Sender;
  /**
   * The document at `url` has replaced the window's last one (`started`, after `page.opened`), or
   * everything in it has arrived or failed to (`finished`, once for each document, at most).
   */
  "page.loadChanged": {
    readonly window: string;
    readonly url: string;
    readonly stage: "started" | "finished";
  };
  /** The document was closed: by a reload, a navigation, a crash, or its window. */
  "page.closed": { readonly window: string; readonly document: number };
  /**
   * In development: a document of a previous app thread continues with this one.
   *
   * @param epoch the number of such changes: its calls carry it (`callMarks`)
   */
  "page.kept": { readonly sender: Sender; readonly epoch: number };
  /** A script of a page asks, and waits for a `page.answerPrompt`. */
  "page.promptOpened": {
    readonly window: string;
    readonly prompt: number;
    readonly kind: "alert" | "confirm" | "prompt";
    readonly text: string;
    /** The first text in the field of `prompt`. */
    readonly given: string;
  };
  /** It was answered, or its page has gone. */
  "page.promptClosed": { readonly prompt: number };
  /** The web process of a window's page has ended. Wants one `page.recover`. */
  "page.crashed": { readonly window: string; readonly reason: CrashReason };
}
