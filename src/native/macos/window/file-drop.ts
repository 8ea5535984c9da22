import type { Address } from "../../ffi/signature.ts";
import type { FileDropTarget } from "../../toolkit.ts";
import { NSDraggingInfo } from "../lib/dragging.ts";
import { NSDictionary, NSNumber, NSURL } from "../lib/foundation.ts";
import { NSPasteboard } from "../lib/pasteboard.ts";
import { itemsOf, nsArray } from "../objc/array.ts";
import { methodOf, type OwnClass, type OwnMethod } from "../objc/own-class.ts";
import { runtime } from "../objc/runtime.ts";
import { optionalText } from "../objc/text.ts";

// What is dragged from a page of the app is what that page has made: it may name any file, and a
// small movement of the pointer is no choice of the user's. It grants nothing, and the engine does
// not see the files it names: dropped on an `<input type="file">` they would be read.

const NSDragOperationNone = 0;
const NSDragOperationCopy = 1;

/** What is dragged over one view: files are for the app, and all else is the engine's. */
export class FileDrop {
  readonly #target: FileDropTarget | null;
  #over: "engine" | "files" | "refused" = "engine";

  /** @param target `null`: drops are the page's alone */
  constructor(target: FileDropTarget | null) {
    this.#target = target;
  }

  /** Whether what is over the view now is the engine's. */
  get isEngines(): boolean {
    return this.#over === "engine";
  }

  get operation(): number {
    return this.#over === "files" ? NSDragOperationCopy : NSDragOperationNone;
  }

  entered(info: Address): void {
    const paths = draggedFiles(info);
    const isFromOwnPage = NSDraggingInfo.at(info).send("draggingSource") !== null;
    if (paths.length > 0 && isFromOwnPage) this.#over = "refused";
    else this.#over = paths.length > 0 && this.#target !== null ? "files" : "engine";
    if (this.#over === "files") this.#target?.filesDragged("hover", paths);
  }

  left(): void {
    const wasOver = this.#over === "files";
    this.#over = "engine";
    if (wasOver) this.#target?.filesDragged("cancel", []);
  }

  dropped(info: Address): boolean {
    const wasOver = this.#over === "files";
    const paths = wasOver ? draggedFiles(info) : [];
    if (paths.length > 0) this.#target?.filesDragged("drop", paths);
    return wasOver;
  }
}

/**
 * The methods by which a view is told of what is dragged over it.
 *
 * @param dropOf what becomes of it, by what the view stands for
 * @param own the view's class, whose base does what is the engine's
 */
export function dropMethods<T>(
  dropOf: (view: T) => FileDrop,
  own: () => OwnClass<T>,
): Readonly<Record<string, OwnMethod<T>>> {
  const method = methodOf<T>();
  const over = (selector: string, drop: FileDrop, info: Address, view: Address): number =>
    drop.isEngines ? own().sendToBase(view, selector, "@>Q", info) : drop.operation;
  return {
    "draggingEntered:": method("@>Q", (view, info, object) => {
      dropOf(view).entered(info);
      return over("draggingEntered:", dropOf(view), info, object);
    }),
    "draggingUpdated:": method("@>Q", (view, info, object) =>
      over("draggingUpdated:", dropOf(view), info, object),
    ),
    "draggingExited:": method("n>v", (view, info, object) => {
      if (dropOf(view).isEngines) own().sendToBase(object, "draggingExited:", "n>v", info);
      else dropOf(view).left();
    }),
    "prepareForDragOperation:": method("@>B", (view, info, object) =>
      dropOf(view).isEngines
        ? own().sendToBase(object, "prepareForDragOperation:", "@>B", info)
        : dropOf(view).operation === NSDragOperationCopy,
    ),
    "performDragOperation:": method("@>B", (view, info, object) =>
      dropOf(view).isEngines
        ? own().sendToBase(object, "performDragOperation:", "@>B", info)
        : dropOf(view).dropped(info),
    ),
    "concludeDragOperation:": method("n>v", (view, info, object) => {
      if (dropOf(view).isEngines) own().sendToBase(object, "concludeDragOperation:", "n>v", info);
    }),
  };
}

/** The files that are dragged; addresses of other kinds are the engine's. */
function draggedFiles(info: Address): string[] {
  const pasteboard = NSPasteboard.at(NSDraggingInfo.at(info).send("draggingPasteboard"));
  const filesOnly = NSDictionary.send(
    "dictionaryWithObject:forKey:",
    NSNumber.send("numberWithBool:", true),
    runtime().constant("NSPasteboardURLReadingFileURLsOnlyKey"),
  );
  const urls = pasteboard.send("readObjectsForClasses:options:", nsArray([NSURL]), filesOnly);
  return urls === null ? [] : itemsOf(urls).flatMap((url) => pathOf(url) ?? []);
}

/** Finder names files by their number, whatever becomes of their names. */
function pathOf(url: Address): string | null {
  const byPath = NSURL.at(url).send("filePathURL");
  return byPath === null ? null : optionalText(NSURL.at(byPath).send("path"));
}
