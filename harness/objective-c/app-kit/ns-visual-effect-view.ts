import { defineStandInClasses } from "../classes.ts";
import { NSView } from "./ns-view.ts";

/** A view that shows the content behind it, as a material. */
export class NSVisualEffectView extends NSView {
  material = 0;
  blendingMode = 0;
  state = 0;

  "-setMaterial:"(material: number): void {
    this.material = material;
  }

  "-setBlendingMode:"(blendingMode: number): void {
    this.blendingMode = blendingMode;
  }

  "-setState:"(state: number): void {
    this.state = state;
  }
}

defineStandInClasses({ NSVisualEffectView });
