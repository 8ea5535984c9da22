import { existsSync } from "node:fs";
import { definePlugin, FrameworkError, type App } from "framework/app";
import { desktopEntry } from "./desktop-entry.ts";
import type { LoginApp, LoginEntry } from "./entry.ts";
import { launchAgent } from "./launch-agent.ts";
import { portalEntry } from "./portal.ts";
import { registryEntry } from "./registry.ts";

export interface AutostartOptions {
  /** The app's arguments when it starts at login. */
  readonly args?: readonly string[];
  /**
   * Opens the windows of the configuration hidden at such a start, for apps of the tray. Default:
   * false.
   */
  readonly hidden?: boolean;
}

/**
 * Lets pages make the app start when its user logs in.
 *
 * @example
 * export default defineApp({ plugins: [autostart({ hidden: true })] });
 */
export function autostart({ args = [], hidden = false }: AutostartOptions = {}) {
  let entry: LoginEntry | null = null;
  const found = (): LoginEntry => {
    if (entry !== null) return entry;
    throw new FrameworkError(
      "unavailable",
      "Cannot start at login: only an app that was built can",
    );
  };
  return {
    ...definePlugin({
      name: "autostart",
      flags: { enable: "change", disable: "change", is_enabled: "read" },
      commands: {
        enable: () => found().enable(),
        disable: () => found().disable(),
        is_enabled: () => entry?.isEnabled() ?? false,
      },
      setup(app) {
        entry = entryOf(app, args);
        if (hidden && app.login.isStart) app.login.openHidden();
      },
    }),
    /** The same for the app's own code, from `setup` of `defineApp` on. */
    enable: () => found().enable(),
    disable: () => found().disable(),
    isEnabled: async () => (await entry?.isEnabled()) ?? false,
  };
}

/** `null`: in development there is nothing to start. */
function entryOf(app: App, args: readonly string[]): LoginEntry | null {
  const { identifier } = app.config.framework.bundle;
  const { command } = app.login;
  if (command === null) return null;
  const [file = "", ...first] = command;
  const own: LoginApp = {
    name: app.name,
    identifier,
    command: [file, ...first, ...args],
    write: (path, text) => app.files.write(path, text),
  };
  switch (process.platform) {
    case "win32":
      return registryEntry(own, process.env["SystemRoot"] ?? "C:\\Windows");
    case "darwin":
      return launchAgent(own, app.paths.folder("HOME") ?? "");
    default:
      if (existsSync("/.flatpak-info")) return portalEntry(own, app.paths.private("autostart"));
      return desktopEntry(own, app.paths.folder("CONFIG") ?? "");
  }
}
