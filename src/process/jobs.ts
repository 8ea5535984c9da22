/**
 * Processes that the system keeps together. They end when the job is released, and with this
 * process, for any reason.
 */
export interface Job extends Disposable {
  /** Whether one of them still runs. */
  readonly isAlive: boolean;
  /** Kills them all. */
  end(): void;
}

/** The replacement of process groups on Windows. */
export interface Jobs {
  /**
   * Adds a process that was just started, with all its current and future children. `null`: the
   * process has ended, or the system does not permit it.
   */
  take(pid: number): Job | null;
}
