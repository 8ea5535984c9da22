import type { OpenProgram } from "../open-programs.ts";

export interface ShellCalls {
  /**
   * Opens an address in the user's default application. Settles when that has started; fails with
   * `unavailable` when there is none.
   */
  "shell.open": (options: { readonly address: string }) => void;
  /**
   * Opens an address in a program under the system's name for it; fails with `unavailable` when it
   * is not installed.
   */
  "shell.openWith": (options: { readonly address: string; readonly program: OpenProgram }) => void;
}
