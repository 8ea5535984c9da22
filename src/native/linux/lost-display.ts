import { callback } from "../ffi/callback.ts";
import { gdk, gdkWayland } from "./lib/gdk.ts";
import { libc } from "./lib/libc.ts";
import { wayland } from "./lib/wayland.ts";
import { x11 } from "./lib/x11.ts";
import { atEachTurn, watchHangUp } from "./loop.ts";
import { windowSystem } from "./window/display.ts";

// The X server, or the compositor, usually ends with the user's session, and many programs learn of
// its end that way. Xlib lets no process continue without a server, and GDK ends the process at
// once, on both. The necessary steps before that belong to the app thread, and need no display.

let onLoss: () => void;

const lost = callback("p>i", () => {
  onLoss();
  return 0;
});

/**
 * Runs `task` when the display is gone. The toolkit must not be called any more: `task` ends the
 * process.
 */
export function exitWhenDisplayLost(task: () => void): void {
  onLoss = task;
  const system = windowSystem();
  const display = gdk.gdk_display_get_default();
  if (system === "x11") x11.XSetIOErrorHandler(lost());
  else if (system === "wayland" && display !== null)
    watchCompositor(
      wayland.wl_display_get_fd(gdkWayland.gdk_wayland_display_get_wl_display(display)),
      task,
    );
}

function watchCompositor(file: number, task: () => void): void {
  watchHangUp(file, task);
  // A turn begins with sending GDK's requests, before the loop polls files: GDK ends the process
  // when that fails. struct pollfd: int fd; short events; short revents. A hang-up is reported
  // without a request.
  const looked = new Int32Array([file, 0]);
  atEachTurn(() => {
    if (libc.poll(looked, 1, 0) > 0) task();
  });
}
