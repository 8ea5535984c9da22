// A process with one store of a hundred values, all of one generation: each run saves the next one,
// a given number of times.

import { writeFile } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "../../plugins/store/lock.ts";
import { StoreFile } from "../../plugins/store/store-file.ts";
import { linuxHost } from "../../src/app/process/host.ts";
import { parsePath } from "../../src/app/scope/path/absolute-path.ts";
import { realPath } from "../../src/app/scope/path/real-path.ts";
import { writeWhole } from "../../src/app/scope/open/whole-file.ts";
import { linuxCalls } from "../../src/native/linux/app-calls.ts";

const [folder = "", times = "1", count = "100"] = process.argv.slice(2);
const host = linuxHost(linuxCalls);
const fill = promisify(writeFile);

const file = new StoreFile({
  locate: () => join(folder, "a.json"),
  // As app.files.write does.
  write: (path, contents) =>
    writeWhole(
      {
        check: () => realPath(parsePath(path, "linux"), "linux", host.disk),
        host,
        replacing: () => () => {},
      },
      ({ fd }) => fill(fd, contents),
    ),
  lock: (path) => lock(join(folder, "lock"), path),
  say: (problem) => void process.stderr.write(`${problem}\n`),
});
for (let run = 0; run < Number(times); run++) {
  const next = Number(file.get("0") ?? 0) + 1;
  for (let key = 0; key < Number(count); key++) file.set(String(key), next);
  await file.save();
  process.stdout.write(`${next}\n`);
}
