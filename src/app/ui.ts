import { FrameworkError } from "../contract/errors.ts";
import type { HandedOver, LifeMessage, ToApp, ToUi } from "../contract/page/message.ts";
import type {
  UiCallArgs,
  UiCallName,
  UiCallResult,
  UiEventName,
  UiEvents,
} from "../contract/ui/index.ts";

/** The app thread's end of the connection to the ui thread. */
export interface UiChannel {
  /**
   * Whether this thread is the app's alone: its errors are the app's, and `process.exit` ends the
   * app.
   */
  readonly ownsThread?: boolean;
  /** The state of the previous app thread, in development. */
  readonly handedOver?: HandedOver | null;
  post(message: ToUi): void;
  /** Absent: no ui thread supervises this one. */
  tellLife?(message: LifeMessage): void;
  /** Called once, before the first `post`. */
  listen(receive: (message: ToApp) => void): void;
}

type Listener<E extends UiEventName> = (payload: UiEvents[E]) => void;
type Listeners = { [E in UiEventName]?: Listener<E> };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The ui thread as the app thread sees it: calls that return promises, and events. */
export class Ui {
  readonly #channel: UiChannel;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners: Listeners = {};
  #lastId = 0;

  constructor(channel: UiChannel) {
    this.#channel = channel;
  }

  /**
   * Starts listening. Every event must have its listener by then: an event without one is a bug.
   */
  open(): void {
    this.#channel.listen((message) => this.#receive(message));
  }

  /** Sends a request to the ui thread; rejects with the FrameworkError of its answer. */
  call<N extends UiCallName>(call: N, args: UiCallArgs<N>): Promise<UiCallResult<N>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#channel.post({ id, call, args } as ToUi);
    });
  }

  /** Sends the ui thread a message without an answer. */
  tell<N extends UiCallName>(call: N, args: UiCallArgs<N>): void {
    this.#channel.post({ id: 0, call, args } as ToUi);
  }

  /** Sends the ui thread a lifecycle message. */
  tellLife(message: LifeMessage): void {
    this.#channel.tellLife?.(message);
  }

  on<E extends UiEventName>(event: E, listener: Listener<E>): void {
    this.#listeners[event] = listener as Listeners[E];
  }

  #receive(message: ToApp): void {
    if (message.kind === "event") {
      const listener = this.#listeners[message.event] as ((payload: unknown) => void) | undefined;
      listener?.(message.payload);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "answer") waiting?.resolve(message.result);
    else waiting?.reject(FrameworkError.from(message.error));
  }
}
