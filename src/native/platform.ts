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
 * The platform interface: the abilities that a system must have. `memory/`, `linux/`, `windows/`
 * and `macos/` each provide it, and each passes `conformance/`.
 *
 * All of it runs on the ui thread. While `run` is on the stack no Bun timer, file or network
 * callback fires there, so an implementation only turns calls into toolkit calls and signals into
 * events.
 */
export interface Platform {
  /** One method for each call of the contract. */
  readonly calls: PlatformCalls;
  /**
   * Determines the targets of standard output and error of this process. Must be the first call.
   */
  openStreams(): StandardStreams;
  /**
   * Ends the process regardless of its other threads: one may block in a system call, such as a
   * write to a full pipe, or be paused in a debugger. Absent if `process.exit` does that, and no
   * debugger is involved.
   */
  readonly endProcess?: ((code: number) => void) | undefined;
  /** Loads the toolkit's libraries. Never throws; `app.begin` reports missing ones. */
  load(): void;
  /**
   * Does the slow steps before the app thread boots: opens the display and starts a process for the
   * first page. Shows nothing, emits nothing and never throws; `app.begin` reports failures.
   *
   * @param identity the later argument of `app.begin`, for an app that certainly opens a window
   */
  prepare(identity: AppIdentity): void;
  /** Runs `task` once after a delay, on the loop. The returned function cancels it. */
  later(milliseconds: number, task: () => void): () => void;
  /**
   * In development, another app thread replaces the previous one: earlier calls of pages get no
   * answers any more.
   */
  restarting(): void;
  /** Runs the native loop until `app.quit`; returns the exit code. */
  run(): number;
  /**
   * Creates the object by which the app thread wakes this loop, and calls `drain` on the ui thread
   * after each wake. One drain may answer several wakes. A drain that returns `true` has more to
   * do, and is called again after input, drawing and other waiting work.
   */
  openWaker(drain: () => boolean): Waker;
}

export type PlatformCalls = {
  readonly [N in UiCallName]: (args: UiCallArgs<N>) => UiCallResult<N> | Promise<UiCallResult<N>>;
};

/** A platform's channel for its events; `emit` never throws. */
export interface Events {
  emit<E extends UiEventName>(event: E, payload: UiEvents[E]): void;
}

export type OpenPlatform = (events: Events) => Platform;
