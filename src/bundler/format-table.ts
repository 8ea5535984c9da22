import type { System } from "../contract/target.ts";
import type { PartStore } from "./part-store.ts";
import type { StagedApp } from "./staged-app.ts";

/** The implementation of a bundle type on one system. */
export interface FormatRow<App extends StagedApp = StagedApp, Name extends string = string> {
  /**
   * The formats it is derived from: all of them that are made, and when none is, the first, which
   * is then made for it. Absent: it is made from the app itself.
   */
  readonly from?: readonly Name[];
  /**
   * The names of its files and folders; several if it makes, for example, one per language.
   *
   * @param sources the names of the packages it is derived from
   */
  names(staged: App, sources: readonly string[]): readonly string[];
  /** The missing requirement of this app, or `null`. Absent: every app can have it. */
  missing?(staged: App): string | null;
  /** Writes the files of `names` into the folder of the context. */
  make(staged: App, context: MakeContext): void | Promise<void>;
}

/**
 * The time for compression: seconds, or a minute. The table in docs/packages.md shows the effect of
 * each.
 */
export type Effort = "quick" | "small";

/** The inputs of a format besides the staged app. */
export interface MakeContext {
  /** An empty folder. Anything in it besides the named files and folders is removed afterwards. */
  readonly folder: string;
  /**
   * The paths of the packages it is derived from; empty for a format that is made from the app
   * itself.
   */
  readonly sources: readonly string[];
  readonly effort: Effort;
  /** Earlier packed parts. */
  readonly store: PartStore;
  /**
   * Tells how much is done, from 0 to 1, and the work it is at where that has a name. Throws when
   * the build is to stop.
   */
  readonly progress: (done: number, work?: string) => void;
}

/**
 * Formats by name, and their implementation per system. A row takes the staged app of its own
 * system, which TypeScript permits because `FormatRow` has methods; rows are only looked up by the
 * system of the app.
 */
export type FormatTable<Name extends string> = Readonly<
  Record<Name, Readonly<Partial<Record<System, FormatRow<StagedApp, Name>>>>>
>;

/**
 * Adds the sources of the given formats, unless they are present; all in the order of the table.
 */
export function addSources<Name extends string>(
  table: FormatTable<Name>,
  wanted: readonly Name[],
  { system, present = [] }: { readonly system: System; readonly present?: readonly Name[] },
): Name[] {
  const all = new Set(wanted);
  for (const name of all) {
    const from = table[name][system]?.from ?? [];
    const first = from.some((source) => all.has(source) || present.includes(source))
      ? undefined
      : from[0];
    if (first !== undefined) all.add(first);
  }
  return namesOf(table).filter((name) => all.has(name));
}

export function namesOf<Name extends string>(table: FormatTable<Name>): Name[] {
  return Object.keys(table) as Name[];
}
