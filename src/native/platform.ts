import type {
  AppIdentity,
  UiCallArgs,
  UiCallName,
  UiCallResult,
  UiEventName,
  UiEvents,
} from "../contract/ui/index.ts";
import type { StandardStreams } from "./standard-streams.ts";
import type { Waker } from "./wake.ts";

/**
 * THE PLATFORM INTERFACE: what a system must be able to do. `memory/`, `linux/`, `windows/` and
 * `macos/` each provide it, and each passes `conformance/`.
 *
 * All of it runs on the ui thread. While `run` is on the stack no Bun timer, file or network
 * callback fires there, so an implementation only turns calls into toolkit calls and signals into
 * events.
 */
export interface Platform {
  /** One method for each call of the contract. */
  readonly calls: PlatformCalls;
  /** Finds where standard output and error of this process go. The first call of all. */
  openStreams(): StandardStreams;
  /**
   * Ends the process whatever its other threads do: one may wait in a call of the system, such as a
   * write to a full pipe, or be paused in a debugger. Absent where `process.exit` does the first,
   * and nothing is debugged.
   */
  readonly endProcess?: ((code: number) => void) | undefined;
  /** Loads the toolkit's libraries. Never throws; what is missing is told by `app.begin`. */
  load(): void;
  /**
   * Does what takes long before the app thread boots: opens the display and starts a process for
   * the first page. Shows nothing, emits nothing and never throws; what fails is told by
   * `app.begin`.
   *
   * @param identity what `app.begin` will be called with, of an app that is sure to open a window
   */
  prepare(identity: AppIdentity): void;
  /** Runs `task` once after a time, on the loop. The returned function calls it off. */
  later(milliseconds: number, task: () => void): () => void;
  /**
   * Another app thread takes the place of the one before, in development: no call that pages have
   * made is answered any more.
   */
  restarting(): void;
  /** Runs the native loop until `app.quit`; returns the exit code. */
  run(): number;
  /**
   * Makes what the app thread wakes this loop by, and calls `drain` on the ui thread after each
   * wake. Several wakes may be answered by one drain. One that returns `true` has more to do, and
   * is called again once input, drawing and whatever else waits has had its turn.
   */
  openWaker(drain: () => boolean): Waker;
}

export type PlatformCalls = {
  readonly [N in UiCallName]: (args: UiCallArgs<N>) => UiCallResult<N> | Promise<UiCallResult<N>>;
};

/** How a platform reports what happens; `emit` never throws. */
export interface Events {
  emit<E extends UiEventName>(event: E, payload: UiEvents[E]): void;
}

export type OpenPlatform = (events: Events) => Platform;
