export interface OpeningEvents {
  /** The system itself asks the app to open these addresses, those of files among them (macOS). */
  "app.opened": { readonly addresses: readonly string[] };
}
