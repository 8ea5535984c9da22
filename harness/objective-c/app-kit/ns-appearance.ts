import { defineStandInClasses } from "../classes.ts";
import type { NSArray } from "../foundation/ns-array.ts";
import { lasting, theDistributedCenter } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import { livingObjects, NSObject } from "../ns-object.ts";

const light = "NSAppearanceNameAqua";
const dark = "NSAppearanceNameDarkAqua";

export class NSAppearance extends NSObject {
  appearance = light;

  static of(appearance: string): NSAppearance {
    const made = new this();
    made.appearance = appearance;
    return made;
  }

  static "+appearanceNamed:"(name: NSString): NSAppearance | null {
    return appearances.get(name.text)?.() ?? null;
  }

  "-name"(): NSString {
    return NSString.of(this.appearance);
  }

  "-bestMatchFromAppearancesWithNames:"(names: NSArray<NSString>): NSString | null {
    return names.items.find(({ text }) => text === this.appearance) ?? null;
  }
}

export class NSColor extends NSObject {
  colour = "";

  static of(colour: string): NSColor {
    const made = new this();
    made.colour = colour;
    return made;
  }

  static "+clearColor"(): NSColor {
    return this.of("clear");
  }

  static "+colorWithSRGBRed:green:blue:alpha:"(...parts: readonly number[]): NSColor {
    return this.of(parts.map((part) => Math.round(part * 255)).join(" "));
  }

  static "+windowBackgroundColor"(): NSColor {
    return this.of("window background");
  }
}

defineStandInClasses({ NSAppearance, NSColor });

const appearances = new Map(
  [light, dark].map((name) => [name, lasting(() => NSAppearance.of(name))]),
);

let isDark = false;
let ofApp: NSAppearance | null = null;

/** The appearance that the app requests, or otherwise the user's choice for all apps. */
export function appAppearance(): NSAppearance {
  return ofApp ?? (appearances.get(isDark ? dark : light)?.() as NSAppearance);
}

/** The user chooses another theme. */
export function setSystemTheme(toDark: boolean): void {
  change(() => (isDark = toDark));
  theDistributedCenter().post("AppleInterfaceThemeChangedNotification", null);
}

/** The app asks for an appearance; `null`: it follows the user. */
export function setAppAppearance(appearance: NSAppearance | null): void {
  change(() => (ofApp = appearance));
}

/** Notifies all that follow the app, if their appearance has changed. */
function change(run: () => void): void {
  const before = appAppearance();
  run();
  if (appAppearance() === before) return;
  for (const object of livingObjects())
    if ("appAppearanceChanged" in object && object.appAppearanceChanged instanceof Function)
      object.appAppearanceChanged();
}
