import type { Documents } from "../shell/view/documents.ts";

/** The source of messages and requests. */
export interface RequestView {
  readonly documents: Documents;
  /** Schemes that no document may load, because the engine cannot protect them from other sites. */
  readonly refusedSchemes: readonly string[];
  /** Runs `task` once after a delay. The returned function cancels it. */
  later(milliseconds: number, task: () => void): () => void;
}

/** The same in a WebKit engine. */
export interface PageView extends RequestView {
  /** Runs `task` when the web process has handled all messages sent so far, or never will. */
  whenCaughtUp(task: () => void): void;
}
