import { plainError } from "../contract/errors.ts";
import type {
  HandedOver,
  LifeMessage,
  RestartMessage,
  ToApp,
  ToUi,
} from "../contract/page/message.ts";
import type { AppIdentity } from "../contract/ui/index.ts";
import { HangDetector, type Receiver } from "./shell/hang-detector.ts";
import { EndLimit } from "./shell/end-limit.ts";
import { missingFiles } from "./free-files.ts";
import { Garbage } from "./garbage.ts";
import { reportUncaughtTo } from "./guard.ts";
import type { Events, OpenPlatform, Platform } from "./platform.ts";
import { readToUi, shortenToApp, type PostedToUi } from "./short-messages.ts";
import { TimeSlice } from "./time-slice.ts";
import { drain, writeDirectly, type StandardStreams } from "./standard-streams.ts";
import { openThreads } from "./threads.ts";
import type { Waker } from "./wake.ts";

/** The start data of the app thread; `channel.ts` reads it there. */
export interface AppThreadData {
  readonly port: MessagePort;
  /** The counter of messages that the app thread has taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
  /** 1: the ui thread will read the port, and need not be woken. */
  readonly woken: Int32Array<SharedArrayBuffer>;
  readonly waker: Waker;
  readonly streams: StandardStreams;
  /** In development: the state of the previous app thread; `null`: there was none. */
  readonly handedOver: HandedOver | null;
}

/**
 * Starts an app thread.
 *
 * @param port of `data`, which goes to that thread
 * @returns a function that ends it
 */
export type StartAppThread = (data: AppThreadData, port: MessagePort) => () => void;

/** The placement of the threads: the app thread is a Worker, unless it is debugged. */
export interface UiThread {
  readonly startAppThread: StartAppThread;
  /** Ends the process. */
  readonly endProcess: (code: number, platform: Platform) => void;
  /** The app thread may be paused for any time: a missing answer does not end the app. */
  readonly isInspected: boolean;
}

/**
 * The whole life of an app's main thread: starts the app thread, runs the native loop, and ends the
 * process with the exit code of the app thread.
 *
 * @param appThread the module that runs on the app thread
 * @param identity the app thread's later identity, if it is known and a window will certainly open
 */
export function startUi(
  appThread: URL,
  openPlatform: OpenPlatform,
  identity: AppIdentity | null,
): void {
  runUi(openPlatform, identity, {
    startAppThread: startWorker(appThread),
    // oxlint-disable-next-line no-restricted-properties -- an app ends here and nowhere else
    endProcess: (code) => process.exit(code),
    isInspected: false,
  });
}

/** The same on the thread of the native loop. */
export function runUi(
  openPlatform: OpenPlatform,
  identity: AppIdentity | null,
  { startAppThread: startThread, endProcess, isInspected }: UiThread,
): void {
  let beforeExit = (_code: number): void => {};
  const exit = (code: number): void => {
    beforeExit(code);
    endProcess(code, platform);
  };
  exitOnFaults(exit);
  // In development, another one replaces it when the app's code has changed.
  let thread: AppThread;
  let appName = "";
  const { hangDetector, garbage, endLimit } = openWatch(() => platform, isInspected);
  const events: Events = {
    emit(event, payload) {
      const message = { kind: "event", event, payload } as ToApp & { readonly kind: "event" };
      const receiver = thread;
      receiver.post(message);
      garbage.left();
      endLimit.happened(message, receiver, () => receiver === thread);
      if (message.event === "window.closeRequested")
        hangDetector.pressed(message.payload.window, appName, receiver);
    },
  };
  const platform = openPlatform(events);
  const streams = openDirectStreams(platform);
  beforeExit = (code) => {
    if (!drain(streams)) platform.endProcess?.(code);
  };
  const slices = new TimeSlice();
  const receive = (message: unknown): boolean => {
    const { post } = thread;
    if (typeof message === "object" && message !== null && "restart" in message) {
      thread.end();
      platform.restarting();
      openThread((message as RestartMessage).restart);
      endLimit.received("ends with the last window");
      return false;
    }
    if (typeof message === "string") {
      endLimit.received(message as LifeMessage);
      return true;
    }
    const call = readToUi(message as PostedToUi);
    if (call.call === "app.begin") appName = call.args.name;
    else if (call.call === "window.create") endLimit.opened(call.args.label);
    answer(platform, call, post);
    return true;
  };
  const waker = platform.openWaker(() => takeMessages(thread, slices, receive));
  const openThread = (handedOver: HandedOver | null): void => {
    thread = openAppThread(startThread, { waker, streams, handedOver });
  };
  start(platform, identity, () => openThread(null));
  // Not process.exitCode: the app thread may hold timers and children that would keep the process
  // alive.
  exit(platform.run());
}

/** Starts the app thread, and the engine: at once if a window will certainly open. */
function start(platform: Platform, identity: AppIdentity | null, openThread: () => void): void {
  if (identity === null) {
    openThread();
    platform.load();
    return;
  }
  // In parallel they would slow each other down, as both map memory all the time: measured, 10 to
  // 15 ms until there is a web process, which then takes three times as long to request its page
  // as the app thread takes to begin.
  platform.load();
  platform.prepare(identity);
  openThread();
}

