import { join, normalize, sep } from "node:path";
import { FrameworkError, type App } from "framework/app";
import { lock } from "./lock.ts";
import { StoreFile } from "./store-file.ts";

/** The used stores of one app, each once under all its names. */
export class Stores {
  readonly #app: App;
  readonly #scope: readonly Bun.Glob[];
  readonly #open = new Map<string, StoreFile>();

  /** @param scope patterns of the names that pages may use */
  constructor(app: App, scope: readonly string[]) {
    this.#app = app;
    this.#scope = scope.map((pattern) => new Bun.Glob(pattern));
  }

  /**
   * @throws FrameworkError `out-of-scope` for a name that pages may not use, or that leads out of
   * the data folder
   */
  ofPage(name: string): StoreFile {
    const settled = normalize(name).replaceAll(sep, "/");
    if (!this.#scope.some((glob) => glob.match(settled))) {
      throw new FrameworkError(
        "out-of-scope",
        `Cannot open store "${name}": not in plugins.store.scope`,
      );
    }
    return this.open(name);
  }

  /** @throws FrameworkError `out-of-scope` for a name that leads out of the data folder */
  open(name: string): StoreFile {
    const locate = (): string => this.#app.paths.within("APPDATA", name, { change: true });
    const path = locate();
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    const file = new StoreFile({
      locate,
      write: (to, contents) => this.#app.files.write(to, contents),
      lock: (path) => lock(join(this.#app.paths.private("store"), "lock"), path),
      say: (problem) => void process.stderr.write(`store: ${problem}\n`),
    });
    this.#open.set(path, file);
    return file;
  }

  /** Saves all changes. */
  async flush(): Promise<void> {
    await Promise.all([...this.#open.values()].map((file) => file.flush()));
  }
}
