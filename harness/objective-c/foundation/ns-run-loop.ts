import { defineConstants } from "../constants.ts";
import type { AppBlock } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import { betweenEvents, later, soon, turn } from "../loop.ts";
import { NSObject } from "../ns-object.ts";
import { callBlock } from "../tell.ts";
import { note, refuse } from "../violations.ts";
import type { NSArray } from "./ns-array.ts";
import { lasting } from "./ns-notification.ts";
import { NSString } from "./ns-string.ts";
import type { NSDate } from "./system.ts";

const common = "kCFRunLoopCommonModes";
// That of the app's own loop, and of no loop inside of an event.
const byDefault = "kCFRunLoopDefaultMode";
const modes: Readonly<Record<string, string>> = {
  NSDefaultRunLoopMode: byDefault,
  NSRunLoopCommonModes: common,
};

export class NSTimer extends NSObject {
  seconds = 0;
  repeats = false;
  block: AppBlock | null = null;
  isValid = true;
  #callOff: (() => void) | null = null;

  static "+timerWithTimeInterval:repeats:block:"(
    seconds: number,
    repeats: boolean,
    block: AppBlock,
  ): NSTimer {
    const made = new this();
    made.seconds = seconds;
    made.repeats = repeats;
    made.block = block;
    return made;
  }

  static "+scheduledTimerWithTimeInterval:repeats:block:"(
    seconds: number,
    repeats: boolean,
    block: AppBlock,
  ): NSTimer {
    const made = this["+timerWithTimeInterval:repeats:block:"](seconds, repeats, block);
    made.begin();
    return made;
  }

  /** The loop holds it from now on. */
  begin(): void {
    if (this.#callOff !== null || !this.isValid) return;
    this.kept++;
    this.#wait();
  }

  #wait(): void {
    this.#callOff = later(this.seconds * 1000, () => {
      if (this.block !== null) callBlock(this.block, this);
      if (!this.isValid) return;
      if (this.repeats) this.#wait();
      else this["-invalidate"]();
    });
  }

  "-invalidate"(): void {
    if (!this.isValid) return;
    this.isValid = false;
    if (this.#callOff === null) return;
    this.#callOff();
    this.kept--;
    this.freeIfUnused();
  }

  "-isValid"(): boolean {
    return this.isValid;
  }

  override dealloc(): void {
    if (this.isValid) note("A timer was freed that was not added to a loop");
  }
}

export class NSRunLoop extends NSObject {
  static "+mainRunLoop"(): NSRunLoop {
    return theRunLoop();
  }

  static "+currentRunLoop"(): NSRunLoop {
    return theRunLoop();
  }

  "-addTimer:forMode:"(timer: NSTimer, mode: NSString): void {
    if (mode.text !== common)
      refuse(`A timer for "${mode.text}" stands still while a menu is open`);
    timer.begin();
  }

  "-performInModes:block:"(inModes: NSArray<NSString>, block: AppBlock): void {
    const names = inModes.items.map(({ text }) => text);
    if (names.includes(common)) soon(() => callBlock(block));
    else if (names.includes(byDefault)) betweenEvents(() => callBlock(block));
    else refuse(`A block for modes in which no loop of an app runs: ${names.join(", ")}`);
  }

  /** Runs until something was done. */
  "-runMode:beforeDate:"(_mode: NSString, _date: NSDate): boolean {
    turn(true);
    return true;
  }

  "-performBlock:"(block: AppBlock): void {
    soon(() => callBlock(block));
  }
}

defineStandInClasses({ NSTimer, NSRunLoop });
defineConstants(
  Object.fromEntries(Object.entries(modes).map(([name, text]) => [name, () => NSString.of(text)])),
);

const theRunLoop = lasting(() => new NSRunLoop());
