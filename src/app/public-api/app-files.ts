import { write, writeFile } from "node:fs";
import { promisify } from "node:util";
import type { Services } from "../services.ts";
import { during } from "../paths/path-problem.ts";
import { parsePath } from "../scope/path/absolute-path.ts";
import { realPath, type RealPath } from "../scope/path/real-path.ts";
import { writeWhole } from "../scope/open/whole-file.ts";

/** Files of the app's own code, which may also use any other access to the disk. */
export interface AppFiles {
  /**
   * Writes a whole file so that a crash, a full disk or a power failure leaves the old content or
   * the new one: it is written beside the path, synced and renamed. The mode, owner and attributes
   * of an existing file are kept, and links are followed. The app does not end before a started
   * write. Rejects as `framework/api/fs` does.
   *
   * @param path an absolute path, in an existing folder
   * @param contents of a function, its result; it is called again if a file cannot be replaced
   * @param options `window`: the filesystem scope judges it as a write of the page in this window
   */
  write(
    path: string,
    contents: string | Uint8Array | (() => AsyncIterable<Uint8Array>),
    options?: { readonly window?: string },
  ): Promise<void>;
}

const writeAll = promisify(writeFile);
const writeSome = promisify(write);

/** @internal */
export function openAppFiles({ host, grants, exit, fsScope, ownPlaces }: Services): AppFiles {
  const checkFor = (path: string, window: string): RealPath => {
    const real = fsScope.check(path, window);
    ownPlaces.now().refuseChange(real);
    return real;
  };
  return {
    write(path, contents, { window } = {}) {
      const writing = during("write", path, () =>
        writeWhole(
          {
            check: () =>
              window === undefined
                ? realPath(parsePath(path, host.system), host.system, host.disk)
                : checkFor(path, window),
            host,
            replacing: (real) => grants.replacing(real),
          },
          ({ fd }) =>
            typeof contents === "function" ? fill(fd, contents()) : writeAll(fd, contents),
        ),
      );
      exit.waitFor(writing);
      return writing;
    },
  };
}

async function fill(fd: number, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length;) at += (await writeSome(fd, piece, at)).bytesWritten;
}
