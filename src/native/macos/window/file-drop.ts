import type { Address } from "../../ffi/signature.ts";
import type { FileDropTarget } from "../../toolkit.ts";
import { NSDraggingInfo } from "../lib/appkit/dragging.ts";
import { NSDictionary, NSNumber, NSURL } from "../lib/foundation.ts";
import { NSPasteboard } from "../lib/appkit/pasteboard.ts";
import { itemsOf, nsArray } from "../objc/array.ts";
import { methodOf, type OwnClass, type OwnMethod } from "../objc/own-class.ts";
import { runtime } from "../objc/runtime.ts";
import { optionalText, textOf } from "../objc/text.ts";

// Data dragged from a page, of the app or of a browser, is the page's own: it may name any file,
// and a small movement of the pointer is no choice of the user's. It grants nothing, and the engine
// does not see the files it names: dropped on an `<input type="file">` they would be read.

const NSDragOperationNone = 0;
const NSDragOperationCopy = 1;

/** The drag and drop of one view: files go to the app, and everything else to the engine. */
export class FileDrop {
  readonly #target: FileDropTarget | null;
  #over: "engine" | "files" | "refused" = "engine";

  /** @param target `null`: only the page receives drops */
  constructor(target: FileDropTarget | null) {
    this.#target = target;
  }

  /** Whether the current drag over the view belongs to the engine. */
  get isEngines(): boolean {
    return this.#over === "engine";
  }

  get operation(): number {
    return this.#over === "files" ? NSDragOperationCopy : NSDragOperationNone;
  }

  entered(info: Address): void {
    const paths = draggedFiles(info);
    if (paths.length > 0 && isFromPage(info)) this.#over = "refused";
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
 * The drag and drop methods of a view.
 *
 * @param dropOf its handler, by the view's `self` value
 * @param own the view's class, whose base handles the engine's drags
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

/** The types by which WebKit and Chromium mark data that a page has set. */
const pageMarks: readonly string[] = [
  "com.apple.WebKit.custom-pasteboard-data",
  "org.chromium.chromium-renderer-initiated-drag",
];

function isFromPage(info: Address): boolean {
  const dragging = NSDraggingInfo.at(info);
  if (dragging.send("draggingSource") !== null) return true;
  const types = NSPasteboard.at(dragging.send("draggingPasteboard")).send("types");
  return types !== null && itemsOf(types).some((type) => pageMarks.includes(textOf(type)));
}

/** The dragged files; addresses of other kinds belong to the engine. */
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

/** Finder passes files by their number, which stays valid when they are renamed. */
function pathOf(url: Address): string | null {
  const byPath = NSURL.at(url).send("filePathURL");
  return byPath === null ? null : optionalText(NSURL.at(byPath).send("path"));
}
