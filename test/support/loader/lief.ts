import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../bundler/project.ts";
import { root } from "../app/display-app.ts";

// LIEF (PyPI) reads executables of all systems, and imitates what their loaders check. It was
// written by others, from the same specifications: a second judge beside our own rules.

const python = join(root, "build/lief/bin/python");

/** Why LIEF cannot be asked; `null` when the set-up has installed it. */
export const missingLief = existsSync(python) ? null : "needs LIEF; see tools/setup.mjs";

const script = `
import sys, lief
lief.logging.disable()
reader = getattr(lief, sys.argv[1])
for path in sys.argv[2:]:
    binary = reader.parse(path)
    is_right, reason = (False, "not readable") if binary is None else reader.check_layout(binary)
    print("" if is_right else reason.strip() or "wrong")
`;

/**
 * What LIEF finds wrong with the layout of executables of one kind, each file's in a line; an empty
 * one for what is right.
 */
export function liefProblems(
  kind: "PE" | "MachO" | "ELF",
  ...paths: readonly string[]
): readonly string[] {
  return run([python, "-c", script, kind, ...paths])
    .split("\n")
    .slice(0, -1);
}
