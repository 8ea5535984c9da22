/**
 * Processes that the system keeps together. They end when it is let go, and with this process,
 * however that ends.
 */
export interface Job extends Disposable {
  /** Whether one of them still runs. */
  readonly isAlive: boolean;
  /** Ends them all, without asking. */
  end(): void;
}

/** What Windows has in place of process groups. */
export interface Jobs {
  /**
   * Takes in a process that was just started, with all that it has started and will start.
   * `null`: it cannot be taken in, for it has ended, or the system does not let us.
   */
  take(pid: number): Job | null;
}
