import { read, type Pointer } from "bun:ffi";
import { callback, type Address } from "../library.ts";
import { pathOf, pathOfFileUri } from "./file-name.ts";
import { Held } from "./held.ts";
import { glib } from "./lib/glib.ts";
import { gtk } from "./lib/gtk.ts";
import { soon } from "./loop.ts";
import { nameAt } from "./memory.ts";
import { connect } from "./object.ts";

// The engine asks for what is dragged by itself, to show it to the page. Handlers of ours run before the
// engine's, so they see the same data, and a drop of files ends with them.

/** What becomes of files over a window. */
export interface FileDropTarget {
  filesDragged(stage: "hover" | "cancel" | "drop", paths: readonly string[]): void;
}

interface Drag {
  readonly target: FileDropTarget;
  /** The files that are over the window now. */
  paths: readonly string[];
  /** The pointer left; GTK says so before a drop, too. */
  hasLeft: boolean;
}

const drags = new Held<Drag>("file drops");
// How the engine names a list of addresses among what it takes; see DropTarget in its GTK port.
const uriList = 2;

const dataReceived = callback("ppiipuuL>v", (_view, _context, _x, _y, data, info, _time, number) => {
  const drag = drags.get(number);
  if (drag === undefined || info !== uriList) return;
  const paths = filesOf(gtk.gtk_selection_data_get_uris(data));
  const isNew = drag.hasLeft || paths.join("\0") !== drag.paths.join("\0");
  drag.paths = paths;
  drag.hasLeft = false;
  if (isNew && paths.length > 0) drag.target.filesDragged("hover", paths);
});

const left = callback("ppuL>v", (_view, _context, _time, number) => {
  const drag = drags.get(number);
  if (drag === undefined || drag.paths.length === 0) return;
  drag.hasLeft = true;
  soon(() => {
    if (!drag.hasLeft || drag.paths.length === 0) return;
    drag.paths = [];
    drag.target.filesDragged("cancel", []);
  });
});

const dropped = callback("ppiiuL>b", (_view, context, _x, _y, time, number) => {
  const drag = drags.get(number);
  if (drag === undefined || drag.paths.length === 0) return false; // the engine's, for the page
  const { paths } = drag;
  drag.paths = [];
  gtk.gtk_drag_finish(context, true, false, time);
  drag.target.filesDragged("drop", paths);
  return true;
});

/** Reports files that are dragged over a view, until the returned function is called. */
export function watchFileDrop(view: Address, target: FileDropTarget): () => void {
  const number = drags.add({ target, paths: [], hasLeft: false });
  connect(view, "drag-data-received", dataReceived, number);
  connect(view, "drag-leave", left, number);
  connect(view, "drag-drop", dropped, number);
  return () => void drags.take(number);
}

/** The files in a list of addresses, which is freed. One whose name is no valid Unicode is left out. */
function filesOf(uris: Address | null): string[] {
  const paths: string[] = [];
  for (let place = 0; uris !== null; place += 8) {
    const uri = read.ptr(uris as Pointer, place);
    if (uri === 0) break;
    const text = Buffer.from(nameAt(uri)).toString("latin1");
    if (!text.startsWith("file:")) continue;
    try {
      paths.push(pathOf(pathOfFileUri(text)));
    } catch (error) {
      process.stderr.write(
        `framework: a dragged file is left out: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  glib.g_strfreev(uris);
  return paths;
}
