import { defineStandInClasses } from "../classes.ts";
import { NSURL } from "../foundation/ns-url.ts";
import { NSObject, Strong, Weak } from "../ns-object.ts";
import { tell, tellIfAble } from "../tell.ts";
import { inPool } from "../pools.ts";
import { NSPasteboard } from "./ns-pasteboard.ts";
import type { NSView } from "./ns-view.ts";

const operations = { none: 0, copy: 1 } as const;

/** The dragged data, as the view below it gets it. */
export class NSDraggingInfo extends NSObject {
  readonly board = new Strong<NSPasteboard>(this);
  readonly source = new Weak<NSObject>();

  "-draggingPasteboard"(): NSPasteboard | null {
    return this.board.value;
  }

  "-draggingSource"(): NSObject | null {
    return this.source.value;
  }
}

defineStandInClasses({ NSDraggingInfo });

/** A drag of the user over a view, from another app or from a view of this one. */
export class Drag {
  readonly #over: NSView;
  readonly #info = new NSDraggingInfo();
  #operation: number = operations.none;

  /**
   * @param addresses of files and of pages
   * @param mark the type by which the engine of a browser marks data of its pages
   */
  constructor(
    over: NSView,
    addresses: readonly string[],
    { source = null, mark = null }: { source?: NSView | null; mark?: string | null } = {},
  ) {
    this.#over = over;
    this.#info.kept++;
    const board = new NSPasteboard();
    board.files.items = addresses.map((address) => NSURL.of(address));
    if (mark !== null) board.texts.set(mark, "");
    this.#info.board.value = board;
    this.#info.source.value = source;
  }

  /** Enters the view. Returns true if it could be dropped there. */
  enter(): boolean {
    inPool(() => {
      this.#operation = Number(tell(this.#over, "draggingEntered:", this.#info));
    });
    return this.#operation === operations.copy;
  }

  /** Moves on over the view. */
  move(): boolean {
    inPool(() => {
      this.#operation = Number(tell(this.#over, "draggingUpdated:", this.#info));
    });
    return this.#operation === operations.copy;
  }

  leave(): void {
    inPool(() => tell(this.#over, "draggingExited:", this.#info));
  }

  /** Drops it. If it cannot be dropped there, it only leaves. Returns true if it was accepted. */
  drop(): boolean {
    if (this.#operation === operations.none) {
      this.leave();
      return false;
    }
    return inPool(() => {
      const isTaken =
        tell(this.#over, "prepareForDragOperation:", this.#info) === true &&
        tell(this.#over, "performDragOperation:", this.#info) === true;
      if (isTaken) tell(this.#over, "concludeDragOperation:", this.#info);
      tellIfAble(this.#over, "draggingEnded:", this.#info);
      return isTaken;
    });
  }
}
