/** The screen that a case is seen on. */
export interface Screen {
  /** Why there are no pictures; `null`: there are. */
  readonly missing: string | null;
  /** Remembers what the screen shows now, in place of what it remembered. */
  take(): void;
  /** Writes what is remembered as PNG, and forgets it. @returns whether there was something */
  save(path: string): boolean;
}
