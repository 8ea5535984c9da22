import { constants, openSync } from "node:fs";
import { childOf, type AbsolutePath } from "../../src/app/scope/path/absolute-path.ts";
import { systemDisk } from "../../src/app/scope/open/disk.ts";
import { readEntries } from "../../src/app/scope/open/folder-entries.ts";
import { PathPlace } from "../../src/app/scope/path/path-place.ts";
import { Handle, type OpenFolder, type Opener } from "../../src/app/scope/open/open-handle.ts";

const { O_APPEND, O_CREAT, O_RDONLY, O_WRONLY } = constants;
const flags = { read: O_RDONLY, write: O_WRONLY | O_CREAT, append: O_WRONLY | O_CREAT | O_APPEND };

/** Opens a checked path again, as code without the rule does: whatever file is there by then. */
export const weakOpener: Opener = {
  file: (real, access) => new Handle(openSync(real.text, flags[access])),
  folder,
  place: (real) => new PathPlace(real.text),
  lstat: (real) => systemDisk.lstat(real.text),
};

function folder(path: AbsolutePath): OpenFolder {
  return {
    path,
    identity: path.text,
    entries: () => readEntries(path.text),
    child: (name) => folder(childOf(path, name, "linux")),
    [Symbol.dispose]() {},
  };
}
