import type { Documents } from "../shell/view/documents.ts";

/** Where messages and requests come from. */
export interface RequestView {
  readonly documents: Documents;
  /**
   * Schemes that nothing may be loaded from, since the engine cannot keep them from other sites.
   */
  readonly refusedSchemes: readonly string[];
  /** Runs `task` once after a time. The returned function cancels it. */
  later(milliseconds: number, task: () => void): () => void;
}

/** The same in an engine of WebKit's. */
export interface PageView extends RequestView {
  /** Runs `task` when the web process has taken all that it was sent until now, or never will. */
  whenCaughtUp(task: () => void): void;
}
