import type { ReplyMessage } from "../../contract/page/message.ts";
import { Held } from "../ffi/held.ts";
import type { Documents, PageDocument } from "../shell/view/documents.ts";

/** An engine's answers to messages of a page, each by its native handle. */
export interface Replies<Reply> {
  answer(reply: Reply, text: string): void;
  refuse(reply: Reply, reason: string): void;
  /** Releases it, answered or not. */
  release(reply: Reply): void;
}

/** A reply, not a rejection, so that a page can tell it from its own mistakes by the code. */
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
 * The messages of pages that wait for an answer. Unanswered messages of a document are forgotten
 * with it.
 */
export class Messages<Reply> {
  readonly #replies: Replies<Reply>;
  readonly #waiting = new Held<Waiting<Reply>>("replies");
  // An answer must not reach the next document, and may harm an engine whose document is closed.
  readonly #forgotten = new Set<Waiting<Reply>>();

  constructor(replies: Replies<Reply>) {
    this.#replies = replies;
  }

  /** Receives a message of a document, whose key was checked. */
  receive(documents: Documents, document: PageDocument, text: string, reply: Reply): void {
    const { key: _, ...sender } = document;
    const request = this.#waiting.add({ documents, reply });
    documents.owner?.events.emit("page.message", { request, sender, text });
  }

  /** Refuses a message without keeping it. */
  refuse(reply: Reply): void {
    this.#replies.refuse(reply, "This page may not call the app");
  }

  /** Answers a message, unless its page is closed. */
  reply(request: number, text: string): void {
    const waiting = this.#waiting.take(request);
    if (waiting === undefined) return;
    // Earlier scripts may affect the meaning of the answer: such as the list of windows, for a page
    // that has just opened one.
    waiting.documents.catchUp();
    this.#replies.answer(waiting.reply, text);
    this.#replies.release(waiting.reply);
  }

  /** Ends the messages of an open page: their app thread is gone. */
  refuseAll(documents: Documents, isKept: boolean): void {
    const answer = JSON.stringify(isKept ? restarted : closed);
    for (const { reply } of this.#takeAll(documents)) {
      this.#replies.answer(reply, answer);
      this.#replies.release(reply);
    }
  }

  /** Leaves the messages of a closed page unanswered, until `release`. */
  forget(documents: Documents): void {
    for (const waiting of this.#takeAll(documents)) this.#forgotten.add(waiting);
  }

  /** Releases the remaining messages of a view. The view is closed, and its web process with it. */
  release(documents: Documents): void {
    for (const waiting of this.#forgotten) {
      if (waiting.documents !== documents) continue;
      this.#forgotten.delete(waiting);
      this.#replies.release(waiting.reply);
    }
  }

  /** The number of messages that wait for an answer. */
  get size(): number {
    return this.#waiting.size;
  }

  #takeAll(documents: Documents): Waiting<Reply>[] {
    const all = [...this.#waiting].filter(([, waiting]) => waiting.documents === documents);
    for (const [request] of all) this.#waiting.take(request);
    return all.map(([, waiting]) => waiting);
  }
}
