import type { AppBlock } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSObject, Strong, StrongList, Unsafe } from "../ns-object.ts";
import { callBlock, tell } from "../tell.ts";
import type { NSDictionary } from "./ns-dictionary.ts";
import { NSString } from "./ns-string.ts";

export class NSNotification extends NSObject {
  readonly ofName = new Strong<NSString>(this);
  readonly about = new Strong<NSObject>(this);
  readonly info = new Strong<NSDictionary>(this);

  static of(
    name: string,
    about: NSObject | null,
    info: NSDictionary | null = null,
  ): NSNotification {
    const made = new this();
    made.ofName.value = NSString.of(name);
    made.about.value = about;
    made.info.value = info;
    return made;
  }

  "-name"(): NSString | null {
    return this.ofName.value;
  }

  "-object"(): NSObject | null {
    return this.about.value;
  }

  "-userInfo"(): NSDictionary | null {
    return this.info.value;
  }
}

/** An observer: an object with a selector, or a block. */
class Observation extends NSObject {
  readonly observer = new Unsafe<NSObject>("An observer of notifications");
  selector = "";
  block: AppBlock | null = null;
  of: string | null = null;
  about: NSObject | null = null;
}

export class NSNotificationCenter extends NSObject {
  readonly observations = new StrongList<Observation>(this);

  static "+defaultCenter"(): NSNotificationCenter {
    return theCenter();
  }

  #add(of: NSString | null, about: NSObject | null): Observation {
    const made = new Observation();
    made.of = of?.text ?? null;
    made.about = about;
    this.observations.add(made);
    return made;
  }

  "-addObserver:selector:name:object:"(
    observer: NSObject,
    selector: string,
    of: NSString | null,
    about: NSObject | null,
  ): void {
    const made = this.#add(of, about);
    made.observer.value = observer;
    made.selector = selector;
  }

  "-addObserverForName:object:queue:usingBlock:"(
    of: NSString | null,
    about: NSObject | null,
    _queue: NSObject | null,
    block: AppBlock,
  ): NSObject {
    const made = this.#add(of, about);
    made.block = block;
    return made;
  }

  "-removeObserver:"(observer: NSObject): void {
    for (const made of this.observations.items)
      if (made === observer || made.observer.value === observer) this.observations.remove(made);
  }

  "-removeObserver:name:object:"(
    observer: NSObject,
    of: NSString | null,
    about: NSObject | null,
  ): void {
    for (const made of this.observations.items)
      if (
        made.observer.value === observer &&
        (of === null || made.of === of.text) &&
        (about === null || made.about === about)
      )
        this.observations.remove(made);
  }

  "-postNotificationName:object:"(of: NSString, about: NSObject | null): void {
    this.post(of.text, about);
  }

  /** Notifies all observers, at once. */
  post(of: string, about: NSObject | null, info: NSDictionary | null = null): void {
    const notification = NSNotification.of(of, about, info);
    notification.kept++;
    for (const { observer, selector, block, ...made } of this.observations.items) {
      if (made.of !== null && made.of !== of) continue;
      if (made.about !== null && made.about !== about) continue;
      if (block !== null) callBlock(block, notification);
      else if (observer.value !== null) tell(observer.value, selector, notification);
    }
    notification.kept--;
    notification.freeIfUnused();
  }
}

/** Notifications of other processes and of the system: the theme, for example. */
export class NSDistributedNotificationCenter extends NSNotificationCenter {
  static override "+defaultCenter"(): NSNotificationCenter {
    return theDistributedCenter();
  }
}

defineStandInClasses({ NSNotification, NSNotificationCenter, NSDistributedNotificationCenter });

/** Makes an object once, for as long as the process lives. */
export function lasting<T extends NSObject>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    if (made !== undefined) return made;
    made = make();
    made.kept++;
    return made;
  };
}

export const theCenter = lasting(() => new NSNotificationCenter());
export const theDistributedCenter = lasting(() => new NSDistributedNotificationCenter());
