/** Which document a message came from; the ui thread found it out, the page had no say. */
export interface Sender {
  readonly window: string;
  /** Counts documents over the app's whole life; a reload is a new one. */
  readonly document: number;
  /** `scheme://host[:port]` of the document as it was committed. */
  readonly origin: string;
}

/**
 * Part of a file, or bytes: what answers a request of a page. The bytes are given away with their
 * buffer.
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
   * map it once, for good.
   */
  | {
      readonly kind: "pack";
      readonly descriptor: number;
      readonly offset: number;
      readonly length: number;
    }
  /** An open file, given away: the ui thread closes it. */
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

/** Why a web process has ended, as far as the engine knows. `killed`: from outside. */
export type CrashReason = "crashed" | "out-of-memory" | "killed";

/** So long the app has to answer `page.crashed`, in milliseconds. Then the page is loaded again. */
export const crashPatience = 2000;

/**
 * What becomes of a page whose web process has ended. `by-default`: it is loaded again, at most
 * every ten seconds and not for ever. `now`: it is loaded again at once. `leave`: its window stays
 * without a page.
 */
export type Recovery = "by-default" | "now" | "leave";

export interface PageCalls {
  /** From now on no dialog of a page's script is shown: each is a `page.promptOpened`. */
  "page.holdPrompts": (args: Readonly<Record<string, never>>) => void;
  /** Answers such a dialog; `null`: it is dismissed. One that has gone has no answer. */
  "page.answerPrompt": (answer: { readonly prompt: number; readonly text: string | null }) => void;
  /** Answers a `page.crashed`; `now` may come later, too. */
  "page.recover": (answer: { readonly window: string; readonly recovery: Recovery }) => void;
  /**
   * Answers a `page.message`; the text holds no NUL, as JSON never does. To a page that has gone it
   * is dropped.
   */
  "page.reply": (answer: { readonly request: number; readonly text: string }) => void;
  /** Answers a `page.request`. */
  "page.respond": (answer: { readonly request: number; readonly response: PageResponse }) => void;
}

export interface PageEvents {
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
     * Set when the request carried the key of the document it came from, and only then was the body
     * read: a call by POST, or the fetching of a kept reply. `null` for every other request. The
     * body is a buffer of its own, given away.
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
  /** The document went away: reloaded, left, crashed, or its window closed. */
  "page.closed": { readonly window: string; readonly document: number };
  /**
   * A document of an app thread before goes on with this one, in development.
   *
   * @param epoch how often that has happened to it: its calls carry it (`callMarks`)
   */
  "page.kept": { readonly sender: Sender; readonly epoch: number };
  /** A script of a page asks, and waits for a `page.answerPrompt`. */
  "page.promptOpened": {
    readonly window: string;
    readonly prompt: number;
    readonly kind: "alert" | "confirm" | "prompt";
    readonly text: string;
    /** What stands in the field of `prompt` at first. */
    readonly given: string;
  };
  /** It was answered, or its page has gone. */
  "page.promptClosed": { readonly prompt: number };
  /** The web process of a window's page has ended. Wants one `page.recover`. */
  "page.crashed": { readonly window: string; readonly reason: CrashReason };
}
