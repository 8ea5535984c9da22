// A process of an app that counts in what it remembers. Its arguments: the folder of the app's
// data, and how far.

import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import type { Launch } from "../../src/app/process/launch.ts";
import { StateFile } from "../../src/app/updater/state/state.ts";

const [folder = "", times] = process.argv.slice(2);
const system = process.platform === "win32" ? "windows" : "linux";
const file = StateFile.of(
  { mode: "release", system } as Launch,
  { APPLOCALDATA: folder } as BaseDirectories,
);
for (let at = 0; at < Number(times); at++)
  file.change((now) => ({ ...now, highest: `1.0.${Number(now.highest?.split(".")[2] ?? 0) + 1}` }));
