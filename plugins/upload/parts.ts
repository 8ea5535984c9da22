import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "framework/app";

/** Days after which an unfinished download is given up. */
const maxDays = 14;

/** The downloaded part of a file, with its version. */
export interface Part {
  /** The path of its bytes. */
  readonly path: string;
  /** Their number. */
  readonly length: number;
  /** The server's name of the version; `null`: there is none, and it cannot be continued. */
  readonly version: string | null;
}

/** The folder with incomplete files. No page reaches it. */
export class Parts {
  readonly #folder: string;

  static of(app: App): Parts {
    return new Parts(app.paths.private("upload"));
  }

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The part of this download. */
  find(url: string, target: string): Part {
    const name = createHash("sha256").update(`${url}\0${target}`).digest("hex");
    return this.look({ path: join(this.#folder, name) });
  }

  /** The current state of a part. */
  look({ path }: Pick<Part, "path">): Part {
    const version = existsSync(path) ? readOrNull(`${path}.version`) : null;
    return { path, length: version === null ? 0 : statSync(path).size, version };
  }

  /** Starts again, with this version. */
  begin({ path }: Part, version: string | null): Part {
    writeFileSync(path, "", { mode: 0o600 });
    if (version === null) rmSync(`${path}.version`, { force: true });
    else writeFileSync(`${path}.version`, version, { mode: 0o600 });
    return { path, length: 0, version };
  }

  /** A folder in its place stays: it is the reason why the download fails. */
  remove({ path }: Part): void {
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true });
    rmSync(`${path}.version`, { force: true });
  }

  /** Removes parts that have not been continued for a long time. */
  evict(): void {
    const oldest = Date.now() - maxDays * 24 * 60 * 60 * 1000;
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      // A version is written once, and its part at each continuation.
      const part = path.replace(/\.version$/, "");
      // Another instance of the app may have removed it.
      const status = statSync(existsSync(part) ? part : path, { throwIfNoEntry: false });
      if (status !== undefined && status.mtimeMs < oldest) rmSync(path, { force: true });
    }
  }
}

function readOrNull(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
