import { release } from "node:os";
import type { System, Target } from "../../contract/target.ts";
import type { Environment } from "../../process/environment.ts";
import { targetName } from "../build/build-target.ts";
import { linuxGraphics, macGraphics, windowsGraphics } from "./graphics.ts";
import { askProgram } from "./macos.ts";
import { systemName } from "./system.ts";
import { askRegistry } from "./windows.ts";

/** Names with their values. `null`: there is none. */
export type Facts = Readonly<Record<string, string | number | null>>;

/** Variables by which a user changes the drawing of WebKitGTK and GTK, and its target. */
const drawing = [
  "GDK_BACKEND",
  "GDK_SCALE",
  "LIBGL_ALWAYS_SOFTWARE",
  "WEBKIT_DISABLE_COMPOSITING_MODE",
  "WEBKIT_DISABLE_DMABUF_RENDERER",
];

/** The machine and the session that apps would run in. */
export function sessionFacts(host: Target, environment: Environment): Facts {
  const { system } = host;
  const graphics = {
    linux: () => linuxGraphics(),
    windows: () => windowsGraphics(askRegistry),
    macos: () => macGraphics(askProgram),
  }[system]();
  return {
    system: `${systemName(system)}, kernel ${release()}`,
    target: targetName(host),
    "session type": sessionType(system, environment),
    ...(system === "linux" && {
      display: environment["WAYLAND_DISPLAY"] ?? environment["DISPLAY"] ?? null,
      desktop: environment["XDG_CURRENT_DESKTOP"] ?? null,
      "drawing variables":
        drawing
          .filter((name) => environment[name] !== undefined)
          .map((name) => `${name}=${environment[name]}`)
          .join(" ") || null,
    }),
    GPU: graphics.join("; ") || null,
  };
}

/** The kind of session: on Linux `wayland` or `x11`, on Windows `Console` or `RDP-Tcp#1`. */
export function sessionType(system: System, environment: Environment): string | null {
  switch (system) {
    case "linux": {
      if (environment["WAYLAND_DISPLAY"])
        return environment["DISPLAY"] ? "wayland, with x11" : "wayland";
      return environment["DISPLAY"] ? "x11" : null;
    }
    case "windows":
      return environment["SESSIONNAME"] ?? null;
    case "macos":
      // Over ssh there is no window server to ask.
      return environment["SSH_CONNECTION"] === undefined ? "aqua" : "ssh";
  }
}
