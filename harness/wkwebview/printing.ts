import type { NSView } from "../objective-c/app-kit/ns-view.ts";
import type { NSWindow } from "../objective-c/app-kit/ns-window.ts";
import type { Memory } from "../../src/native/ffi/signature.ts";
import { defineStandInClasses } from "../objective-c/classes.ts";
import { lasting } from "../objective-c/foundation/ns-notification.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";
import { refuse } from "../objective-c/violations.ts";

export class NSPrintInfo extends NSObject {
  static "+sharedPrintInfo"(): NSPrintInfo {
    return thePrintInfo();
  }
}

const thePrintInfo = lasting(() => new NSPrintInfo());

/** The windows whose print dialog the user has seen, in order. */
export const printed: NSWindow[] = [];

export class NSPrintOperation extends NSObject {
  readonly ofView = new Strong<NSView>(this);
  #showsPanel = true;

  "-view"(): NSView | null {
    return this.ofView.value;
  }

  "-setShowsPrintPanel:"(shows: boolean): void {
    this.#showsPanel = shows;
  }

  "-setCanSpawnSeparateThread:"(_can: boolean): void {}

  "-runOperationModalForWindow:delegate:didRunSelector:contextInfo:"(
    window: NSWindow,
    _delegate: NSObject | null,
    _selector: string,
    _context: Memory,
  ): void {
    if (!this.#showsPanel) refuse("A page would be printed without asking its user");
    if (this.ofView.value?.frame.width === 0) refuse("A view of no size prints nothing");
    printed.push(window);
  }
}

defineStandInClasses({ NSPrintInfo, NSPrintOperation });
