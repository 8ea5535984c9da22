import { defineStandInClasses } from "../classes.ts";
import type { NSString } from "../foundation/ns-string.ts";
import { Strong } from "../ns-object.ts";
import { NSView } from "./ns-view.ts";

export class NSTextView extends NSView {
  readonly text = new Strong<NSString>(this);
  isEditable = true;

  static "+scrollableTextView"(): NSScrollView {
    const made = new NSScrollView();
    made["-setDocumentView:"](new NSTextView());
    return made;
  }

  "-setString:"(text: NSString): void {
    this.text.value = text;
  }

  "-setEditable:"(isEditable: boolean): void {
    this.isEditable = isEditable;
  }
}

export class NSScrollView extends NSView {
  readonly document = new Strong<NSView>(this);

  "-documentView"(): NSView | null {
    return this.document.value;
  }

  "-setDocumentView:"(view: NSView | null): void {
    this.document.value = view;
  }
}

defineStandInClasses({ NSTextView, NSScrollView });
