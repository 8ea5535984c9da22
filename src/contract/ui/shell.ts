export interface ShellCalls {
  /**
   * Opens an address in the application the user has set for it. Settles when that has been started; fails with
   * `unavailable` when there is none.
   */
  "shell.open": (options: { readonly address: string }) => void;
}
