import { Database, type Field } from "../msi/database.ts";
import { guid, plainId } from "../msi/guid.ts";
import { standardFolders } from "./linker.ts";
import type { ElementReader } from "./element-reader.ts";
import { WixError, type Place } from "./place.ts";
import type { SequenceTable, Step } from "./sequence.ts";

/** A file for the disk, in the order of the cabinet. */
export interface SourceFile {
  readonly id: string;
  readonly component: string;
  readonly name: string;
  /** On this machine. */
  readonly source: string;
  readonly attributes: number;
  readonly place: Place;
}

/** Bytes in the database. */
export interface SourceStream {
  readonly table: "Binary" | "Icon";
  readonly id: string;
  readonly source: string;
  readonly place: Place;
}

/**
 * The description of an installer, collected from the elements. Dependent rows are added at the
 * end.
 */
export class Compilation {
  readonly database = new Database();
  readonly files: SourceFile[] = [];
  readonly streams: SourceStream[] = [];
  readonly properties = new Map<string, string>();
  /** Properties that the user of the installer may set. */
  readonly secure = new Set<string>();
  readonly steps = new Map<SequenceTable, Step[]>();
  /**
   * The components of groups and features, by their holder: `group X`, `feature X`, `feature group
   * X`.
   */
  readonly holds = new Map<string, Set<string>>();
  /**
   * Features in the order of their first occurrence, with the columns of their rows after the
   * parent.
   */
  readonly features = new Map<string, readonly Field[]>();
  /** For paths of components. */
  readonly #folders = new Map<string, { readonly parent: string | null; readonly name: string }>();
  readonly #emitted = new Set<string>();
  /** Identifies the installer's app, so that components of different apps differ. */
  readonly scope: string;
  readonly is64Bit: boolean;
  readonly readText: (path: string, place: Place) => string;

  constructor(scope: string, is64Bit: boolean, readText: (path: string, place: Place) => string) {
    this.scope = scope;
    this.is64Bit = is64Bit;
    this.readText = readText;
  }

  /** Records that one holds another, as `feature Main` holds `group Files`. */
  hold(holder: string, held: string): void {
    const known = this.holds.get(holder) ?? new Set();
    this.holds.set(holder, known.add(held));
  }

  addStep(table: SequenceTable, step: Step): void {
    this.steps.set(table, [...(this.steps.get(table) ?? []), step]);
  }

  addFolder(id: string, parent: string | null, name: string, reader: ElementReader): void {
    if (this.#folders.has(id)) throw reader.error(`Cannot define Directory "${id}" twice`);
    this.#folders.set(id, { parent, name });
  }

  /** Adds rows for all folders, including the used ones of Windows. */
  emitFolders(): void {
    const used = [
      ...this.database.rows("Component").map(([, , folder]) => String(folder)),
      ...this.database.rows("Shortcut").flatMap((row) => [row[1], row[11]]),
      ...this.database
        .rows("CustomAction")
        .flatMap(([, type, source]) => (isInFolder(Number(type)) ? [source] : [])),
    ];
    const all = new Set([
      ...this.#folders.keys(),
      ...used.filter((id) => typeof id === "string"),
      "TARGETDIR",
    ]);
    for (const id of all) {
      if (id === "TARGETDIR") {
        this.database.add("Directory", id, null, "SourceDir");
        continue;
      }
      const { parent, name } = this.#folders.get(id) ?? { parent: "TARGETDIR", name: "." };
      this.database.add("Directory", id, parent ?? "TARGETDIR", name);
    }
  }

  /** The later path of a folder on the machine; one of Windows by its id. */
  pathOf(id: string): string {
    const folder = this.#folders.get(id);
    if (folder === undefined || standardFolders.has(id)) return id;
    const [, long = folder.name] = folder.name.split("|");
    return `${folder.parent === null ? "" : this.pathOf(folder.parent)}/${long}`;
  }

  /** The GUID of a component: derived from its files and their destination. */
  componentGuid(directory: string, key: string): string {
    return guid("component", this.scope, this.pathOf(directory).toLowerCase(), key.toLowerCase());
  }

  /** An id for an element without one, the same in every build. */
  idFor(prefix: string, ...words: readonly string[]): string {
    const id = plainId(prefix, ...words);
    if (!this.#emitted.has(id)) {
      this.#emitted.add(id);
      return id;
    }
    return this.idFor(prefix, ...words, "+");
  }
}

/** Whether an action runs a program in a folder of the table. */
function isInFolder(type: number): boolean {
  return (type & 0x3f) === 34 || (type & 0x3f) === 35;
}

/** A name in the form for tables: a short one of the old form, then the long one. */
export function fileName(name: string, place: Place): string {
  if (/[\\/:*?"<>|]/.test(name) || name === "")
    throw new WixError(place, `Cannot use name "${name}": Windows has no files called so`);
  if (/^[\w~!#$%&'()@^`{}-]{1,8}(\.[\w~-]{1,3})?$/.test(name)) return name;
  const ending = /\.([a-z0-9]{1,3})[^.]*$/i.exec(name)?.[1];
  const short = plainId("", name.toLowerCase()).slice(0, 8).toUpperCase();
  return `${short}${ending === undefined ? "" : `.${ending.toUpperCase()}`}|${name}`;
}
