export interface OpeningCalls {
  /**
   * Tells the desktop for which wish of its user a window comes to the front next: without it, most leave the keyboard where
   * it is.
   *
   * @param options `token`: what the desktop gave the program that the user started (`XDG_ACTIVATION_TOKEN`,
   * `DESKTOP_STARTUP_ID`)
   */
  "window.useActivation": (options: { readonly window: string; readonly token: string }) => void;
}

export interface OpeningEvents {
  /** The system itself asks the app to open these addresses, those of files among them (macOS). */
  "app.opened": { readonly addresses: readonly string[] };
}
