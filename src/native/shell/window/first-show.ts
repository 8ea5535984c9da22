import type { Events } from "../../platform.ts";
import type { Settling } from "./settling.ts";

/** A page that takes longer is seen as far as it has come. */
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

  /** What a view reports to, which tells that its page is complete. */
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

  /** The app shows or hides the window itself, or it has gone. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#giveUp();
  }
}
