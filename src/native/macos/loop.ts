import { theApplication } from "./app/application.ts";
import { NSRunLoop, NSTimer } from "./lib/foundation.ts";
import { NSEvent } from "./lib/event.ts";
import { nsArray } from "./objc/array.ts";
import { block, blockOnce } from "./objc/block.ts";
import { withPool } from "./objc/pool.ts";
import { runtime } from "./objc/runtime.ts";

// While AppKit's loop runs, none of Bun's timers does: these stand in for them. They run in the common modes, which are
// those of open menus and of windows that are being resized, too. What is not an event has no pool of AppKit's around it.

const commonModes = (): number => runtime().constant("NSRunLoopCommonModes");

/** Runs `task` in the next turn of the loop. */
export function soon(task: () => void): void {
  withPool(() => {
    const turn = blockOnce(">v", () => withPool(task));
    mainLoop().send("performInModes:block:", nsArray([commonModes()]), turn.address);
  });
}

/** Runs `task` once after a time. The returned function calls it off. */
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
      if (!isOpen) return;
      end();
      withPool(task);
    });
    const timer = NSTimer.at(
      NSTimer.send("timerWithTimeInterval:repeats:block:", milliseconds / 1000, false, ended.address),
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

const NSEventTypeMouseMoved = 5;

/** AppKit's event loop, run once. */
export class Loop {
  #isRunning = false;
  #exitCode: number | undefined;

  /** Returns the exit code given to `quit`. */
  run(): number {
    if (this.#exitCode === undefined) {
      this.#isRunning = true;
      withPool(() => theApplication().send("run"));
      this.#isRunning = false;
    }
    return this.#exitCode ?? 0;
  }

  quit(exitCode: number): void {
    this.#exitCode = exitCode;
    if (!this.#isRunning) return;
    const application = theApplication();
    application.send("stop:", null);
    // It looks whether it was stopped after an event, and no other may come.
    const place = { x: 0, y: 0 };
    const event = NSEvent.send(
      "mouseEventWithType:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:",
      NSEventTypeMouseMoved,
      place,
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
}
