import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { PathError, openTarget } from "../../disk/roots.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { foundAbove, refuseForeignAbove } from "../../config/read/ancestors.ts";
import { loadConfig } from "../../config/read/load.ts";
import { reportText } from "../../config/report/report.ts";
import { findNode } from "../../config/shape/tree.ts";
import type { Path } from "../../config/shape/tree.ts";
import type { System } from "../../contract/target.ts";
import { UserError, type Terminal } from "../terminal.ts";

/** A project whose configuration is in order. */
export interface Project {
  readonly config: ResolvedConfig;
  /** Whether the configuration has this field itself, and not from its default. */
  readonly isWritten: (path: Path) => boolean;
  /** The app source directory: what paths in the configuration are relative to. */
  readonly configFolder: string;
  /** Where the front end's `package.json` is. */
  readonly frontEndFolder: string;
  /** Where everything that is made goes. */
  readonly outputFolder: string;
}

export interface ProjectOptions {
  readonly system: System;
  readonly command: "dev" | "build";
  readonly overrides?: readonly string[] | undefined;
  /** Hears why nothing may be written to `target`: a command that writes nothing goes on. */
  readonly onRefusedTarget?: ((reason: string) => void) | undefined;
}

/**
 * Finds and checks the project around the current directory, and says everything that is wrong with
 * its configuration.
 * @throws UserError when it cannot be used; the problems have been told by then
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
    isWritten: (path) => tree !== null && findNode(tree, path) !== null,
    configFolder: folder,
    frontEndFolder: frontEndFolder(folder),
    outputFolder: outputFolder(join(folder, "target"), options.onRefusedTarget),
  };
}

/** `target` may be a link to a disk with more room, by the user's own word. */
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

/** The nearest folder above that of the configuration with a `package.json`. */
function frontEndFolder(folder: string): string {
  for (const manifest of foundAbove(folder, "package.json"))
    if (dirname(manifest) !== folder) return dirname(manifest);
  return folder;
}
