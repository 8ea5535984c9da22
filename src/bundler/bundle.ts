import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats, withSources, type Format, type FormatRow } from "./formats.ts";
import { readExecutable } from "./linux/layout.ts";
import type { StagedApp } from "./staged-app.ts";

export interface BundleOptions {
  readonly staged: StagedApp;
  /** What one of them is made from, as an AppImage for the updater's archive, is made with it. */
  readonly formats: readonly Format[];
  /** Packages that are there already; they are not made once more. */
  readonly present?: readonly Package[];
  /** Each format gets a folder of its own in it. */
  readonly outDir: string;
  readonly effort?: Effort;
  /** Stops between two steps; nothing half-written is left. */
  readonly signal?: AbortSignal;
  /** Called when a package is begun, and again when it is there. */
  readonly report?: (progress: Progress) => void;
}

/** How much time goes into making packages small. The table in docs/packages.md says what each costs. */
export type Effort = "quick" | "normal" | "small";

export type Progress =
  | { readonly state: "making"; readonly format: Format; readonly path: string }
  | ({ readonly state: "made" } & Package);

/** A package that was made. */
export interface Package {
  readonly format: Format;
  readonly path: string;
  readonly bytes: number;
  readonly ms: number;
}

const levels: Readonly<Record<Effort, number>> = { quick: 3, normal: 12, small: 19 };

/**
 * Makes packages, one after the other, in the order of the format table.
 *
 * @throws Error when the app has not what a format must have, before anything is written
 */
export async function bundle(options: BundleOptions): Promise<Package[]> {
  const { staged, outDir, present = [], effort = "normal", signal, report } = options;
  const wanted = withSources(options.formats).filter(
    (format) => options.formats.includes(format) || !present.some((one) => one.format === format),
  );
  const missing = unmetNeeds(staged, wanted);
  if (missing.length > 0) throw new Error(missing.join("\n"));

  const executable = wanted.length === 0 ? new Uint8Array() : readExecutable(staged);
  const made: Package[] = [];
  for (const format of wanted) {
    signal?.throwIfAborted();
    const row: FormatRow = formats[format];
    const path = join(outDir, format, row.fileName(staged));
    report?.({ state: "making", format, path });
    const start = performance.now();
    const from = [...made, ...present].find((one) => one.format === row.from);
    const source = from === undefined ? new Uint8Array() : readFileSync(from.path);
    const bytes = await row.make(staged, { executable, source, level: levels[effort] });
    signal?.throwIfAborted();
    writeWhole(path, bytes, row.mode);
    const result = { format, path, bytes: bytes.length, ms: Math.round(performance.now() - start) };
    report?.({ state: "made", ...result });
    made.push(result);
  }
  return made;
}

/** What keeps the formats from being made from this app; the command line says it before it compiles. */
export function unmetNeeds(staged: StagedApp, wanted: readonly Format[]): string[] {
  return wanted.flatMap((format) => unmet(format, staged));
}

function unmet(format: Format, staged: StagedApp): string[] {
  const row: FormatRow = formats[format];
  const { system } = staged.target;
  if (row.system !== system)
    return [`Cannot make "${format}" for ${system}: it is a format of ${row.system}`];
  const need = row.missing(staged);
  return need === null ? [] : [`Cannot make "${format}": ${need}`];
}

/** Writes under a temporary name and renames, so that a file with the final name is always complete. */
export function writeWhole(path: string, bytes: Uint8Array, mode: number): void {
  mkdirSync(join(path, ".."), { recursive: true });
  const temporary = `${path}.part`;
  try {
    writeFileSync(temporary, bytes);
    // Not given to the write: there the umask of the shell would have a say.
    chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
