import { read, type Pointer } from "bun:ffi";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gtk } from "../lib/gtk.ts";
import { pageViews } from "./page-view.ts";

// WebKitGTK gives a key that the page did not use back to GTK, as an event of the same content, and
// notes that the view has to ignore the next key. A dialog or menu that has opened meanwhile takes
// the event, so the view would ignore the first key after it.
// Source: doneWithKeyEvent in UIProcess/API/gtk/PageClientImpl.cpp, webkitWebViewBaseKeyPressEvent

/** The number of recent keys that are remembered: more than a user types while a page is busy. */
const most = 512;

/** The views that keys have gone to, by the content of their events. */
const receivers = new Map<string, Address>();

/** `null`: the event has no time, so another key may have the same content. */
// struct GdkEventKey { type; window; send_event; guint32 time, state, keyval; gint length; string;
// guint16 hardware_keycode; … }
function contentOf(event: Address): string | null {
  const start = event as Pointer;
  const time = read.u32(start, 20);
  return time === 0 ? null : [read.u32(start, 0), time, read.u16(start, 48)].join();
}

/** The view that GTK will give a key to, if the key is for this widget. */
function focusedView(widget: Address): Address | undefined {
  return [...pageViews.keys()].find(
    (view) =>
      gtk.gtk_widget_get_toplevel(view) === widget && gtk.gtk_window_get_focus(widget) === view,
  );
}

const keyComes = callback("ppL>b", (widget, event) => {
  const content = contentOf(event);
  if (content === null) return false;
  const view = focusedView(widget);
  const receiver = receivers.get(content);
  if (receiver === undefined) {
    if (view !== undefined) remember(content, view);
    return false;
  }
  if (receiver === view || !pageViews.has(receiver)) return false;
  gtk.gtk_widget_event(receiver, event);
  return true;
});

function remember(content: string, view: Address): void {
  receivers.set(content, view);
  const [oldest] = receivers.keys();
  if (receivers.size > most && oldest !== undefined) receivers.delete(oldest);
}

/** Lets each key that the engine gives back reach the view that it comes from. */
export function returnKeys(): void {
  gtk.gtk_key_snooper_install(keyComes(), null);
}
