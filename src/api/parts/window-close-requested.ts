import type { Event, EventName } from "../event.ts";

/** The argument of an `onCloseRequested` handler. */
export class CloseRequestedEvent {
  event: EventName;
  windowLabel: string;
  id: number;
  #isPrevented = false;

  constructor({ event, windowLabel, id }: Event<null>) {
    this.event = event;
    this.windowLabel = windowLabel;
    this.id = id;
  }

  /** Keeps the window open. */
  preventDefault(): void {
    this.#isPrevented = true;
  }

  isPreventDefault(): boolean {
    return this.#isPrevented;
  }
}
