import { defineStandInClasses } from "../classes.ts";
import { NSView } from "./ns-view.ts";

/** A bar that shows how much is done; by itself one that runs to and fro, of 100. */
export class NSProgressIndicator extends NSView {
  isIndeterminate = true;
  maximum = 100;
  value = 0;

  "-setIndeterminate:"(isIndeterminate: boolean): void {
    this.isIndeterminate = isIndeterminate;
  }

  "-setMaxValue:"(maximum: number): void {
    this.maximum = maximum;
  }

  "-setDoubleValue:"(value: number): void {
    this.value = value;
  }
}

defineStandInClasses({ NSProgressIndicator });
