import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds after which a wait is given up: enough for the most loaded machine, because a
 * condition that comes true ends the wait at once, and less than the limit of a test
 * (tools/tasks.mjs), which could not name the condition.
 */
export const patience = 120_000;

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  /** The state to show at a timeout. */
  readonly state?: () => string | Promise<string>;
}

/** Polls, frequently at first, until there is a result; `what` names it in a timeout. */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: WaitOptions = {},
): Promise<Exclude<T, null | undefined | false>> {
  const end = performance.now() + (options.timeout ?? patience);
  for (let pause = 2; ; pause = Math.min(pause * 1.5, 50)) {
    const answer = await within<T>(
      `the next look for ${what}`,
      ask(),
      Math.max(end - performance.now(), 1000),
    );
    if (answer !== null && answer !== undefined && answer !== false) {
      return answer as Exclude<T, null | undefined | false>;
    }
    if (performance.now() > end) break;
    await sleep(pause);
  }
  const state = options.state === undefined ? "" : `\n${await options.state()}`;
  throw new Error(`Waited in vain for ${what}${state}`);
}

/**
 * Waits for one answer that may never come: the other side may have ended or hang.
 *
 * @param milliseconds after which it is rejected
 */
export async function within<T>(
  what: string,
  answer: T | PromiseLike<T>,
  milliseconds: number = patience,
): Promise<T> {
  return await inTime(answer, milliseconds, `Waited in vain for ${what}`);
}

/** Waits for one answer, and rejects with the message after a time. */
export async function inTime<T>(
  answer: T | PromiseLike<T>,
  milliseconds: number,
  message: string,
): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), milliseconds);
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds: runners of tests end a test after 5 s, unless it says more. */
const noticeAfter = 4000;

/**
 * Names on standard error the condition that a test waits for if it takes long: the runner may end
 * the test first, and its message knows nothing of the condition.
 *
 * @param wait gets the name of the condition
 * @param state shown beside it
 */
export async function telling<T>(
  what: string,
  wait: (what: string) => Promise<T>,
  {
    state,
    after = noticeAfter,
  }: { readonly state?: () => string | Promise<string>; readonly after?: number } = {},
): Promise<T> {
  const tell = async (): Promise<void> => {
    const shown = state === undefined ? "" : `: ${await state()}`;
    process.stderr.write(`framework/testing waits for ${what}${shown}\n`);
  };
  const timer = setTimeout(() => void tell().catch(() => {}), after);
  try {
    return await wait(what);
  } finally {
    clearTimeout(timer);
  }
}
