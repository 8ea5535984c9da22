import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";

// Stops the signal before it reaches WebKit's own handler.
const drawNothing = callback("ppL>b", () => true);

/**
 * Keeps a view from drawing until the returned function is called.
 *
 * Without DMA-BUF, WebKitGTK 2.50 requests a picture from the web process when it has to draw and
 * has none, and blocks this thread for up to 500 ms. A process that loads a page sends none before
 * the first layout, and itself waits for this thread's answers. A view whose process is still
 * starting is not asked, but it may have started before its page is loaded (`privateSchemeFilter`):
 * each of forty windows at once delayed all others, one after the other.
 *
 * Source: DrawingAreaProxyCoordinatedGraphics::forceUpdateIfNeeded of WebKit; measured: a third of
 * the windows that took a running process opened half a second late.
 */
export function holdDrawing(view: Address): () => void {
  const handler = gobject.g_signal_connect_data(view, "draw", drawNothing(), 0, null, 0);
  return () => {
    gobject.g_signal_handler_disconnect(view, handler);
    gtk.gtk_widget_queue_draw(view);
  };
}
