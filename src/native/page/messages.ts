import type { ReplyMessage } from "../../contract/page/message.ts";
import { Held } from "../ffi/held.ts";
import type { Documents, PageDocument } from "../shell/view/documents.ts";

/** How an engine answers a message of a page, each by what it was given for it. */
export interface Replies<Reply> {
  answer(reply: Reply, text: string): void;
  refuse(reply: Reply, reason: string): void;
  /** Lets go of it, answered or not. */
  release(reply: Reply): void;
}

/** Replies, and no refusals, so that a page can tell them from what it did wrong: by the code. */
const closed: ReplyMessage = {
  ok: false,
  error: { code: "closed", message: "The app does not answer any more" },
};
export const restarted: ReplyMessage = {
  ok: false,
  error: { code: "restarted", message: "Cannot answer: the app's own code was started again" },
};

interface Waiting<Reply> {
  readonly documents: Documents;
  readonly reply: Reply;
}

/**
 * The messages of pages that wait for an answer. What a document left unanswered is forgotten when
 * it goes.
 */
export class Messages<Reply> {
  readonly #replies: Replies<Reply>;
  readonly #waiting = new Held<Waiting<Reply>>("replies");
  // An answer must not reach the next document, and may harm an engine whose document has gone.
  readonly #forgotten = new Set<Waiting<Reply>>();

  constructor(replies: Replies<Reply>) {
    this.#replies = replies;
  }

  /** Takes a message of a document, whose key was checked. */
  receive(documents: Documents, document: PageDocument, text: string, reply: Reply): void {
    const { key: _, ...sender } = document;
    const request = this.#waiting.add({ documents, reply });
    documents.owner?.events.emit("page.message", { request, sender, text });
  }

  /** Refuses a message that nothing is kept of. */
  refuse(reply: Reply): void {
    this.#replies.refuse(reply, "This page may not call the app");
  }

  /** Answers a message, unless its page has gone. */
  reply(request: number, text: string): void {
    const waiting = this.#waiting.take(request);
    if (waiting === undefined) return;
    // What came before the answer may be what it is about: which windows there are, to who has
    // opened one.
    waiting.documents.catchUp();
    this.#replies.answer(waiting.reply, text);
    this.#replies.release(waiting.reply);
  }

  /**
   * Ends the messages of a page that is still there: the app thread that they were for has gone.
   */
  refuseAll(documents: Documents, isKept: boolean): void {
    const answer = JSON.stringify(isKept ? restarted : closed);
    for (const { reply } of this.#takeAll(documents)) {
      this.#replies.answer(reply, answer);
      this.#replies.release(reply);
    }
  }

  /** Leaves the messages of a page that has gone as they are, until `release`. */
  forget(documents: Documents): void {
    for (const waiting of this.#takeAll(documents)) this.#forgotten.add(waiting);
  }

  /**
   * Lets go of what is left of a view's messages. The view is gone, and its web process with it.
   */
  release(documents: Documents): void {
    for (const waiting of this.#forgotten) {
      if (waiting.documents !== documents) continue;
      this.#forgotten.delete(waiting);
      this.#replies.release(waiting.reply);
    }
  }

  /** How many wait for an answer. */
  get size(): number {
    return this.#waiting.size;
  }

  #takeAll(documents: Documents): Waiting<Reply>[] {
    const all = [...this.#waiting].filter(([, waiting]) => waiting.documents === documents);
    for (const [request] of all) this.#waiting.take(request);
    return all.map(([, waiting]) => waiting);
  }
}
