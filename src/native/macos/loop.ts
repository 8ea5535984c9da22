import { theApplication } from "./app/application.ts";
import { NSDate, NSRunLoop, NSTimer } from "./lib/foundation.ts";
import { NSEvent } from "./lib/appkit/event.ts";
import { nsArray } from "./objc/array.ts";
import { block, blockOnce } from "./objc/block.ts";
import { withPool } from "./objc/pool.ts";
import { runtime } from "./objc/runtime.ts";
import { hasDisplay } from "./window/display.ts";

// While AppKit's loop runs, Bun's timers do not: these replace them. They run in the common modes,
// which include open menus and windows that are being resized. Only events have an autorelease pool
// of AppKit's.

const commonModes = (): number => runtime().constant("NSRunLoopCommonModes");
const defaultMode = (): number => runtime().constant("NSDefaultRunLoopMode");

/** Runs `task` in the next turn of the loop. */
export function soon(task: () => void): void {
  runIn(commonModes, task);
}

/** Tasks that wait until the user's current action ends. */
const unfinished = new Set<() => void>();

/**
 * Runs `task` in the next turn outside of events. The target of a mouse press, such as a resized
 * window or a view with an open menu, runs a nested loop of AppKit until the mouse button is
 * released, and must not be freed in there. The end of the app's loop waits for it.
 */
export function betweenEvents(task: () => void): void {
  const run = (): void => {
    if (unfinished.delete(run)) task();
  };
  unfinished.add(run);
  runIn(defaultMode, run);
}

function runIn(mode: () => number, task: () => void): void {
  withPool(() => {
    const turn = blockOnce(">v", () => withPool(task));
    mainLoop().send("performInModes:block:", nsArray([mode()]), turn.address);
  });
}

/** Runs `task` once after a delay. The returned function cancels it. */
export function later(milliseconds: number, task: () => void): () => void {
  return withPool(() => {
    let isOpen = true;
    const end = (): void => {
      isOpen = false;
      timer.send("invalidate");
      timer[Symbol.dispose]();
      // Not before it has returned, if it is running.
      queueMicrotask(() => ended[Symbol.dispose]());
    };
    const ended = block("@>v", () => {
      end();
      withPool(task);
    });
    const timer = NSTimer.at(
      NSTimer.send(
        "timerWithTimeInterval:repeats:block:",
        milliseconds / 1000,
        false,
        ended.address,
      ),
    ).retain();
    mainLoop().send("addTimer:forMode:", timer, commonModes());
    return () => {
      if (isOpen) end();
    };
  });
}

function mainLoop() {
  return NSRunLoop.at(NSRunLoop.send("mainRunLoop"));
}

const NSEventTypeApplicationDefined = 15;

/** AppKit's event loop, run once. */
export class Loop {
  #isRunning = false;
  #exitCode: number | undefined;

  /** Returns the exit code given to `quit`. */
  run(): number {
    if (this.#exitCode === undefined) {
      this.#isRunning = true;
      withPool(() => (hasDisplay() ? theApplication().send("run") : this.#runWithoutDisplay()));
      this.#isRunning = false;
    }
    withPool(() => {
      for (const run of unfinished) run();
    });
    return this.#exitCode ?? 0;
  }

  /** The app thread works nevertheless, and `app.begin` reports it. */
  #runWithoutDisplay(): void {
    while (this.#exitCode === undefined)
      withPool(() =>
        mainLoop().send("runMode:beforeDate:", defaultMode(), NSDate.send("distantFuture")),
      );
  }

  quit(exitCode: number): void {
    this.#exitCode = exitCode;
    if (!this.#isRunning || !hasDisplay()) return;
    const application = theApplication();
    application.send("stop:", null);
    // The loop checks its stop flag after an event, and no other may come.
    const event = NSEvent.send(
      "otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:",
      NSEventTypeApplicationDefined,
      { x: 0, y: 0 },
      0,
      0,
      0,
      null,
      0,
      0,
      0,
    );
    if (event !== null) application.send("postEvent:atStart:", event, true);
  }

  /** AppKit is about to end the process, without an exit code. */
  endProcess(): never {
    // oxlint-disable-next-line no-restricted-properties -- `run` does not return to where apps end otherwise
    process.exit(this.#exitCode ?? 0);
  }
}