/** Watches an app thread that does not answer, and the memory of what it was sent. */
function openWatch(
  platform: () => Platform,
  isInspected: boolean,
): {
  readonly hangDetector: HangDetector;
  readonly garbage: Garbage;
  readonly endLimit: EndLimit;
} {
  const later = (milliseconds: number, task: () => void): void =>
    void platform().later(milliseconds, task);
  return {
    hangDetector: new HangDetector({
      ask: (question) => platform().calls["dialog.message"](question),
      end() {
        process.stderr.write("framework: ended by its user, because it did not respond\n");
        void platform().calls["app.quit"]({ code: 1 });
      },
    }),
    garbage: new Garbage({ later, collect: () => Bun.gc(true) }),
    endLimit: new EndLimit({
      later: isInspected ? () => {} : later,
      end: (code) => void platform().calls["app.quit"]({ code }),
    }),
  };
}

/**
 * The standard streams. Bun's own write to files 1 and 2, and block this thread, where only a
 * writer's thread may block.
 */
function openDirectStreams(platform: Platform): StandardStreams {
  const streams = platform.openStreams();
  if (streams.out?.file !== 1 || streams.err?.file !== 2 || streams.out.writer !== null)
    writeDirectly(streams);
  return streams;
}

/** Ends the process if the ui thread fails, and at once if the app lacks files. */
function exitOnFaults(exit: (code: number) => void): void {
  reportUncaughtTo((thrown) => {
    process.stderr.write(
      `${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
    );
    exit(1);
  });
  const missing = missingFiles();
  if (missing !== null) {
    process.stderr.write(missing);
    exit(1);
  }
}

/**
 * Takes messages of the app thread, until input and drawing have their turn.
 *
 * @param receive takes a message; returns `false` when another app thread has replaced this one
 * @returns whether there may be more
 */
function takeMessages(
  { port, woken }: AppThread,
  slices: TimeSlice,
  receive: (message: unknown) => boolean,
): boolean {
  // Until then the app thread does not wake the loop: its wakes would come before the loop's other
  // work.
  if (!slices.begin()) return true;
  // Before the port is read: a later message comes with a wake.
  Atomics.store(woken, 0, 0);
  const { receiveMessageOnPort } = openThreads();
  for (
    let next = receiveMessageOnPort(port);
    next !== undefined;
    next = receiveMessageOnPort(port)
  ) {
    if (!receive(next.message)) return false;
    if (slices.goesOn()) continue;
    Atomics.store(woken, 0, 1);
    return true;
  }
  slices.end();
  return false;
}

interface AppThread extends Receiver {
  readonly port: MessagePort;
  readonly woken: Int32Array<SharedArrayBuffer>;
  /**
   * Answers to calls of one thread must not reach the next one, which also counts its calls from 1.
   */
  readonly post: (message: ToApp) => void;
  readonly end: () => void;
}

/** Starts app threads as Workers. */
function startWorker(module: URL): StartAppThread {
  return (workerData, port) => {
    const worker = new (openThreads().Worker)(module, {
      workerData,
      transferList: [port],
      // A worker does not inherit the process's arguments.
      argv: process.argv.slice(2),
    });
    return () => void worker.terminate();
  };
}

function openAppThread(
  start: StartAppThread,
  data: Omit<AppThreadData, "port" | "taken" | "woken">,
): AppThread {
  const { MessageChannel } = openThreads();
  const { port1, port2 } = new MessageChannel();
  const [taken, woken] = [sharedNumber(), sharedNumber()];
  let sent = 0;
  const end = start({ port: port2, taken, woken, ...data }, port2);
  return {
    port: port1,
    woken,
    post(message) {
      sent++;
      port1.postMessage(shortenToApp(message), callBody(message));
    },
    get sent() {
      return sent;
    },
    // In 32 bits, like the other counter.
    hasTaken: (count) => ((Atomics.load(taken, 0) - count) | 0) >= 0,
    end: () => {
      port1.close();
      end();
    },
  };
}

function sharedNumber(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** The buffer of a posted call is transferred, not copied. */
function callBody(message: ToApp): ArrayBuffer[] {
  if (message.kind !== "event" || message.event !== "page.request" || message.payload.call === null)
    return [];
  return [message.payload.call.body.buffer as ArrayBuffer];
}

/** Runs one call; every call with an id (not 0) gets exactly one answer. */
export function answer(platform: Platform, message: ToUi, post: (message: ToApp) => void): void {
  const { id, call, args } = message;
  const succeed = (result: unknown): void => {
    if (id !== 0) post({ kind: "answer", id, result });
  };
  const failed = (error: unknown): void => {
    const failure = plainError(error);
    if (id !== 0) post({ kind: "failure", id, error: failure });
    // A window may close before a message for it arrives.
    else if (failure.code !== "not-found")
      process.stderr.write(`framework: ${call} failed: ${failure.message}\n`);
  };
  try {
    const result = (platform.calls[call] as (args: unknown) => unknown)(args);
    if (result instanceof Promise) result.then(succeed, failed);
    else succeed(result);
  } catch (error) {
    failed(error);
  }
}
