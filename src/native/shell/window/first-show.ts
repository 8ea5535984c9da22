import type { Events } from "../../platform.ts";
import type { Settling } from "./settling.ts";

/** A slower page is shown in its current state. */
const longestWait = 10_000;

/** Shows a window when its first page is complete, so that its user sees no empty one. */
export class FirstShow {
  readonly #show: () => void;
  readonly #giveUp: () => void;
  #isOver = false;

  constructor(show: () => void, { later }: Pick<Settling, "later">) {
    this.#show = show;
    this.#giveUp = later(longestWait, () => this.#now());
  }

  /** The events of a view, extended by a watch for its first complete page. */
  watching(events: Events): Events {
    return {
      emit: (event, payload) => {
        events.emit(event, payload);
        if (event === "page.loadChanged" && "stage" in payload && payload.stage === "finished")
          this.#now();
      },
    };
  }

  #now(): void {
    if (this.#isOver) return;
    this.end();
    this.#show();
  }

  /** The app shows or hides the window itself, or it is closed. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#giveUp();
  }
}
