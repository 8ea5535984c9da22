// One thread for each open database: a long statement blocks no other database, and no call of a
// page.

import type { Problem } from "./problems.ts";
import { Session, StatementTimeout } from "./session.ts";
import { WrongValues } from "./values.ts";

/** The request of the app thread to a thread. */
export interface ThreadCall {
  readonly id: number;
  readonly method: Exclude<keyof Session, "isInTransaction">;
  readonly args: readonly unknown[];
}

/** The answer of the thread; `isInTransaction`: the state afterwards. */
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
  return { message, code: errcode ?? null, kind: kindOf(error) };
}

function kindOf(error: unknown): Problem["kind"] {
  if (error instanceof WrongValues) return "bad-argument";
  return error instanceof StatementTimeout ? "timed-out" : null;
}
