import { constants } from "node:os";

const { SIGHUP, SIGINT, SIGTERM } = constants.signals;
const names = new Map([
  [SIGTERM, "SIGTERM"],
  [SIGINT, "SIGINT"],
  [SIGHUP, "SIGHUP"],
]);

/** The signals that ask a process to end. */
export const terminationSignals: readonly number[] = [...names.keys()];

let isAsked = false;

/** Whether a signal has asked this process to end; a terminal sends it to the whole group. */
export function isAskedToEnd(): boolean {
  return isAsked;
}

/**
 * Handles those signals. The first one is a request; the second one ends the process at once, so
 * that a hanging app can still be stopped. SIGHUP is never such a second one: closing a terminal
 * sends it twice, from the shell and the system, and at the end of a session it follows SIGTERM
 * directly (`SendSIGHUP` of systemd.kill(5)).
 */
export class Termination {
  readonly #exit: (code: number) => void;
  #request: ((reason: string) => void) | null = null;
  #wasAsked = false;

  /** @param exit ends the process unconditionally */
  constructor(exit: (code: number) => void) {
    this.#exit = exit;
  }

  /** @param request receives the name of the signal */
  onRequest(request: (reason: string) => void): void {
    this.#request = request;
  }

  take(signal: number): void {
    if (this.#wasAsked && signal === SIGHUP) return;
    if (this.#wasAsked) this.#exit(128 + signal);
    this.#wasAsked = true;
    isAsked = true;
    this.#request?.(names.get(signal) ?? String(signal));
  }
}
