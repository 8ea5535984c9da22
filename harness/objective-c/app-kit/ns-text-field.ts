import { defineStandInClasses } from "../classes.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSControl } from "./ns-control.ts";

export class NSTextField extends NSControl {
  text = "";

  "-setStringValue:"(text: NSString): void {
    this.text = text.text;
  }

  "-stringValue"(): NSString {
    return NSString.of(this.text);
  }
}

defineStandInClasses({ NSTextField });
