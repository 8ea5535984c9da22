import type { Events } from "../events/events.ts";
import type { Grants } from "../scope/grants/grants.ts";
import type { Ui } from "../ui.ts";
import type { Windows } from "./windows.ts";

/** Turns window reports of the ui thread into the events that pages and the app listen to. */
export function reportWindowEvents({
  ui,
  events,
  grants,
  windows,
}: {
  readonly ui: Ui;
  readonly events: Events;
  readonly grants: Grants;
  readonly windows: Windows;
}): void {
  ui.on("window.resized", ({ window, size }) => {
    windows.changed(window);
    events.emit("framework://resize", size, { window });
  });
  ui.on("window.moved", ({ window, position }) => {
    windows.changed(window);
    events.emit("framework://move", position, { window });
  });
  ui.on("window.focused", ({ window, isFocused }) => {
    if (isFocused) windows.lastFocused = window;
    events.emit(isFocused ? "framework://focus" : "framework://blur", null, { window });
  });
  ui.on("window.scaled", ({ window, scaleFactor, size }) =>
    events.emit("framework://scale-change", { scaleFactor, size }, { window }),
  );
  ui.on("window.themed", ({ window, theme }) =>
    events.emit("framework://theme-changed", theme, { window }),
  );
  ui.on("window.filesDragged", ({ window, stage, paths }) => {
    if (stage === "cancel") return events.emit("framework://file-drop-cancelled", null, { window });
    // Dropping is choosing, as in a dialog; dragging over the window is not.
    if (stage === "drop") for (const path of paths) grantDropped(grants, path);
    events.emit(stage === "drop" ? "framework://file-drop" : "framework://file-drop-hover", paths, {
      window,
    });
  });
}

function grantDropped(grants: Grants, path: string): void {
  try {
    grants.allowThere(path);
  } catch (error) {
    // Removed or inaccessible: there is nothing to grant, but the page may still learn its name.
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`framework: the dropped "${path}" joins no scope: ${reason}\n`);
  }
}
