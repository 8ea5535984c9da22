import type { Rect } from "../../../src/native/macos/objc/signature.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import { NSDictionary } from "../foundation/ns-dictionary.ts";
import { theCenter } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSNumber } from "../foundation/ns-value.ts";
import { NSObject } from "../ns-object.ts";

/** A monitor: its frame in points, from the bottom left corner of the first one. */
export interface Monitor {
  readonly name: string;
  readonly frame: Rect;
  readonly scale: number;
}

const menuBar = 25;

export class NSScreen extends NSObject {
  monitor: Monitor = { name: "", frame: { x: 0, y: 0, width: 0, height: 0 }, scale: 1 };

  static "+screens"(): NSArray<NSScreen> {
    return NSArray.of(screens());
  }

  static "+mainScreen"(): NSScreen | null {
    return screens()[0] ?? null;
  }

  "-frame"(): Rect {
    return this.monitor.frame;
  }

  // Each screen has a menu bar, and the Dock is hidden.
  "-visibleFrame"(): Rect {
    const { frame } = this.monitor;
    return { ...frame, height: frame.height - menuBar };
  }

  "-backingScaleFactor"(): number {
    return this.monitor.scale;
  }

  "-localizedName"(): NSString {
    return NSString.of(this.monitor.name);
  }

  "-deviceDescription"(): NSDictionary {
    const number = screens().indexOf(this) + 1;
    return NSDictionary.of([[NSString.of("NSScreenNumber"), NSNumber.holding(number)]]);
  }
}

defineStandInClasses({ NSScreen });

// There may be none, too: while the lid of a laptop is closed.
let all: NSScreen[] | undefined;

/** The first is the one with the origin. */
export function screens(): readonly NSScreen[] {
  if (all === undefined)
    plug([
      {
        name: "Built-in Retina Display",
        frame: { x: 0, y: 0, width: 1440, height: 900 },
        scale: 2,
      },
    ]);
  return all ?? [];
}

function plug(monitors: readonly Monitor[]): void {
  const before = all ?? [];
  all = monitors.map((monitor) => {
    // A monitor that stays is the same screen, whatever its frame becomes.
    const made = before.find((screen) => screen.monitor.name === monitor.name) ?? new NSScreen();
    made.monitor = monitor;
    made.kept++;
    return made;
  });
  for (const screen of before) {
    screen.kept--;
    screen.freeIfUnused();
  }
}

/** Replaces the monitors, and notifies the app. */
export function plugMonitors(monitors: readonly Monitor[]): void {
  plug(monitors);
  theCenter().post("NSApplicationDidChangeScreenParametersNotification", null);
}

/** The screen with the largest part of a frame. */
export function screenOf(frame: Rect): NSScreen | null {
  const [first] = screens()
    .map((screen) => ({ screen, shared: shared(screen.monitor.frame, frame) }))
    .toSorted((a, b) => b.shared - a.shared);
  return first !== undefined && first.shared > 0 ? first.screen : null;
}

function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
