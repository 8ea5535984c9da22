import { unsupportedOn } from "../../shell/warn-unsupported.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { AppIdentity } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { nameProcess } from "../process-name.ts";
import { withoutNul } from "../../shown-text.ts";
import { rectangle, type Rectangle } from "./surface.ts";

/** Opens the display. The name of the app must be known before: the first window already has it. */
export function openDisplay({ identifier, name, executable }: AppIdentity): void {
  nameProcess(executable);
  // On X11 the instance in WM_CLASS, on Wayland the app id: desktops find the .desktop file by it.
  glib.g_set_prgname(withoutNul(identifier));
  glib.g_set_application_name(withoutNul(name));
  // portal.ts decides about the use of a portal: GTK would report a missing one as "cancelled".
  glib.g_unsetenv("GTK_USE_PORTAL");
  if (!gtk.gtk_init_check(null, null)) throw noDisplay();
  // The class in WM_CLASS. GTK has just set it to the same with a capital letter.
  gdk.gdk_set_program_class(withoutNul(identifier));
}

function noDisplay(): FrameworkError {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const given = [
    DISPLAY === undefined ? "DISPLAY is not set" : `DISPLAY is "${DISPLAY}"`,
    WAYLAND_DISPLAY === undefined
      ? "WAYLAND_DISPLAY is not set"
      : `WAYLAND_DISPLAY is "${WAYLAND_DISPLAY}"`,
  ].join(", ");
  return new FrameworkError(
    "unavailable",
    `Cannot open a display (${given}): run inside a desktop session, or under xvfb-run`,
  );
}

/** The window system, by the GDK type of the display. */
export function windowSystem(): "x11" | "wayland" | "other" {
  const display = gdk.gdk_display_get_default();
  const type = display === null ? "" : gobject.g_type_name_from_instance(display);
  return type === "GdkX11Display" ? "x11" : type === "GdkWaylandDisplay" ? "wayland" : "other";
}

/**
 * The part of the screen that no panel covers, at the position of a window when it is on the
 * screen; `null`: of no window.
 */
export function workArea(window: Address | null): Rectangle {
  const display = gdk.gdk_display_get_default();
  const surface = window === null ? null : gtk.gtk_widget_get_window(window);
  const monitor =
    display === null
      ? null
      : surface === null
        ? (gdk.gdk_display_get_primary_monitor(display) ?? gdk.gdk_display_get_monitor(display, 0))
        : gdk.gdk_display_get_monitor_at_window(display, surface);
  if (monitor === null) return { x: 0, y: 0, width: 800, height: 600 };
  return rectangle((area) => gdk.gdk_monitor_get_workarea(monitor, area));
}

/** Warns once per field that it has no effect here. */
export const warnUnsupported = unsupportedOn("Linux");
