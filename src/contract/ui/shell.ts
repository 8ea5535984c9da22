import type { OpenProgram } from "../commands/shell.ts";

export interface ShellCalls {
  /**
   * Opens an address in the application the user has set for it. Settles when that has been
   * started; fails with `unavailable` when there is none.
   */
  "shell.open": (options: { readonly address: string }) => void;
  /**
   * Opens an address in a program, whatever the system calls it; fails with `unavailable` when it
   * is not installed.
   */
  "shell.openWith": (options: { readonly address: string; readonly program: OpenProgram }) => void;
}
