import { constants } from "node:os";

const { SIGHUP, SIGINT, SIGTERM } = constants.signals;
const names = new Map([
  [SIGTERM, "SIGTERM"],
  [SIGINT, "SIGINT"],
  [SIGHUP, "SIGHUP"],
]);

/** The signals that ask a process to end. */
export const terminationSignals: readonly number[] = [...names.keys()];

/**
 * Takes those signals. The first one is a request; the second one ends the process at once, so an
 * app that hangs on its way out can still be stopped. SIGHUP is never such a second one: whoever
 * closes a terminal sends it twice, a shell and the system, and at the end of a session it comes
 * right behind SIGTERM (`SendSIGHUP` of systemd.kill(5)).
 */
export class Termination {
  readonly #exit: (code: number) => void;
  #request: ((reason: string) => void) | null = null;
  #wasAsked = false;

  /** @param exit ends the process without asking anybody */
  constructor(exit: (code: number) => void) {
    this.#exit = exit;
  }

  /** @param request gets the name of the signal */
  onRequest(request: (reason: string) => void): void {
    this.#request = request;
  }

  take(signal: number): void {
    if (this.#wasAsked && signal === SIGHUP) return;
    if (this.#wasAsked) this.#exit(128 + signal);
    this.#wasAsked = true;
    this.#request?.(names.get(signal) ?? String(signal));
  }
}
