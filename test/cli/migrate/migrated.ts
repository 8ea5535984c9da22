import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { migrateCommand, type MigrateOptions } from "../../../src/cli/migrate/migrate.ts";
import { UserError } from "../../../src/cli/terminal.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import { blackPng } from "../../../harness/png.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";

export interface Migrated {
  /** `null`: the command refused, and `err` has the reason. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** All texts of the project afterwards, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

/** A whole configuration of Tauri 1 with some settings of its own. */
export function tauriConf(settings: Readonly<Record<string, unknown>> = {}): string {
  const { build, ...tauri } = settings;
  return JSON.stringify(
    {
      build: { devPath: "../page", distDir: "../page", ...(build as object) },
      package: { productName: "Notes", version: "1.0.0" },
      tauri: { bundle: { identifier: "org.example.notes" }, ...tauri },
    },
    null,
    2,
  );
}

// The configuration is checked with its icons. In tests one is the text "picture", before and
// after.
const picture = "picture";
const pixels = blackPng(1, 1);

/** A folder with these files, its icons drawn. */
export function projectDir(files: Readonly<Record<string, string | Uint8Array>>): TempDir {
  const drawn = Object.entries(files).map(([path, content]): [string, string | Uint8Array] => [
    path,
    content === picture ? pixels : content,
  ]);
  return tempDir(Object.fromEntries(drawn));
}

/**
 * A project with a page and the given files, moved over. `--yes` is given unless other options are.
 */
export async function migrate(
  files: Readonly<Record<string, string | Uint8Array>>,
  {
    options = { yes: true },
    from = ".",
    answer = null,
  }: {
    readonly options?: MigrateOptions;
    readonly from?: string;
    readonly answer?: boolean | null;
  } = {},
): Promise<Migrated> {
  const drawn = Object.entries(files).map(([path, content]) => [
    path,
    content === picture ? pixels : content,
  ]);
  using dir = tempDir({ "page/index.html": "<p>\n", ...Object.fromEntries(drawn) });
  const terminal = recordedTerminal(join(dir.path, from));
  const run = async (): Promise<number | null> => {
    try {
      return await migrateCommand(terminal, options, async () => answer);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      terminal.err(error.message);
      return null;
    }
  };
  const code = await run();
  const out = terminal.written.out.replaceAll(dir.path, "");
  return {
    code,
    out,
    err: terminal.written.err.replaceAll(dir.path, ""),
    files: textsOf(dir.path),
  };
}

/**
 * The remaining list for an app's code. The package to install, which follows any `main.ts`, is
 * another story.
 */
export function leftOf(migrated: Migrated): string[] {
  return part(migrated, "Left for you:").filter(
    (line) => !line.includes('"framework" is to be installed'),
  );
}

/** The lines of a part of the output: `"Left for you"`. */
export function part({ out }: Migrated, heading: string): string[] {
  const lines = out.split("\n");
  const start = lines.findIndex((line) => line.startsWith(heading));
  const rest = start === -1 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest.slice(0, end === -1 ? undefined : end).map((line) => line.trim());
}

export function textsOf(folder: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = join(folder, path);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    texts[path] = bytes.equals(pixels) ? picture : bytes.toString();
  }
  return texts;
}
