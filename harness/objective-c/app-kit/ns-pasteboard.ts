import { defineStandInClasses } from "../classes.ts";
import { ClassItem, NSArray } from "../foundation/ns-array.ts";
import type { NSDictionary } from "../foundation/ns-dictionary.ts";
import { lasting } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import type { NSURL } from "../foundation/ns-url.ts";
import { NSObject, StrongList } from "../ns-object.ts";

export class NSPasteboard extends NSObject {
  readonly texts = new Map<string, string>();
  /** The files in it. */
  readonly files = new StrongList<NSURL>(this);
  changes = 0;
  /** True if the app may write. It may not add to the content of another app. */
  isOurs = false;
  /** True if it refuses writes. */
  isBroken = false;

  static "+generalPasteboard"(): NSPasteboard {
    return theClipboard();
  }

  "-clearContents"(): number {
    this.texts.clear();
    this.files.items = [];
    this.isOurs = true;
    return ++this.changes;
  }

  "-setString:forType:"(text: NSString, type: NSString): boolean {
    if (!this.isOurs || this.isBroken) return false;
    this.texts.set(type.text, text.text);
    return true;
  }

  "-stringForType:"(type: NSString): NSString | null {
    const text = this.texts.get(type.text);
    return text === undefined ? null : NSString.of(text);
  }

  "-types"(): NSArray {
    return NSArray.of([...this.texts.keys()].map((type) => NSString.of(type)));
  }

  /** Reads the items of these classes. For addresses, on request, only those of files. */
  "-readObjectsForClasses:options:"(
    classes: NSArray,
    options: NSDictionary | null,
  ): NSArray | null {
    const isAsked = classes.items.some(
      (item) => item instanceof ClassItem && item.className === "NSURL",
    );
    const filesOnly = options?.get(NSString.of("NSPasteboardURLReadingFileURLsOnlyKey")) ?? null;
    const isFile = (url: NSURL): boolean => filesOnly === null || url.file !== null;
    return NSArray.of(isAsked ? this.files.items.filter(isFile) : []);
  }

  /** Another app writes into it. */
  takenBy(texts: Readonly<Record<string, string>>): void {
    this["-clearContents"]();
    this.isOurs = false;
    for (const [type, text] of Object.entries(texts)) this.texts.set(type, text);
  }
}

export const theClipboard = lasting(() => new NSPasteboard());

defineStandInClasses({ NSPasteboard });
