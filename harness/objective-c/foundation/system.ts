import { defineStandInClasses } from "../classes.ts";
import { NSObject, Strong } from "../ns-object.ts";
import { NSArray } from "./ns-array.ts";
import { NSDictionary, NSMutableDictionary } from "./ns-dictionary.ts";
import { lasting } from "./ns-notification.ts";
import { NSString } from "./ns-string.ts";
import { NSURL } from "./ns-url.ts";

/** The properties of the machine and of the app's bundle. Tests change it. */
export const machine = {
  languages: ["en-GB"],
  /** `null`: the program is in no bundle. */
  bundleIdentifier: null as string | null,
  bundlePath: "/Applications/Conformance.app",
  systemVersion: [14, 4, 0] as readonly [number, number, number],
};

export class NSLocale extends NSObject {
  static "+preferredLanguages"(): NSArray<NSString> {
    return NSArray.of(machine.languages.map((language) => NSString.of(language)));
  }
}

export class NSBundle extends NSObject {
  static "+mainBundle"(): NSBundle {
    return theBundle();
  }

  "-bundleIdentifier"(): NSString | null {
    return machine.bundleIdentifier === null ? null : NSString.of(machine.bundleIdentifier);
  }

  "-bundlePath"(): NSString {
    return NSString.of(machine.bundlePath);
  }

  "-bundleURL"(): NSURL {
    return NSURL.ofFile(`${machine.bundlePath}/`);
  }
}

export class NSProcessInfo extends NSObject {
  static "+processInfo"(): NSProcessInfo {
    return theProcess();
  }

  "-systemUptime"(): number {
    return performance.now() / 1000;
  }

  "-processName"(): NSString {
    return NSString.of("framework");
  }

  "-processIdentifier"(): number {
    return process.pid;
  }

  "-operatingSystemVersionString"(): NSString {
    return NSString.of(`Version ${machine.systemVersion.join(".")}`);
  }
}

export class NSUserDefaults extends NSObject {
  readonly values = new Strong<NSMutableDictionary>(this);

  static "+standardUserDefaults"(): NSUserDefaults {
    return theDefaults();
  }

  "-setBool:forKey:"(value: boolean, key: NSString): void {
    this.values.value?.["-setObject:forKey:"](NSString.of(String(value)), key);
  }

  "-boolForKey:"(key: NSString): boolean {
    const value = this.values.value?.get(key);
    return value instanceof NSString && value.text === "true";
  }

  "-objectForKey:"(key: NSString): NSObject | null {
    return this.values.value?.get(key) ?? null;
  }

  "-setObject:forKey:"(value: NSObject | null, key: NSString): void {
    if (value === null) this.values.value?.["-removeObjectForKey:"](key);
    else this.values.value?.["-setObject:forKey:"](value, key);
  }

  "-stringForKey:"(key: NSString): NSString | null {
    const value = this.values.value?.get(key) ?? null;
    return value instanceof NSString ? value : null;
  }

  "-registerDefaults:"(given: NSDictionary): void {
    for (const [index, key] of given.keys.items.entries()) {
      const value = given.values.items[index];
      if (value !== undefined && this.values.value?.get(key) === null)
        this.values.value["-setObject:forKey:"](value, key);
    }
  }
}

export class NSError extends NSObject {
  readonly ofDomain = new Strong<NSString>(this);
  readonly info = new Strong<NSDictionary>(this);
  code = 0;
  text = "";

  static of(domain: string, code: number, text: string): NSError {
    const made = new this();
    made.ofDomain.value = NSString.of(domain);
    made.code = code;
    made.text = text;
    return made;
  }

  static "+errorWithDomain:code:userInfo:"(
    domain: NSString,
    code: number,
    info: NSDictionary | null,
  ): NSError {
    const made = this.of(domain.text, code, "");
    made.info.value = info;
    return made;
  }

  "-domain"(): NSString {
    return this.ofDomain.value ?? NSString.of("");
  }

  "-code"(): number {
    return this.code;
  }

  "-localizedDescription"(): NSString {
    return NSString.of(this.text);
  }

  "-userInfo"(): NSDictionary {
    return this.info.value ?? NSDictionary.of([]);
  }
}

export class NSDate extends NSObject {
  seconds = 0;

  static "+date"(): NSDate {
    return this["+dateWithTimeIntervalSinceNow:"](0);
  }

  static "+dateWithTimeIntervalSinceNow:"(seconds: number): NSDate {
    const made = new this();
    made.seconds = Date.now() / 1000 + seconds;
    return made;
  }

  static "+distantFuture"(): NSDate {
    return this["+dateWithTimeIntervalSinceNow:"](1e11);
  }

  static "+distantPast"(): NSDate {
    return this["+dateWithTimeIntervalSinceNow:"](-1e11);
  }
}

export class NSAppleEventManager extends NSObject {
  static "+sharedAppleEventManager"(): NSAppleEventManager {
    return theAppleEvents();
  }

  "-currentAppleEvent"(): NSObject | null {
    return isAskedFromOutside ? this : null;
  }
}

let isAskedFromOutside = false;

/** Sets if an Apple event is being handled right now. Its content does not matter here. */
export function setAppleEvent(isThere: boolean): void {
  isAskedFromOutside = isThere;
}

defineStandInClasses({
  NSLocale,
  NSBundle,
  NSProcessInfo,
  NSUserDefaults,
  NSError,
  NSDate,
  NSAppleEventManager,
});

const theBundle = lasting(() => new NSBundle());
const theProcess = lasting(() => new NSProcessInfo());
const theDefaults = lasting(() => {
  const made = new NSUserDefaults();
  made.values.value = new NSMutableDictionary();
  return made;
});
const theAppleEvents = lasting(() => new NSAppleEventManager());
