import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { PathError, openTarget } from "../../disk/roots.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { foundAbove, refuseForeignAbove } from "../../config/read/ancestors.ts";
import { loadConfig } from "../../config/read/load.ts";
import { reportText } from "../../config/report/report.ts";
import { findNearest, findNode } from "../../config/shape/tree.ts";
import type { Path } from "../../config/shape/tree.ts";
import type { System } from "../../contract/target.ts";
import { UserError, type Terminal } from "../terminal.ts";

/** A project with a valid configuration. */
export interface Project {
  readonly config: ResolvedConfig;
  /** Whether the configuration itself contains this field, rather than its default. */
  readonly isWritten: (path: Path) => boolean;
  /** The file that contains this field, or should, as messages name it; `--config` for that one. */
  readonly fileOf: (path: Path) => string;
  /** The app source directory: the base of paths in the configuration. */
  readonly configFolder: string;
  /** The folder of the front end's `package.json`. */
  readonly frontEndFolder: string;
  /** The folder for all output. */
  readonly outputFolder: string;
}

export interface ProjectOptions {
  readonly system: System;
  readonly command: "dev" | "build";
  readonly overrides?: readonly string[] | undefined;
  /**
   * Receives the reason why `target` must not be written to: a command that writes nothing
   * continues.
   */
  readonly onRefusedTarget?: ((reason: string) => void) | undefined;
}

/**
 * Finds and checks the project around the current directory, and reports all problems of its
 * configuration.
 * @throws UserError when it cannot be used; the problems have been reported by then
 */
export function openProject(terminal: Terminal, options: ProjectOptions): Project {
  const { overrides, system, command } = options;
  const {
    config,
    folder: found,
    problems,
    warnings,
    tree,
  } = loadConfig({
    from: terminal.cwd,
    system,
    command,
    ...(overrides !== undefined && { overrides }),
  });
  terminal.err(reportText(problems, warnings, { color: terminal.color }));
  if (config === null) throw new UserError("");
  // Modules are found by their real paths, so paths from one to another must be between real ones.
  const folder = realpathSync(found);
  // At once, and not in the middle of a build.
  refuseForeignAbove(folder);
  return {
    config,
    fileOf: (path) => (tree === null ? folder : findNearest(tree, path).node.source.name),
    isWritten: (path) => tree !== null && findNode(tree, path) !== null,
    configFolder: folder,
    frontEndFolder: frontEndFolder(folder),
    outputFolder: outputFolder(join(folder, "target"), options.onRefusedTarget),
  };
}

/** `target` may be a link to a larger disk, with the user's permission. */
function outputFolder(folder: string, onRefused: ProjectOptions["onRefusedTarget"]): string {
  try {
    return openTarget(folder);
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    if (onRefused === undefined) throw UserError.of(error);
    onRefused(error.message);
    return folder;
  }
}

/** The nearest folder with a `package.json` above that of the configuration. */
function frontEndFolder(folder: string): string {
  for (const manifest of foundAbove(folder, "package.json"))
    if (dirname(manifest) !== folder) return dirname(manifest);
  return folder;
}
