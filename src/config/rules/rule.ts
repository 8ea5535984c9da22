import type { System } from "../../contract/target.ts";
import type { Config } from "../config.ts";
import { excerpt, problem } from "../report/problem.ts";
import type { Problem, ProblemCode } from "../report/problem.ts";
import { ProblemList } from "../report/problem-list.ts";
import { hasEffect } from "../shape/platform-fields.ts";
import { findNearest, findNode, pathText } from "../shape/tree.ts";
import type { Path, Place, TreeNode } from "../shape/tree.ts";

export type Command = "dev" | "build" | "config";

/** A check of more than one field, or of facts outside the configuration. */
export type Rule = (context: RuleContext) => void;

interface Details {
  readonly code?: ProblemCode;
  readonly suggestions?: readonly string[];
  readonly related?: { readonly message: string; readonly path: Path };
  /** Points at the key instead of the value. */
  readonly key?: true;
  /** Points at a part of the text value. */
  readonly part?: { readonly start: number; readonly length: number };
}

/** The input of a rule, and the place to report its findings. */
export class RuleContext {
  readonly config: Config;
  readonly system: System;
  readonly command: Command;
  readonly folder: string;
  readonly #problems = new ProblemList();
  readonly #warnings = new ProblemList();
  readonly #root: TreeNode;
  readonly #wrong: readonly string[];

  constructor(given: {
    config: Config;
    root: TreeNode;
    system: System;
    command: Command;
    folder: string;
    /** The problems found so far: a rule skips values that have one. */
    known: readonly Problem[];
  }) {
    this.config = given.config;
    this.system = given.system;
    this.command = given.command;
    this.folder = given.folder;
    this.#root = given.root;
    this.#wrong = given.known.map((one) => one.path);
  }

  get problems(): readonly Problem[] {
    return this.#problems.toArray();
  }

  get warnings(): readonly Problem[] {
    return this.#warnings.toArray();
  }

  /** Becomes a warning for fields of other systems: a build for this one does not need them. */
  error(path: Path, message: string, details: Details | (() => Details) = {}): void {
    if (!this.hasEffect(path)) {
      this.warn(path, message, details);
      return;
    }
    this.#problems.add(() => this.#make("conflict", path, message, details));
  }

  warn(path: Path, message: string, details: Details | (() => Details) = {}): void {
    this.#warnings.add(() => this.#make("suspicious", path, message, details));
  }

  /** An error in a build, where it matters; otherwise a warning. */
  errorWhenBuilding(path: Path, message: string, details: Details = {}): void {
    if (this.command === "build") this.error(path, message, details);
    else this.warn(path, message, details);
  }

  /** Whether a field has an effect on the target system. */
  hasEffect(path: Path): boolean {
    return hasEffect(path, this.system);
  }

  isWritten(path: Path): boolean {
    return findNode(this.#root, path) !== null;
  }

  #make(
    code: ProblemCode,
    path: Path,
    message: string,
    given: Details | (() => Details),
  ): Problem | null {
    const text = pathText(path);
    if (this.#isWrong(text)) return null;
    const details = typeof given === "function" ? given() : given;
    if (details.related !== undefined && this.#isWrong(pathText(details.related.path))) return null;
    const written = this.isWritten(path);
    const whole = this.#place(path, details.key === true || !written);
    const place =
      details.part === undefined
        ? whole
        : partOf(whole, findNode(this.#root, path)?.node, details.part);
    const { related } = details;
    return problem({
      code: details.code ?? code,
      path: text,
      place,
      found: written && details.key !== true ? excerpt(place) : null,
      message,
      suggestions: details.suggestions ?? [],
      related:
        related === undefined
          ? []
          : [{ message: related.message, place: this.#place(related.path, false) }],
    });
  }

  #isWrong(path: string): boolean {
    return this.#wrong.some((known) => isWithin(path, known) || isWithin(known, path));
  }

  #place(path: Path, key: boolean): Place {
    const { node, key: keyPlace } = findNearest(this.#root, path);
    if (key && keyPlace !== null) return keyPlace;
    const { source, start, end } = node;
    // Pointing at a whole object would underline its first line; its brace is enough.
    return { source, start, end: node.kind === "object" ? Math.min(end, start + 1) : end };
  }
}

/**
 * The position of a part of a text; of the whole text if escapes or line ends make the part
 * ambiguous.
 */
function partOf(
  whole: Place,
  node: TreeNode | undefined,
  part: { start: number; length: number },
): Place {
  const text = node?.kind === "scalar" ? node.value : undefined;
  if (typeof text !== "string") return whole;
  const at = whole.source.text.slice(whole.start, whole.end).indexOf(text);
  if (at === -1) return whole;
  const start = whole.start + at + part.start;
  return { source: whole.source, start, end: start + part.length };
}

/** Whether a path equals another one, or lies below it. */
function isWithin(path: string, above: string): boolean {
  if (above === "" || !path.startsWith(above)) return false;
  return path.length === above.length || path[above.length] === "." || path[above.length] === "[";
}
