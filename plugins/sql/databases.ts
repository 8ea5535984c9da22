import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, normalize, sep } from "node:path";
import { fileError, type App } from "framework/app";
import { Connection } from "./connection.ts";
import { misuse } from "./problems.ts";
import type { Migration } from "./migrations.ts";
import type { SessionOptions } from "./session.ts";

export interface DatabasesOptions extends Pick<
  SessionOptions,
  "busyTimeout" | "statementTimeout" | "isReadOnly"
> {
  readonly app: App;
  /** Patterns of the names that pages may load. */
  readonly scope: readonly string[];
  /** By the name of the database. */
  readonly migrations: Readonly<Record<string, readonly Migration[]>>;
}

interface Open {
  readonly connection: Connection;
  /** Settles when it is open. */
  readonly isReady: Promise<void>;
  /**
   * The pages that have loaded it, each with a function by which it no longer has to be released
   * with its page. It closes with the last of them.
   */
  readonly pages: Map<AbortSignal, () => void>;
}

const scheme = "sqlite:";
const memory = ":memory:";

/** The open databases, each once for all pages. */
export class Databases {
  readonly #options: DatabasesOptions;
  readonly #scope: readonly Bun.Glob[];
  readonly #open = new Map<string, Open>();

  constructor(options: DatabasesOptions) {
    this.#options = options;
    this.#scope = options.scope.map((pattern) => new Bun.Glob(pattern));
  }

  /** Opens a database for a page, which holds it until it closes it or is closed itself. */
  async load(url: string, page: AbortSignal): Promise<void> {
    const name = this.#nameOf(url);
    const open = this.#open.get(name) ?? this.#start(name);
    this.#open.set(name, open);
    if (!open.pages.has(page)) {
      const release = (): void => void this.#release(name, open, page).catch(() => {});
      open.pages.set(page, () => page.removeEventListener("abort", release));
      page.addEventListener("abort", release, { once: true });
    }
    try {
      await open.isReady;
    } catch (error) {
      if (this.#open.get(name) === open) this.#open.delete(name);
      throw error;
    }
  }

  /** @throws FrameworkError `not-found` when neither this page nor the app has loaded it */
  async use(url: string, page: AbortSignal): Promise<Connection> {
    const name = this.#nameOf(url);
    const open = this.#open.get(name);
    if (open === undefined || !(open.pages.has(page) || open.pages.has(ofTheApp)))
      throw misuse(url, `database ${url} not loaded, call Database.load first`, "not-found");
    await open.isReady;
    return open.connection;
  }

  /** Closes a page's databases; all of them, if `url` is null. */
  async close(url: string | null, page: AbortSignal): Promise<void> {
    const names = url === null ? [...this.#open.keys()] : [this.#nameOf(url)];
    for (const name of names) {
      const open = this.#open.get(name);
      if (open !== undefined) await this.#release(name, open, page);
    }
  }

  /** Opens databases for the app, so that every page may use them at once. */
  async preload(urls: readonly string[]): Promise<void> {
    for (const url of urls) await this.load(url, ofTheApp);
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(({ connection }) => connection.close()));
  }

  async #release(name: string, open: Open, page: AbortSignal): Promise<void> {
    open.pages.get(page)?.();
    open.pages.delete(page);
    if (open.pages.size > 0 || this.#open.get(name) !== open) return;
    this.#open.delete(name);
    await open.connection.close();
  }

  #start(name: string): Open {
    const { migrations, busyTimeout, statementTimeout, isReadOnly } = this.#options;
    const path = name === memory ? memory : this.#pathOf(name);
    const connection = new Connection(`${scheme}${name}`, {
      path,
      migrations: Object.hasOwn(migrations, name) ? migrations[name]! : [],
      busyTimeout,
      statementTimeout,
      isReadOnly,
    });
    return { connection, isReady: connection.open(), pages: new Map() };
  }

  /**
   * @throws FrameworkError `bad-argument` for an invalid name, `out-of-scope` for one that the
   * configuration does not list
   */
  #nameOf(url: string): string {
    if (!url.startsWith(scheme))
      throw misuse(url, `its name must begin with "${scheme}", as in "sqlite:notes.db"`);
    const name = normalize(url.slice(scheme.length)).replaceAll(sep, "/");
    // SQLite's own files beside a database.
    const isOwn = /-(?:wal|shm|journal)$/i.test(name);
    if (!isOwn && this.#scope.some((glob) => glob.match(name))) return name;
    throw misuse(url, "not in plugins.sql.scope", "out-of-scope");
  }

  /**
   * The file of a database: in the app's data folder, or, if only that exists, at the path of
   * Tauri's plugin.
   */
  #pathOf(name: string): string {
    const { paths } = this.#options.app;
    const [path, older] = (["APPDATA", "APPCONFIG"] as const).map((folder) =>
      paths.within(folder, name, { change: true }),
    );
    const found = !existsSync(path!) && existsSync(older!) ? older! : path!;
    try {
      for (const suffix of ["", "-wal", "-shm", "-journal"]) {
        const status = lstatSync(`${found}${suffix}`, { throwIfNoEntry: false });
        if (status !== undefined && !status.isFile())
          throw misuse(
            `${scheme}${name}`,
            `"${found}${suffix}" must be a file, and no link`,
            "out-of-scope",
          );
      }
      mkdirSync(dirname(found), { recursive: true });
      return found;
    } catch (error) {
      throw fileError(`use database "${scheme}${name}" in`, dirname(found), error);
    }
  }
}

/** Represents the app in the place of a page. */
const ofTheApp = new AbortController().signal;
