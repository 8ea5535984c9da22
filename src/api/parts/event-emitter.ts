// A method's parameters may be narrower than its arguments, a function's may not: listeners of
// untyped events declare their own parameter types.
export type Listener<Args extends readonly unknown[]> = { call(...args: Args): void }["call"];

type NameOf<Events> = Events extends string ? Events : keyof Events & string;

/** The arguments of an event's listeners. */
type ArgsOf<Events, Name> = Events extends string
  ? unknown[]
  : Name extends keyof Events
    ? [payload: Events[Name]]
    : never;

/**
 * Calls listeners by the name of an event, in the order they were added. `Events` are the names, or
 * a record of their arguments.
 */
export class EventEmitter<Events extends string | Readonly<Record<string, unknown>>> {
  readonly #listeners = new Map<
    string,
    { readonly run: Listener<never>; readonly once: boolean }[]
  >();

  addListener<Name extends NameOf<Events>>(
    event: Name,
    listener: Listener<ArgsOf<Events, Name>>,
  ): this {
    return this.#add(event, listener, { once: false, first: false });
  }

  on<Name extends NameOf<Events>>(event: Name, listener: Listener<ArgsOf<Events, Name>>): this {
    return this.addListener(event, listener);
  }

  /** Adds a listener that is called for the next event only. */
  once<Name extends NameOf<Events>>(event: Name, listener: Listener<ArgsOf<Events, Name>>): this {
    return this.#add(event, listener, { once: true, first: false });
  }

  /** Adds a listener in front of all others. */
  prependListener<Name extends NameOf<Events>>(
    event: Name,
    listener: Listener<ArgsOf<Events, Name>>,
  ): this {
    return this.#add(event, listener, { once: false, first: true });
  }

  prependOnceListener<Name extends NameOf<Events>>(
    event: Name,
    listener: Listener<ArgsOf<Events, Name>>,
  ): this {
    return this.#add(event, listener, { once: true, first: true });
  }

  removeListener<Name extends NameOf<Events>>(
    event: Name,
    listener: Listener<ArgsOf<Events, Name>>,
  ): this {
    const left = this.#of(event).filter(({ run }) => run !== listener);
    this.#listeners.set(event, left);
    return this;
  }

  off<Name extends NameOf<Events>>(event: Name, listener: Listener<ArgsOf<Events, Name>>): this {
    return this.removeListener(event, listener);
  }

  /** Removes all listeners of an event, or of every event. */
  removeAllListeners(event?: NameOf<Events>): this {
    if (event === undefined) this.#listeners.clear();
    else this.#listeners.delete(event);
    return this;
  }

  listenerCount(event: NameOf<Events>): number {
    return this.#of(event).length;
  }

  /**
   * Calls the listeners of an event; an error in one does not stop the others. Returns whether
   * there was any.
   */
  emit<Name extends NameOf<Events>>(event: Name, ...args: ArgsOf<Events, Name>): boolean {
    const listeners = this.#of(event);
    this.#listeners.set(
      event,
      listeners.filter(({ once }) => !once),
    );
    for (const { run } of listeners) {
      try {
        (run as Listener<unknown[]>)(...(args as unknown[]));
      } catch (error) {
        reportError(error);
      }
    }
    return listeners.length > 0;
  }

  #of(event: string) {
    return this.#listeners.get(event) ?? [];
  }

  #add(
    event: string,
    run: Listener<never>,
    { once, first }: { once: boolean; first: boolean },
  ): this {
    const listeners = this.#of(event);
    this.#listeners.set(
      event,
      first ? [{ run, once }, ...listeners] : [...listeners, { run, once }],
    );
    return this;
  }
}
