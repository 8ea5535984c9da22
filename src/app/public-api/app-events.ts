export interface AppEvents {
  /**
   * Emits an event to pages and to listeners of the app.
   * @param payload a value that a command may return, copied at once
   * @param options `to`: only pages in this window receive it
   */
  emit(event: string, payload?: unknown, options?: { readonly to?: string }): void;
  /**
   * Listens to events that pages and the app emit, and to events of windows; returns a function
   * that removes the listener.
   */
  listen<Payload = unknown>(
    event: string,
    handler: (event: AppEvent<Payload>) => void,
    options?: ListenOptions,
  ): () => void;
}

/** An event as a listener receives it. */
export interface AppEvent<Payload = unknown> {
  readonly event: string;
  /** The window that it concerns or comes from; `null`: the app itself. */
  readonly windowLabel: string | null;
  /** The listener's own number. */
  readonly id: number;
  readonly payload: Payload;
}

export interface ListenOptions {
  /** Only events of this window. */
  readonly window?: string | null;
  readonly once?: boolean;
}
