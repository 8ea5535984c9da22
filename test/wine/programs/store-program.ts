// Runs under Wine: a store of the plugin in the folder of the first argument, on Windows' own
// calls; then names that lead out of that folder.

import { existsSync, readFileSync, writeFile } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "../../../plugins/store/lock.ts";
import { StoreFile } from "../../../plugins/store/store-file.ts";
import { baseDirectories, folderHost } from "../../../src/app/paths/base-directories.ts";
import { windowsHost } from "../../../src/app/process/host.ts";
import { parsePath } from "../../../src/app/scope/path/absolute-path.ts";
import { ownFile } from "../../../src/app/scope/own-file.ts";
import { OwnPlaces } from "../../../src/app/scope/own-places.ts";
import { realPath } from "../../../src/app/scope/path/real-path.ts";
import { writeWhole } from "../../../src/app/scope/open/whole-file.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";

const [folder = ""] = process.argv.slice(2);
const host = windowsHost(windowsCalls);
const { system, disk } = host;
const place = { identifier: "org.example.app", executable: "C:\\app.exe", name: "App" };
const folders = { ...baseDirectories(place, folderHost("windows")), APPDATA: folder };
const ownPlaces = new OwnPlaces({ find: () => [], system, disk });
const denied = [join(folder, "private")];
const within = (name: string): string =>
  ownFile("APPDATA", name, { change: true }, { folders, denied, ownPlaces, system, disk });
const fill = promisify(writeFile);

const open = (): StoreFile =>
  new StoreFile({
    locate: () => within("sub/a.json"),
    write: (path, bytes) =>
      writeWhole(
        {
          check: () => realPath(parsePath(path, system), system, disk),
          host,
          replacing: () => () => {},
        },
        ({ fd }) => fill(fd, bytes),
      ),
    lock: (path) => lock(join(folder, "lock"), path),
    say: (problem) => void process.stderr.write(`${problem}\n`),
  });

const values = open();
values.set("ünï", [1]);
await values.save();
values.set("b", 2);
await values.save();
const refused = [
  "..\\a.json",
  "../a.json",
  "C:\\a.json",
  "C:a.json",
  "\\\\server\\share\\a.json",
  "\\a.json",
  "x/..\\..\\a.json",
  "private\\a.json",
  "PRIVATE/a.json",
  "CON",
  "a.json:stream",
  "a\0.json",
  "sub\\..\\..\\a.json",
].map((name) => {
  try {
    return `${name} is ${within(name)}`;
  } catch (error) {
    return (error as { code?: string }).code;
  }
});
console.log(
  JSON.stringify({
    file: readFileSync(join(folder, "sub", "a.json"), "utf8"),
    again: open().entries(),
    refused,
    isLocked: existsSync(join(folder, "lock")),
  }),
);
