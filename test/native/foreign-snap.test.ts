// The environment that an app gets from the terminal of another program's snap.

import { expect, test } from "bun:test";
import { foreignSnapChanges } from "../../src/native/linux/foreign-snap.ts";

const app = "/home/ada/notes/src-framework/target/release/notes";

/** As VS Code's snap hands it to its terminal. */
const ofTerminal = {
  GTK_PATH: "/snap/code/191/usr/lib/x86_64-linux-gnu/gtk-3.0",
  GTK_EXE_PREFIX: "/snap/code/191/usr",
  GTK_IM_MODULE_FILE: "/home/ada/snap/code/common/.cache/immodules/immodules.cache",
  GIO_MODULE_DIR: "/home/ada/snap/code/common/.cache/gio-modules",
  LOCPATH: "/var/lib/snapd/snap/code/191/usr/lib/locale",
  XDG_DATA_DIRS: "/snap/code/191/usr/share:/usr/local/share/:/usr/share/:/var/lib/snapd/desktop",
  HOME: "/home/ada",
};

test("the folders of another program's snap are left", () => {
  expect(Object.fromEntries(foreignSnapChanges(app, ofTerminal))).toEqual({
    GIO_MODULE_DIR: null,
    GTK_EXE_PREFIX: null,
    GTK_IM_MODULE_FILE: null,
    GTK_PATH: null,
    LOCPATH: null,
    XDG_DATA_DIRS: "/usr/local/share/:/usr/share/:/var/lib/snapd/desktop",
  });
});

test("an app in a snap keeps the folders of its snap", () => {
  expect(foreignSnapChanges("/snap/notes/3/usr/lib/notes/notes", ofTerminal).size).toBe(0);
});

test("folders outside of snaps stay", () => {
  const own = { GTK_PATH: "/opt/gtk/lib:/srv/snapshots/a", XDG_DATA_DIRS: "/usr/share" };
  expect(foreignSnapChanges(app, own).size).toBe(0);
  expect(foreignSnapChanges(app, {}).size).toBe(0);
});
