type Listener<Payload> = (payload: Payload) => void;

/** Calls listeners by the name of an event, in the order they were added. */
export class EventEmitter<Events extends Readonly<Record<string, unknown>>> {
  readonly #listeners = new Map<keyof Events, { readonly run: Listener<never>; readonly once: boolean }[]>();

  addListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.#add(event, listener, { once: false, first: false });
  }

  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.addListener(event, listener);
  }

  /** Adds a listener that is called for the next event only. */
  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.#add(event, listener, { once: true, first: false });
  }

  /** Adds a listener in front of all others. */
  prependListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.#add(event, listener, { once: false, first: true });
  }

  prependOnceListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.#add(event, listener, { once: true, first: true });
  }

  removeListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    const left = this.#of(event).filter(({ run }) => run !== listener);
    this.#listeners.set(event, left);
    return this;
  }

  off<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.removeListener(event, listener);
  }

  /** Removes all listeners of an event, or of every event. */
  removeAllListeners(event?: keyof Events): this {
    if (event === undefined) this.#listeners.clear();
    else this.#listeners.delete(event);
    return this;
  }

  listenerCount(event: keyof Events): number {
    return this.#of(event).length;
  }

  /** Calls the listeners of an event; one that throws does not stop the others. Tells whether there was any. */
  emit<Name extends keyof Events>(event: Name, payload: Events[Name]): boolean {
    const listeners = this.#of(event);
    this.#listeners.set(
      event,
      listeners.filter(({ once }) => !once),
    );
    for (const { run } of listeners) {
      try {
        (run as Listener<Events[Name]>)(payload);
      } catch (error) {
        reportError(error);
      }
    }
    return listeners.length > 0;
  }

  #of(event: keyof Events) {
    return this.#listeners.get(event) ?? [];
  }

  #add(event: keyof Events, run: Listener<never>, { once, first }: { once: boolean; first: boolean }): this {
    const listeners = this.#of(event);
    this.#listeners.set(event, first ? [{ run, once }, ...listeners] : [...listeners, { run, once }]);
    return this;
  }
}
