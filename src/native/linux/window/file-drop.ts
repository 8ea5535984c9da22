import { read, toArrayBuffer, type Pointer } from "bun:ffi";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { pathOf, pathOfFileUri } from "../file-name.ts";
import { Held } from "../../ffi/held.ts";
import { gdk } from "../lib/gdk.ts";
import { glib } from "../lib/glib.ts";
import { gtk } from "../lib/gtk.ts";
import { soon } from "../loop.ts";
import { nameAt } from "../memory.ts";
import { connect } from "../object.ts";
import type { FileDropTarget } from "../../toolkit.ts";

// The engine itself requests dragged data, to show it to the page. Handlers of ours run before the
// engine's, so they see the same data, and a drop of files ends with them.
//
// Data dragged from a page, of the app or of a browser, is the page's own: it may name any file,
// and a small movement of the pointer is no choice of the user's. It grants nothing, and the engine
// does not see the files it names: dropped on an `<input type="file">` they would be read.

interface Drag {
  /** `null`: only the page receives drops. */
  readonly target: FileDropTarget | null;
  /** The files that are over the window now. */
  paths: readonly string[];
  /** The pointer left; GTK reports that before a drop, too. */
  hasLeft: boolean;
}

const drags = new Held<Drag>("file drops");
// The engine's number for a list of addresses among its drop formats; see DropTarget in its GTK
// port.
const uriList = 2;
// The same for one address with a title, such as a dragged link.
const titledAddress = 3;

const dataReceived = callback("ppiipuuL>v", (_view, context, _x, _y, data, info, _time, number) => {
  const drag = drags.get(number);
  if (drag === undefined || (info !== uriList && info !== titledAddress)) return;
  if (isFromPage(context)) return withoutFiles(data);
  if (drag.target === null || info !== uriList) return;
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
    drag.target?.filesDragged("cancel", []);
  });
});

const dropped = callback("ppiiuL>b", (_view, context, _x, _y, time, number) => {
  const drag = drags.get(number);
  // The engine's, for the page.
  if (drag === undefined || drag.paths.length === 0 || isFromPage(context)) return false;
  const { paths } = drag;
  drag.paths = [];
  gtk.gtk_drag_finish(context, true, false, time);
  drag.target?.filesDragged("drop", paths);
  return true;
});

/**
 * Reports files that are dragged over a view from other programs, until the returned function is
 * called. Without a target they go to the page.
 */
export function watchFileDrop(view: Address, target: FileDropTarget | null): () => void {
  const number = drags.add({ target, paths: [], hasLeft: false });
  connect(view, "drag-data-received", dataReceived, number);
  connect(view, "drag-leave", left, number);
  connect(view, "drag-drop", dropped, number);
  return () => void drags.take(number);
}

/** The formats by which WebKitGTK and Chromium mark data that a page has set. */
const pageMarks = ["org.webkitgtk.WebKit.custom-pasteboard-data", "chromium/x-renderer-taint"];

/** A page of this process, in any window, or of another program whose engine marks its data. */
function isFromPage(context: Address): boolean {
  // GTK knows the source widget of a drag within this process alone.
  if (gtk.gtk_drag_get_source_widget(context) !== null) return true;
  const marks = pageMarks.map((name) => gdk.gdk_atom_intern(name, false));
  const targets = gdk.gdk_drag_context_list_targets(context);
  if (targets === null) return false;
  return Array.from({ length: glib.g_list_length(targets) }, (_, at) =>
    glib.g_list_nth_data(targets, at),
  ).some((target) => target !== null && marks.includes(target));
}

/**
 * Turns each line that names a file into a comment, before the engine sees it. In place: GTK frees
 * the bytes that it has received, and would not know others.
 */
function withoutFiles(data: Address): void {
  const start = gtk.gtk_selection_data_get_data(data);
  const length = gtk.gtk_selection_data_get_length(data);
  if (start === null || length <= 0) return;
  const bytes = Buffer.from(toArrayBuffer(start as Pointer, 0, length));
  for (let from = 0; from < length;) {
    const newline = bytes.indexOf("\n", from);
    const to = newline === -1 ? length : newline;
    if (URL.parse(bytes.toString("latin1", from, to))?.protocol === "file:")
      bytes.fill("#", from, to);
    from = to + 1;
  }
}

/** The files in a list of addresses, which is freed. Names of invalid Unicode are left out. */
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
