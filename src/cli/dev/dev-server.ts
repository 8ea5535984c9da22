import { networkInterfaces } from "node:os";
import { setTimeout } from "node:timers/promises";
import { answeringOf, hostOf, portOf, takesConnections } from "./server-address.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface WaitForServerOptions {
  readonly address: string;
  readonly terminal: Terminal;
  /** Ends the wait: the command that should start the server has failed, or the session is over. */
  readonly signal: AbortSignal;
  /** The addresses of this machine that the command has printed so far. */
  readonly printed?: () => readonly string[];
  /** The file that names the address, for messages. */
  readonly file?: string;
  /** In seconds. */
  readonly patience?: number;
  /** The time until a server at another address seems to be the one that is meant, in seconds. */
  readonly doubt?: number;
}

/**
 * Waits until the front end's development server answers, with a countdown in whole lines: the
 * server writes to the same terminal, so no line may be overwritten.
 *
 * @throws UserError when the server does not answer in time
 */
export async function waitForServer(options: WaitForServerOptions): Promise<void> {
  const { address, terminal, signal, patience = 180, doubt = 4 } = options;
  const { printed = () => [], file = "the configuration" } = options;
  const start = performance.now();
  let reported = -Infinity;
  let isOtherReported = false;
  for (let pause = 20; !signal.aborted; pause = Math.min(pause * 1.5, 500)) {
    const isThere = await answers(address);
    const waited = (performance.now() - start) / 1000;
    if (isThere) return;
    if (waited > patience) {
      throw new UserError(
        `Cannot reach build.devPath "${address}" after ${patience} s: ` +
          `does build.beforeDevCommand start the server, and on that port?`,
      );
    }
    // Most servers answer before a wait becomes noticeable.
    if (waited > 1 && waited - reported >= 15) {
      reported = waited;
      terminal.err(`Waiting for ${address} to answer, ${Math.ceil(patience - waited)} s left\n`);
    }
    const other = isOtherReported || waited < doubt ? null : await otherServer(address, printed());
    if (other !== null) {
      isOtherReported = true;
      terminal.err(
        `build.devPath "${address}" does not answer, but the server seems to answer at ${other}: ` +
          `set build.devPath to it in ${file}\n`,
      );
    }
    await setTimeout(pause, undefined, { signal }).catch(() => {});
  }
}

/** The first of the printed addresses with another origin that answers. `null`: none does. */
async function otherServer(address: string, printed: readonly string[]): Promise<string | null> {
  const { origin } = new URL(address);
  for (const one of printed) if (new URL(one).origin !== origin && (await answers(one))) return one;
  return null;
}

/**
 * Refuses an address that already answers before its server is started. The server would use
 * another port, as Vite does, or fail; and the page that answers, of another project, would get the
 * capabilities of this app.
 *
 * @throws UserError
 */
export async function refuseTaken(address: string): Promise<void> {
  if (!isOnThisMachine(address) || !(await isTaken(address))) return;
  throw new UserError(
    `Cannot start build.beforeDevCommand: something answers at build.devPath "${address}" already; end it, or give the ` +
      "server and build.devPath another port; if it is the server that is meant, leave build.beforeDevCommand out",
  );
}

/** Whether a local command may start the server of an address. Others always answer. */
export function isOnThisMachine(address: string): boolean {
  const host = hostOf(address);
  if (/^(?:(?:.+\.)?localhost\.?|127\.[\d.]+|0\.0\.0\.0|::1?)$/.test(host)) return true;
  return Object.values(networkInterfaces()).some((own) =>
    own?.some((each) => each.address === host),
  );
}

/** At any of the addresses of its host. */
async function isTaken(address: string): Promise<boolean> {
  if ((await answeringOf(address)).length > 0) return true;
  return await takesConnections(hostOf(address), portOf(address));
}

async function answers(address: string): Promise<boolean> {
  try {
    // Any answer is sufficient, even an error page: the server is running.
    await withoutProxy(() =>
      fetch(address, {
        redirect: "manual",
        signal: AbortSignal.timeout(1000),
        // The engine judges the certificate, by the machine's own list, which Bun does not know.
        tls: { rejectUnauthorized: false },
      }),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a request without the proxy of the environment: Bun 1.4 uses it even for local servers, and
 * has no option against it. It reads the variables during the call.
 */
export function withoutProxy<T>(ask: () => T): T {
  const before = process.env["NO_PROXY"];
  process.env["NO_PROXY"] = "*";
  try {
    return ask();
  } finally {
    if (before === undefined) delete process.env["NO_PROXY"];
    else process.env["NO_PROXY"] = before;
  }
}
