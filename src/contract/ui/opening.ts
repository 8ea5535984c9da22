export interface OpeningCalls {
  /**
   * Uses an activation token for the next time that a window comes to the front: without one, most
   * desktops leave the focus unchanged.
   *
   * @param options `token`: `XDG_ACTIVATION_TOKEN` or `DESKTOP_STARTUP_ID` of the program that the
   *   user started
   */
  "window.useActivation": (options: { readonly window: string; readonly token: string }) => void;
}

export interface OpeningEvents {
  /**
   * The system itself requests the app to open these addresses, including those of files (macOS).
   */
  "app.opened": { readonly addresses: readonly string[] };
}
