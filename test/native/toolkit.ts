import { callback } from "../../src/native/ffi/callback.ts";
import { library } from "../../src/native/linux/library.ts";
import { textAt, type Address } from "../../src/native/ffi/signature.ts";
import { glib } from "../../src/native/linux/lib/glib.ts";
import { gtk } from "../../src/native/linux/lib/gtk.ts";
import { gtkPackages, webkitPackages } from "../../src/native/linux/lib/packages.ts";
import { takeList } from "../../src/native/linux/memory.ts";

/** Functions of GTK for tests only: finding windows, and pressing a person's buttons. */
export const testGtk = library("libgtk-3.so.0", gtkPackages, {
  gtk_window_list_toplevels: ">n",
  gtk_window_get_title: "p>n",
  gtk_window_close: "p>v",
  gtk_widget_get_mapped: "p>b",
  gtk_widget_get_parent: "p>n",
  gtk_dialog_response: "pi>v",
  gtk_file_chooser_select_filename: "ps>b",
  gtk_file_chooser_select_all: "p>v",
  gtk_bin_get_child: "p>n",
  gtk_progress_bar_get_fraction: "p>d",
});

const testWebkit = library("libwebkit2gtk-4.1.so.0", webkitPackages, {
  webkit_web_view_terminate_web_process: "p>v",
});

const testGobject = library("libgobject-2.0.so.0", gtkPackages, {
  g_type_from_name: "s>L",
  g_signal_lookup: "sL>u",
  g_value_get_object: "p>n",
  g_signal_add_emission_hook: "uupnn>L",
});

let began: (() => void) | null = null;

// (hint, number of values, GValue*, data): the first is the view.
const loadBegan = callback("punn>b", (_hint, _count, values) => {
  const view = values === null ? null : testGobject.g_value_get_object(values);
  if (view === null || testGtk.gtk_widget_get_parent(view) !== null) return true;
  began?.();
  began = null;
  return false; // once
});

/** Settles when the view that no window has yet begins to load its empty page. */
export function spareViewLoads(): Promise<void> {
  const signal = testGobject.g_signal_lookup(
    "load-changed",
    testGobject.g_type_from_name("WebKitWebView"),
  );
  return new Promise((resolve) => {
    began = resolve;
    testGobject.g_signal_add_emission_hook(signal, 0, loadBegan(), null, null);
  });
}

/** Ends the web process of a window, as a crash would. */
export function endWebProcess(title: string): void {
  const window = windowTitled(title);
  const view = window === null ? null : testGtk.gtk_bin_get_child(window);
  if (view === null) throw new Error(`Cannot find the page of window ${title}`);
  testWebkit.webkit_web_view_terminate_web_process(view);
}

/** The window with this title, when it is on the screen. */
export function windowTitled(title: string): Address | null {
  const list = testGtk.gtk_window_list_toplevels();
  let found: Address | null = null;
  for (let index = 0; index < glib.g_list_length(list); index++) {
    const window = glib.g_list_nth_data(list, index);
    const text = window === null ? null : testGtk.gtk_window_get_title(window);
    if (window === null || text === null || textAt(text) !== title) continue;
    if (testGtk.gtk_widget_get_mapped(window) !== 0) found = window;
  }
  glib.g_list_free(list);
  return found;
}

/** The number of windows in GTK, shown or not. */
export function windowCount(): number {
  const list = testGtk.gtk_window_list_toplevels();
  const count = glib.g_list_length(list);
  glib.g_list_free(list);
  return count;
}

/** The number of files that a chooser would return now: folders are read in the background. */
export function chosenCount(chooser: Address): number {
  const names = takeList(gtk.gtk_file_chooser_get_filenames(chooser));
  for (const name of names) glib.g_free(name);
  return names.length;
}

/** The value of a message box's bar, which is the last item below its text. */
export function barOf(dialog: number): number {
  const list = gtk.gtk_container_get_children(gtk.gtk_message_dialog_get_message_area(dialog));
  const bar = glib.g_list_nth_data(list, glib.g_list_length(list) - 1);
  glib.g_list_free(list);
  if (bar === null) throw new Error("Cannot find the bar of a message box");
  return testGtk.gtk_progress_bar_get_fraction(bar);
}
