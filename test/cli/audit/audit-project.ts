import { join } from "node:path";
import { auditCommand, type AuditOptions } from "../../../src/cli/audit/audit.ts";
import { mergeUses, recordPath, type UseRecord } from "../../../src/cli/project/use-record.ts";
import { UserError } from "../../../src/cli/terminal.ts";
import { loadConfig } from "../../../src/config/read/load.ts";
import { offersOf, pluginOffersOf } from "../../../src/contract/uses/offers.ts";
import type { CountedUse, UseKind } from "../../../src/contract/uses/uses.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";

const now = "2026-11-28T12:00:00.000Z";

/** A use that was allowed by a rule. */
export function used(
  kind: UseKind,
  rule: string,
  detail: string,
  count = 1,
  command = "fs.readTextFile",
) {
  return { kind, outcome: "allowed", rule, detail, count, command, window: "main" } as const;
}

/** The plugin of the app that was recorded. */
const notesPlugin = {
  name: "notes",
  flags: { list: "read", add: "write", clear: "erase", about: null },
} as const;

/** A record of one session with the configuration of a folder. */
export function recordOf(
  cwd: string,
  uses: readonly CountedUse[],
  overrides: readonly string[] = [],
): UseRecord {
  const { config, problems } = loadConfig({
    from: cwd,
    system: "linux",
    command: "dev",
    overrides,
  });
  if (config === null) throw new Error(problems.map(({ message }) => message).join("\n"));
  const offered = [
    ...offersOf(config.framework.allowlist),
    ...pluginOffersOf(config.plugins, [notesPlugin]),
  ];
  return mergeUses(null, { offered, uses, overflown: [] }, { now, isNewSession: true });
}

/** A project with a configuration and a record of uses; `null`: it has none. */
export async function auditedProject(
  files: Readonly<Record<string, string>>,
  uses: readonly CountedUse[] | null,
): Promise<TempDir> {
  const folder = tempDir(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`src-framework/${name}`, text]),
    ),
  );
  if (uses !== null) await writeRecord(folder.path, JSON.stringify(recordOf(folder.path, uses)));
  return folder;
}

export function recordFile(cwd: string): string {
  return recordPath(join(cwd, "src-framework/target"));
}

export async function writeRecord(cwd: string, text: string): Promise<void> {
  await Bun.write(recordFile(cwd), text);
}

/** Runs `framework audit` in this process. */
export async function audit(
  cwd: string,
  options: AuditOptions,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let [out, err] = ["", ""];
  const terminal = {
    cwd,
    host: { system: "linux", architecture: "x64" },
    color: false,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  } as const;
  try {
    return { code: await auditCommand(terminal, options), out, err };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { code: error.exitCode, out, err: `${err}${error.message}\n` };
  }
}
