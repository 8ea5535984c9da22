/** A login entry, in one of a system's ways. */
export interface LoginEntry {
  /** @throws FrameworkError `unavailable` if the user has disabled it */
  enable(): Promise<void>;
  disable(): Promise<void>;
  isEnabled(): Promise<boolean>;
}

/** The app to start, and its command. */
export interface LoginApp {
  readonly name: string;
  readonly identifier: string;
  /** The file and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Writes a whole file. */
  readonly write: (path: string, text: string) => Promise<void>;
}
