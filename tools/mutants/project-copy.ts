import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { bun } from "../tasks.mjs";
import type { Mutant } from "./mutant.ts";

const left = new Set([".git", "build", "node_modules", "target"]);

/**
 * The result of a mutant. A run that does not end, or exhausts the memory, also counts as noticed.
 */
export type Verdict = "killed" | "survived" | "not covered";

/** The memory limit of one run in bytes: an endless loop exhausts the memory first. */
const memoryLimit = 3 * 2 ** 30;

/** A copy of the project for mutants, one after another. */
export class ProjectCopy implements Disposable {
  readonly #folder: string;

  constructor(root: string, folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(root)) {
      if (left.has(name)) continue;
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !left.has(basename(path)),
      });
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  }

  async judge(
    mutant: Mutant,
    testFiles: readonly string[],
    milliseconds: number,
  ): Promise<Verdict> {
    if (testFiles.length === 0) return "not covered";
    const path = join(this.#folder, mutant.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    try {
      return (await this.#passes(testFiles, milliseconds)) ? "survived" : "killed";
    } finally {
      writeFileSync(path, text);
    }
  }

  async #passes(testFiles: readonly string[], milliseconds: number): Promise<boolean> {
    const files = testFiles.map((file) => `./${file}`);
    const child = Bun.spawn([bun, "test", "--isolate", "--bail", "--timeout=20000", ...files], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "ignore"],
      timeout: milliseconds,
      killSignal: "SIGKILL",
    });
    const watch = setInterval(() => {
      if (residentBytes(child.pid) > memoryLimit) child.kill("SIGKILL");
    }, 250);
    try {
      return (await child.exited) === 0;
    } finally {
      clearInterval(watch);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The second figure of `statm` counts pages of 4 KiB. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
