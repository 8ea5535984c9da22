/** What starts at login, by one way of a system. */
export interface LoginEntry {
  /** @throws FrameworkError `unavailable` where the user does not want it */
  enable(): Promise<void>;
  disable(): Promise<void>;
  isEnabled(): Promise<boolean>;
}

/** The app that starts, and what starts it. */
export interface LoginApp {
  readonly name: string;
  readonly identifier: string;
  /** The file and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Writes a whole file. */
  readonly write: (path: string, text: string) => Promise<void>;
}
