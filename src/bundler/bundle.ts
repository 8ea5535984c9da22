import { basename, join } from "node:path";
import { openRoot } from "../disk/roots.ts";
import type { System } from "../contract/target.ts";
import { addSources, type Effort, type FormatRow, type FormatTable } from "./format-table.ts";
import { formats, type Format } from "./formats.ts";
import { openWorkFolder, putInPlace, sizeOf } from "./output.ts";
import { noStore, type PartStore } from "./part-store.ts";
import type { StagedApp } from "./staged-app.ts";

export interface BundleOptions<Name extends string = Format> {
  readonly staged: StagedApp;
  /**
   * Also makes the formats that these are derived from, such as an AppImage for the updater's
   * archive.
   */
  readonly formats: readonly Name[];
  /** Existing packages, which are not made again. */
  readonly present?: readonly Package<Name>[];
  /** Each format gets a folder of its own in it. */
  readonly outDir: string;
  readonly effort?: Effort;
  /** Keeps slowly packed parts for the next build. */
  readonly store?: PartStore;
  /** Stops at the next progress report; no half-written file remains. */
  readonly signal?: AbortSignal;
  /** Called when a format begins, while it is made, and when its packages are complete. */
  readonly report?: (progress: Progress<Name>) => void;
}

export type Progress<Name extends string = Format> =
  /**
   * `done` goes from 0 to 1; it stays 0 for a format that is made in one go. `work` is what takes
   * long and is done once for many builds, for people.
   */
  | {
      readonly state: "making";
      readonly format: Name;
      readonly done: number;
      readonly work?: string;
    }
  | { readonly state: "made"; readonly format: Name; readonly packages: readonly Package<Name>[] };

/** A created file or folder. */
export interface Package<Name extends string = Format> {
  readonly format: Name;
  readonly path: string;
  /** For a folder: the sum of its files. */
  readonly bytes: number;
  /** The time of its format. */
  readonly ms: number;
}

/**
 * Makes packages, one format after the other, in the order of the format table.
 *
 * @throws Error when the app lacks a requirement of the format, before any write
 */
export function bundle(options: BundleOptions): Promise<Package[]> {
  return bundleBy(formats, options);
}

/** `bundle` with the formats of a table. */
export async function bundleBy<Name extends string>(
  table: FormatTable<Name>,
  options: BundleOptions<Name>,
): Promise<Package<Name>[]> {
  const {
    staged,
    outDir,
    present = [],
    effort = "small",
    store = noStore,
    signal,
    report,
  } = options;
  const { system } = staged.target;
  const there = present.filter(({ format }) => !options.formats.includes(format));
  const wanted = addSources(table, options.formats, {
    system,
    present: there.map(({ format }) => format),
  });
  const missing = unmetIn(table, staged, wanted);
  if (missing.length > 0) throw new Error(missing.join("\n"));

  // The output folder is the choice of the caller, a user of this API.
  openRoot(outDir, { isOwn: true });
  const made: Package<Name>[] = [];
  for (const { format, row } of wanted.flatMap((name) => rowsOf(table, name, system))) {
    const progress = (done: number, work?: string): void => {
      signal?.throwIfAborted();
      report?.({ state: "making", format, done, ...(work !== undefined && { work }) });
    };
    progress(0);
    const start = performance.now();
    const from = [...there, ...made].filter((one) => row.from?.includes(one.format));
    const sources = from.map(({ path }) => path);
    const names = row.names(
      staged,
      from.map(({ path }) => basename(path)),
    );
    // On the disk of the packages, so that they can be renamed out of it.
    using work = openWorkFolder(join(outDir, `${format}.part`));
    await row.make(staged, { folder: work.path, sources, effort, store, progress });
    signal?.throwIfAborted();
    const paths = names.map((name) => {
      const path = join(outDir, format, name);
      putInPlace(join(work.path, name), path);
      return path;
    });
    const ms = Math.round(performance.now() - start);
    const packages = paths.map((path) => ({ format, path, bytes: sizeOf(path), ms }));
    report?.({ state: "made", format, packages });
    made.push(...packages);
    // No garbage collection happens by itself before the next format.
    Bun.gc(true);
  }
  return made;
}

/**
 * The missing requirements of the formats for this app; the command line reports them before it
 * compiles.
 */
export function unmetNeeds(staged: StagedApp, wanted: readonly Format[]): string[] {
  return unmetIn(formats, staged, wanted);
}

function unmetIn<Name extends string>(
  table: FormatTable<Name>,
  staged: StagedApp,
  wanted: readonly Name[],
): string[] {
  const { system } = staged.target;
  return wanted.flatMap((format) => {
    const row: FormatRow | undefined = table[format][system];
    if (row === undefined) {
      const systems = Object.keys(table[format]).join(" and ");
      return [`Cannot make "${format}" for ${system}: it is a format of ${systems}`];
    }
    const need = row.missing?.(staged) ?? null;
    return need === null ? [] : [`Cannot make "${format}": ${need}`];
  });
}

/** The one row of a format for a system, or none. */
function rowsOf<Name extends string>(table: FormatTable<Name>, format: Name, system: System) {
  const row = table[format][system];
  return row === undefined ? [] : [{ format, row }];
}
