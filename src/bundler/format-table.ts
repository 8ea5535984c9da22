import type { System } from "../contract/target.ts";
import type { PartStore } from "./part-store.ts";
import type { StagedApp } from "./staged-app.ts";

/** How a bundle type is made for one system. */
export interface FormatRow<App extends StagedApp = StagedApp, Name extends string = string> {
  /**
   * Made from the packages of these formats: of all that are made, and when none is, of the first,
   * which is then made for it. Absent: from the app itself.
   */
  readonly from?: readonly Name[];
  /**
   * What its files and folders are called; they are several when it makes one for each language,
   * say.
   *
   * @param sources the names of the packages it is made from
   */
  names(staged: App, sources: readonly string[]): readonly string[];
  /** Says what this app lacks for the format, or `null`. Absent: every app can have it. */
  missing?(staged: App): string | null;
  /** Writes what `names` says into the folder of the context. */
  make(staged: App, context: MakeContext): void | Promise<void>;
}

/**
 * How much time goes into making packages small: seconds, or a minute. The table in
 * docs/packages.md says what each gives.
 */
export type Effort = "quick" | "small";

/** What a format is given besides the staged app. */
export interface MakeContext {
  /** An empty folder. What is left in it besides the named files and folders is removed. */
  readonly folder: string;
  /**
   * The paths of the packages it is made from; none for a format that is made from the app itself.
   */
  readonly sources: readonly string[];
  readonly effort: Effort;
  /** Where what was packed before is. */
  readonly store: PartStore;
  /** Reads the app's executable, which is large: once for all formats. */
  readonly executable: () => Uint8Array;
  /**
   * Tells how much is done, from 0 to 1, and the work it is at where that has a name. Throws when
   * the build is to stop.
   */
  readonly progress: (done: number, work?: string) => void;
}

/**
 * Formats by name, and how each is made for a system. A row takes the staged app of the system it
 * stands under, which TypeScript lets pass because `FormatRow` has methods; rows are only ever
 * looked up by the system of the app.
 */
export type FormatTable<Name extends string> = Readonly<
  Record<Name, Readonly<Partial<Record<System, FormatRow<StagedApp, Name>>>>>
>;

/**
 * Adds what the given formats are made from, unless it is present; all in the order of the table.
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
