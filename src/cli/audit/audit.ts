import { existsSync } from "node:fs";
import { readPage, type PageFacts } from "./page.ts";
import { findPowers, type Power } from "./powers.ts";
import type { Warning } from "./rule.ts";
import { findWarnings } from "./warnings.ts";
import { frontEnd } from "../project/front-end.ts";
import { findPageFiles } from "../build/page-files.ts";
import { openProject, type Project } from "../project/project.ts";
import type { Terminal } from "../terminal.ts";

export interface AuditOptions {
  /** Each `--config`: inline JSON, or a file. */
  readonly config?: readonly string[] | undefined;
  /** For other programs. */
  readonly json?: boolean | undefined;
  /** Fail when there is a warning. */
  readonly strict?: boolean | undefined;
}

/** `framework audit`: says what the app's pages may do, and what of that is dangerous. */
export async function auditCommand(terminal: Terminal, options: AuditOptions): Promise<number> {
  const project = openProject(terminal, {
    system: terminal.host.system,
    command: "dev",
    overrides: options.config,
  });
  const { page, problems } = builtPage(project);
  const powers = findPowers(project.config);
  const warnings = [
    ...findWarnings(project.config, page),
    ...problems.map((danger) => ({ about: ["build.distDir"], danger })),
  ];
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ powers, warnings, files: page.files }, null, 2)}\n`
      : asText(powers, warnings, page),
  );
  return options.strict === true && warnings.length > 0 ? 1 : 0;
}

/** The page as `build` would ship it now. Before it was built there is nothing to say of it. */
function builtPage({ config, configFolder }: Project): { page: PageFacts; problems: readonly string[] } {
  const place = frontEnd(config.build.distDir, configFolder);
  if (place.kind === "folder" && !existsSync(place.folder)) return { page: readPage([]), problems: [] };
  const { files, problems } = findPageFiles(place, { keepSourceMaps: true, pages: [] });
  return { page: readPage(files), problems };
}

function asText(powers: readonly Power[], warnings: readonly Warning[], { files }: PageFacts): string {
  const lines = ["A page of this app"];
  if (powers.length === 0) lines.push("  may call nothing but the app's own commands");
  for (const { sentence } of powers) lines.push(`  ${sentence}`);
  lines.push(
    "",
    warnings.length === 0
      ? "No warnings"
      : warnings.length === 1
        ? "1 warning"
        : `${warnings.length} warnings`,
  );
  for (const { about, danger } of warnings) lines.push(`  ${about.join(", ")}`, `      ${danger}`);
  if (files === 0) lines.push("", "The page is not built yet, so only the configuration was looked at");
  return `${lines.join("\n")}\n`;
}
