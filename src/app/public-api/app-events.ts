export interface AppEvents {
  /**
   * Emits an event to pages and to listeners of the app.
   * @param payload what a command may return, copied at once
   * @param options `to`: only pages in this window hear it
   */
  emit(event: string, payload?: unknown, options?: { readonly to?: string }): void;
  /**
   * Listens to what pages and the app emit, and to what happens to windows; returns what ends it.
   */
  listen<Payload = unknown>(
    event: string,
    handler: (event: AppEvent<Payload>) => void,
    options?: ListenOptions,
  ): () => void;
}

/** An event as a listener gets it. */
export interface AppEvent<Payload = unknown> {
  readonly event: string;
  /** The window it is about or comes from; `null`: the app itself. */
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
