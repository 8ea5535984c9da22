import { beforeAll, test } from "bun:test";

/**
 * A test that does nothing but wait, for as long as some program has patience. It begins with the first test of its file or
 * group and goes on beside them, so it shares nothing with these; it stands behind them and tells what has come of it.
 */
export function waitingTest(name: string, run: () => Promise<void>): void {
  let ending: Promise<PromiseSettledResult<void>[]>;
  beforeAll(() => void (ending = Promise.allSettled([run()])));
  test(name, async () => {
    for (const end of await ending) if (end.status === "rejected") throw end.reason;
  });
}
