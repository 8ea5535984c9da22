import { defineStandInClasses } from "../classes.ts";
import { lasting } from "../foundation/ns-notification.ts";
import { NSObject } from "../ns-object.ts";
import { refuse } from "../violations.ts";

/** The look of the pointer. */
export const shownCursor = { shape: "arrow", hidden: 0 };

const made = new Map<string, () => NSCursor>();

export class NSCursor extends NSObject {
  shape = "arrow";

  static of(shape: string): NSCursor {
    let find = made.get(shape);
    if (find === undefined) {
      find = lasting(() => Object.assign(new this(), { shape }));
      made.set(shape, find);
    }
    return find();
  }

  "-set"(): void {
    shownCursor.shape = this.shape;
  }

  // Counted: each one needs its other.
  static "+hide"(): void {
    shownCursor.hidden++;
  }

  static "+unhide"(): void {
    if (shownCursor.hidden === 0) refuse("The pointer was shown once more than it was hidden");
    shownCursor.hidden--;
  }
}

const shapes =
  "arrow crosshair pointingHand IBeam IBeamCursorForVerticalLayout openHand closedHand operationNotAllowed contextualMenu " +
  "dragLink dragCopy resizeLeft resizeRight resizeUp resizeDown resizeLeftRight resizeUpDown";

for (const shape of shapes.split(" ")) {
  const selector = shape.endsWith("Layout") ? shape : `${shape}Cursor`;
  Object.defineProperty(NSCursor, `+${selector}`, { value: () => NSCursor.of(shape) });
}

defineStandInClasses({ NSCursor });
