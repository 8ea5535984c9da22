import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeAtEnd } from "./process/leftovers.ts";

/** The folders of a new user: an app in a test finds no data of the real one's, and leaves none. */
export interface Home extends AsyncDisposable {
  /** Contains all of it. */
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @param files the files of the home folder, by their paths */
export function makeHome(files: Readonly<Record<string, string | Uint8Array>> = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), "framework-app-"));
  const home = join(folder, "home");
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "AppData", "Roaming"),
    LOCALAPPDATA: join(home, "AppData", "Local"),
    XDG_RUNTIME_DIR: join(folder, "run"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
  };
  for (const place of Object.values(env)) mkdirSync(place, { recursive: true, mode: 0o700 });
  // Animations would delay tests of dialogs.
  const settings = { ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations=false\n" };
  for (const [name, content] of Object.entries({ ...settings, ...files })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  removeAtEnd(folder);
  return {
    folder,
    home,
    env,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
