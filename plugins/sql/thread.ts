// One thread for each open database: a statement that computes for long stops no other one, and no
// call of a page.

import type { Problem } from "./problems.ts";
import { Session, StatementTimeout } from "./session.ts";

/** What the app thread asks of a thread. */
export interface ThreadCall {
  readonly id: number;
  readonly method: Exclude<keyof Session, "isInTransaction">;
  readonly args: readonly unknown[];
}

/** What the thread answers; `isInTransaction`: as it is afterwards. */
export interface ThreadAnswer {
  readonly id: number;
  readonly isInTransaction: boolean;
  readonly result?: unknown;
  readonly problem?: Problem;
}

declare const self: Worker;

const session = new Session();

self.onmessage = ({ data }: MessageEvent<ThreadCall>) => {
  const { id, method, args } = data;
  const answer = (rest: Pick<ThreadAnswer, "result" | "problem">): void =>
    self.postMessage({
      id,
      isInTransaction: session.isInTransaction,
      ...rest,
    } satisfies ThreadAnswer);
  try {
    const call = session[method] as (this: Session, ...args: readonly unknown[]) => unknown;
    answer({ result: call.apply(session, args as unknown[]) });
  } catch (error) {
    answer({ problem: problemOf(error) });
  }
};

function problemOf(error: unknown): Problem {
  const { message, errcode } = error as Error & { readonly errcode?: number };
  return { message, code: errcode ?? null, isTimeout: error instanceof StatementTimeout };
}
