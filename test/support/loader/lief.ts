import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../bundler/project.ts";
import { root } from "../app/display-app.ts";

// LIEF (PyPI) reads executables of all systems, and imitates what their loaders check. It was
// written by others, from the same specifications: a second judge beside our own rules.

const python = join(root, "build/lief/bin/python");

/** The reason why LIEF cannot run. `null` if the set-up has installed it. */
export const missingLief = existsSync(python) ? null : "needs LIEF; see tools/setup.mjs";

/** The version that is installed. */
export const liefVersion = (): string =>
  run([python, "-c", "import lief; print(lief.__version__)"]).trim();

const script = `
import sys, lief
lief.logging.disable()
reader = getattr(lief, sys.argv[2])

def check_layout(binary):
    is_right, reason = reader.check_layout(binary)
    return "" if is_right else reason.strip() or "wrong"

def verify_signature(binary):
    verdict = binary.verify_signature()
    return "" if verdict == lief.PE.Signature.VERIFICATION_FLAGS.OK else str(verdict)

for path in sys.argv[3:]:
    binary = reader.parse(path)
    print("not readable" if binary is None else globals()[sys.argv[1]](binary))
`;

type Kind = "PE" | "MachO" | "ELF";

/**
 * The faults that LIEF finds in the layout of executables of one kind, one line per file. The line
 * is empty for a correct file.
 */
export function liefProblems(kind: Kind, ...paths: readonly string[]): readonly string[] {
  return answers("check_layout", kind, paths);
}

/**
 * The faults that LIEF finds in one executable: in its layout, or in the signature that Windows
 * reads.
 */
export function runLief(
  what: "check_layout" | "verify_signature",
  kind: Kind,
  path: string,
): readonly string[] {
  return answers(what, kind, [path]).filter((line) => line !== "");
}

function answers(what: string, kind: Kind, paths: readonly string[]): readonly string[] {
  return run([python, "-c", script, what, kind, ...paths])
    .split("\n")
    .slice(0, -1);
}
