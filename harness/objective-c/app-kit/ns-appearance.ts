import { defineStandInClasses } from "../classes.ts";
import type { NSArray } from "../foundation/ns-array.ts";
import { lasting, theDistributedCenter } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSObject } from "../ns-object.ts";

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

  static "+windowBackgroundColor"(): NSColor {
    return this.of("window background");
  }
}

defineStandInClasses({ NSAppearance, NSColor });

const appearances = new Map(
  [light, dark].map((name) => [name, lasting(() => NSAppearance.of(name))]),
);

let isDark = false;

/** What the user has chosen for all apps. */
export function systemAppearance(): NSAppearance {
  return appearances.get(isDark ? dark : light)?.() as NSAppearance;
}

/** The user chooses another theme. `NSApplication` tells its windows. */
export function setSystemTheme(toDark: boolean): void {
  isDark = toDark;
  theDistributedCenter().post("AppleInterfaceThemeChangedNotification", null);
}
