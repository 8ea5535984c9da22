import { writeFile } from "node:fs";
import { promisify } from "node:util";
import type { Services } from "../services.ts";
import { during } from "../paths/path-problem.ts";
import { parsePath } from "../scope/absolute-path.ts";
import { realPath } from "../scope/real-path.ts";
import { writeWhole } from "../scope/whole-file.ts";

/** Files of the app's own code, which may also use every other way to the disk. */
export interface AppFiles {
  /**
   * Writes a whole file so that a crash, a full disk or a power cut leaves the old content or the new one: it is written
   * beside the path, synced and renamed. Mode, owner and attributes of a file that is there are kept, and links are
   * followed. The app does not end before a write that has begun. Rejects as `framework/api/fs` does.
   *
   * @param path a whole path, in a folder that exists
   */
  write(path: string, contents: string | Uint8Array): Promise<void>;
}

const fill = promisify(writeFile);

/** @internal */
export function openAppFiles({ host, grants, exit }: Services): AppFiles {
  return {
    write(path, contents) {
      const writing = during("write", path, () =>
        writeWhole(
          {
            check: () => realPath(parsePath(path, host.system), host.system, host.disk),
            host,
            replacing: (real) => grants.replacing(real),
          },
          ({ fd }) => fill(fd, contents),
        ),
      );
      exit.waitFor(writing);
      return writing;
    },
  };
}
