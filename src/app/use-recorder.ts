import type { ResolvedConfig } from "../config/index.ts";
import { offersOf, pluginOffersOf, type FlaggedPlugin } from "../contract/uses/offers.ts";
import { baseDirectories as variables, type BaseDirectoryName } from "../contract/paths.ts";
import { leadingVariable } from "../contract/patterns/path-pattern.ts";
import type { System } from "../contract/target.ts";
import {
  bucketOf,
  longestDetail,
  maxDetails,
  type CountedUse,
  type Use,
  type UsesReport,
} from "../contract/uses/uses.ts";
import { usualFolders } from "../contract/host/usual-folders.ts";
import type { CallRecorder, Recorder } from "./calls/recorder.ts";
import type { BaseDirectories } from "./paths/base-directories.ts";

/** Milliseconds from a use to its report, so that no call waits for a report. */
const debounce = 500;

type Pending = { -readonly [Field in keyof CountedUse]: CountedUse[Field] };

/** Collects the uses of pages in memory, and reports new ones. */
export class UseRecorder implements Recorder {
  readonly #send: (report: UsesReport) => void;
  readonly #buckets = new Map<string, Map<string, Pending>>();
  #full = new Set<string>();
  #isFullNew = false;
  #changed = new Set<Pending>();
  #offered: readonly string[] = [];
  #spell: (path: string, rule: string) => string = (path) => path;
  #timer: Timer | null = null;

  constructor(send: (report: UsesReport) => void) {
    this.#send = send;
  }

  begin({
    config,
    plugins,
    folders,
    system,
  }: {
    readonly config: ResolvedConfig;
    readonly plugins: readonly FlaggedPlugin[];
    readonly folders: BaseDirectories;
    readonly system: System;
  }): void {
    this.#offered = [
      ...offersOf(config.framework.allowlist),
      ...pluginOffersOf(config.plugins, plugins),
    ];
    this.#spell = (path, rule) => spelled(path, rule, folders, system);
    this.#isFullNew = true;
    this.#later();
  }

  call(command: string, window: string): CallRecorder {
    const heard = new Set<string>();
    return {
      note: (use) => {
        const key = `${bucketOf(use)} ${use.detail}`;
        if (heard.has(key)) return;
        // One call may list a million entries.
        if (heard.size < maxDetails) heard.add(key);
        this.#count(use, command, window);
      },
    };
  }

  /** Reports the uses since the last report. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#changed.size === 0 && !this.#isFullNew) return;
    const uses = [...this.#changed].map((use) => ({ ...use, detail: this.#written(use) }));
    for (const use of this.#changed) use.count = 0;
    this.#changed = new Set();
    this.#isFullNew = false;
    this.#send({ offered: this.#offered, uses, overflown: [...this.#full] });
  }

  #count(use: Use, command: string, window: string): void {
    const name = bucketOf(use);
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) this.#buckets.set(name, (bucket = new Map()));
    let known = bucket.get(use.detail);
    if (known === undefined) {
      if (bucket.size >= maxDetails || use.detail.length > longestDetail) {
        if (this.#full.has(name)) return;
        this.#full.add(name);
        this.#isFullNew = true;
        return this.#later();
      }
      known = { ...use, count: 0, command, window };
      bucket.set(use.detail, known);
    }
    known.count++;
    this.#changed.add(known);
    this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => this.flush(), debounce);
  }

  #written({ kind, rule, detail }: Use): string {
    return kind === "asset" || kind === "fs" || kind.startsWith("fs.")
      ? this.#spell(detail, rule)
      : detail;
  }
}

/**
 * A path in the notation of scopes, relative to the folder of its pattern, which differs for each
 * user. Refused paths, and those that `**` admits, are relative to the nearest folder with a
 * variable.
 */
function spelled(path: string, rule: string, folders: BaseDirectories, system: System): string {
  const text = system === "windows" ? path.replaceAll("\\", "/") : path;
  const from = (name: BaseDirectoryName): string | null => {
    const folder = folders[name];
    if (folder === null) return null;
    const start = system === "windows" ? folder.replaceAll("\\", "/") : folder;
    return text === start || text.startsWith(`${start}/`)
      ? `$${name}${text.slice(start.length)}`
      : null;
  };
  const variable = variableOf(rule);
  if (variable !== null) return from(variable) ?? text;
  if (rule !== "" && !rule.startsWith("**")) return text;
  const names = rule === "" ? variables : usualFolders;
  const spellings = names.map(from).filter((each) => each !== null);
  return spellings.toSorted((a, b) => rest(a) - rest(b))[0] ?? text;
}

const rest = (spelling: string): number => spelling.replace(/^\$[A-Z]+/, "").length;

function variableOf(rule: string): BaseDirectoryName | null {
  try {
    return leadingVariable(rule);
  } catch {
    return null;
  }
}
