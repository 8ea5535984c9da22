import { setTimeout } from "node:timers/promises";
import { UserError, type Terminal } from "../terminal.ts";

export interface WaitForServerOptions {
  readonly address: string;
  readonly terminal: Terminal;
  /** Ends the wait: what should start the server has failed, or the session is over. */
  readonly signal: AbortSignal;
  /** In seconds. */
  readonly patience?: number;
}

/**
 * Waits until the front end's development server answers, counting down where one can see it.
 *
 * @throws UserError when the server does not answer in time
 */
export async function waitForServer(options: WaitForServerOptions): Promise<void> {
  const { address, terminal, signal, patience = 180 } = options;
  const start = performance.now();
  let told = -Infinity;
  // A terminal is written over, everywhere else each line stays, so there are fewer.
  const every = terminal.isWatched === true ? 1 : 15;
  for (let pause = 20; !signal.aborted; pause = Math.min(pause * 1.5, 500)) {
    const isThere = await answers(address);
    const waited = (performance.now() - start) / 1000;
    if (isThere || waited > patience) {
      if (terminal.isWatched === true && told >= 0) terminal.err("\r\x1b[K");
      if (isThere) return;
      throw new UserError(
        `Cannot reach build.devPath "${address}" after ${patience} s: ` +
          `does build.beforeDevCommand start the server, and on that port?`,
      );
    }
    // Most servers are there before anybody wonders.
    if (waited > 1 && waited - told >= every) {
      told = waited;
      const text = `Waiting for ${address} to answer, ${Math.ceil(patience - waited)} s left`;
      terminal.err(terminal.isWatched === true ? `\r\x1b[K${text}` : `${text}\n`);
    }
    await setTimeout(pause, undefined, { signal }).catch(() => {});
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    // Any answer will do, an error page too: the server is there.
    await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}
