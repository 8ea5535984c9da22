import { exitPatience } from "../../contract/ui/app.ts";
import type { UiEvents } from "../../contract/ui/index.ts";
import type { Events } from "../platform.ts";

/** Asks the app thread whether the app may end, if own code has handlers. */
export class ExitQuestion {
  readonly #events: Events;
  readonly #later: (milliseconds: number, task: () => void) => () => void;
  /** Whether own code has handlers. */
  asks = false;
  #waiting: ((ends: boolean) => void)[] = [];

  /** @param later runs a task once after a delay; the returned function cancels it */
  constructor(events: Events, later: (milliseconds: number, task: () => void) => () => void) {
    this.#events = events;
    this.#later = later;
  }

  /** Settles with whether it may. The end of a session waits no longer than the app thread does. */
  ask(reason: UiEvents["app.exitRequested"]["reason"]): Promise<boolean> {
    if (!this.asks) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push(resolve);
    this.#events.emit("app.exitRequested", { reason });
    if (reason !== "session") return promise;
    const cancel = this.#later(1.5 * exitPatience, () => resolve(true));
    void promise.then(cancel);
    return promise;
  }

  /** The app thread answers the oldest question. */
  answer(ends: boolean): void {
    this.#waiting.shift()?.(ends);
  }

  /** In development, another app thread replaces the one that was asked. */
  restart(): void {
    this.asks = false;
    for (const settle of this.#waiting.splice(0)) settle(false);
  }
}
