export interface OpeningCalls {
  /**
   * Uses an activation token for the next time that a window comes to the front: without one, most
   * desktops leave the focus where it is.
   *
   * @param options `token`: `XDG_ACTIVATION_TOKEN` or `DESKTOP_STARTUP_ID` of the program that the
   *   user started
   */
  "window.useActivation": (options: { readonly window: string; readonly token: string }) => void;
}

export interface OpeningEvents {
  /** The system itself asks the app to open these addresses, those of files among them (macOS). */
  "app.opened": { readonly addresses: readonly string[] };
}
