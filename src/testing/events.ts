import type { Line } from "./line.ts";
import { telling, within } from "./process/wait.ts";

/** The events of an app: those that own code and pages emit and listen to. */
export class Events {
  readonly #line: Line;
  readonly #heard = new Set<string>();

  constructor(line: Line) {
    this.#line = line;
  }

  /** Emits an event to pages and to own code. @param window the source window */
  async emit(event: string, payload?: unknown, window: string | null = null): Promise<void> {
    await this.#line.call("event.emit", { event, payload, window });
  }

  /**
   * Settles with the payload of the next event of this name. Call it before the
   * cause of the event, and await it after.
   */
  async next<Payload = unknown>(event: string): Promise<Payload> {
    const emitted = new Promise<Payload>((resolve) => {
      const remove = this.#line.on("event.emitted", (reported) => {
        if (reported.event !== event) return;
        remove();
        resolve(reported.payload as Payload);
      });
    });
    if (!this.#heard.has(event)) await this.#line.call("event.listen", { event });
    this.#heard.add(event);
    return await telling(`the event "${event}"`, (what) => within(what, emitted));
  }
}
