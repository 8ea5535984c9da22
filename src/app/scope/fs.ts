import { literalName, literalPart, type Part } from "../../contract/patterns/name-pattern.ts";
import { parsePathPattern, type PathPattern } from "../../contract/patterns/path-pattern.ts";
import { scopeParts, type PathScope } from "../../contract/patterns/path-scope.ts";
import { PatternError } from "../../contract/patterns/pattern-error.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import {
  absolutePath,
  childOf,
  parentOf,
  parsePath,
  rootLength,
  type AbsolutePath,
} from "./path/absolute-path.ts";
import type { Disk } from "./open/disk.ts";
import { Glob, prepareNames, type Name, type NameForm } from "./path/glob.ts";
import type { Grant } from "./grants/grant.ts";
import type { Grants } from "./grants/grants.ts";
import { comparable, loose } from "./path/letter-case.ts";
import { PathProblem } from "../paths/path-problem.ts";
import { realPath, refuseShortNames, type RealPath } from "./path/real-path.ts";
import { isShare } from "./path/windows-path.ts";

export interface FsScopeOptions {
  readonly scope: PathScope;
  /** The setting of the scope, for messages. */
  readonly setting?: string;
  readonly folders: BaseDirectories;
  readonly grants: Grants;
  /** The app's own folders. No pattern and no grant opens them. */
  readonly denied: readonly string[];
  readonly system: System;
  readonly disk: Disk;
  /** Receives warnings about entries that are valid, but certainly unintended. */
  readonly log?: (line: string) => void;
}

/** The scope's decision about a path, with its reason. */
export type Decision =
  | {
      readonly allowed: true;
      readonly by: { readonly pattern: string } | { readonly grant: Grant };
    }
  | {
      readonly allowed: false;
      readonly by: { readonly pattern: string } | { readonly ownFolder: string } | null;
    };

/** Receives the decision about a path. */
type Heard = (path: string, decision: Decision) => void;

/** One pattern of the configuration, in each form that its links produce. */
interface Rule {
  readonly pattern: string;
  readonly globs: Readonly<Record<NameForm, readonly Glob[]>>;
  /** The drive or share it starts at (Windows); `null`: any. */
  readonly root: string | null;
}

/**
 * Decides which paths pages may reach: the configuration's patterns and the user's grants, except
 * paths that the configuration denies or the app keeps private.
 */
export class FsScope {
  readonly requireLiteralLeadingDot: boolean;
  readonly system: System;
  readonly #setting: string;
  readonly #disk: Disk;
  readonly #grants: Grants;
  readonly #allow: readonly Rule[];
  readonly #deny: readonly Rule[];
  readonly #own: readonly { readonly folder: string; readonly names: readonly string[] }[];

  /**
   * @throws Error for an invalid pattern, and for a `deny` entry whose variable has no folder
   */
  constructor(options: FsScopeOptions) {
    const { folders } = options;
    const { allow, deny, requireLiteralLeadingDot } = scopeParts(options.scope);
    this.#setting = options.setting ?? "framework.allowlist.fs.scope";
    this.system = options.system;
    this.#disk = options.disk;
    this.#grants = options.grants;
    this.requireLiteralLeadingDot = requireLiteralLeadingDot ?? this.system !== "windows";

    const log = options.log ?? ((line) => void process.stderr.write(`${line}\n`));
    this.#allow = allow.flatMap((pattern) => {
      const parts = this.#parse(pattern, folders);
      if (parts !== null) return [this.#rule(pattern, parts, { whole: false })];
      log(
        `"${pattern}" in ${this.#setting} allows nothing: this system has no folder for its variable`,
      );
      return [];
    });
    this.#deny = deny.map((pattern) => {
      const parts = this.#parse(pattern, folders);
      if (parts !== null) return this.#rule(pattern, parts, { whole: true });
      throw new Error(
        `Cannot deny "${pattern}" in ${this.#setting}: this system has no folder for its variable; write the path itself`,
      );
    });
    // Denied in every spelling that any file system could accept for them.
    this.#own = options.denied.flatMap((folder) => {
      const path = parsePath(folder, this.system);
      const real = this.#realNames(path.names);
      return [path.names, ...(real === null ? [] : [real])].map((names) => ({
        folder,
        names: names.map(loose),
      }));
    });
  }

  /**
   * Resolves a path argument and decides about it.
   * @throws PathProblem when the path cannot be judged, or is outside
   */
  check(text: string, window: string | null, heard?: Heard): RealPath {
    return this.#check(text, window, heard, (given) => realPath(given, this.system, this.#disk));
  }

  /**
   * The same for an entry to create, remove or rename: a link in the last position means itself,
   * and its target does not matter.
   */
  checkPlace(text: string, window: string | null, heard?: Heard): RealPath {
    return this.#check(text, window, heard, (given) => {
      if (given.names.length <= rootLength(this.system))
        throw new PathProblem("bad-argument", "must not be a root");
      const parent = realPath(parentOf(given, this.system), this.system, this.#disk);
      const last = given.names.at(-1) as string;
      const place = childOf(parent, last, this.system);
      const found = this.#disk.lstat(place.text);
      // An entry that is no link may still have other spellings, which the system resolves; for a
      // link it would return the target.
      if (found.kind !== "link") return realPath(place, this.system, this.#disk);
      refuseShortNames([last], this.system);
      return { ...place, found };
    });
  }

  #check(
    text: string,
    window: string | null,
    heard: Heard | undefined,
    resolve: (given: AbsolutePath) => RealPath,
  ): RealPath {
    const given = parsePath(text, this.system);
    const refuse = (path: AbsolutePath, decision: Decision & { allowed: false }): PathProblem => {
      heard?.(path.text, decision);
      return this.#outside(decision);
    };
    // Access to a share reveals the user to its server, so only candidate shares are accessed.
    if (this.#isForeignShare(given)) throw refuse(given, { allowed: false, by: null });
    let real: RealPath;
    try {
      real = resolve(given);
    } catch (error) {
      // The reason why it cannot be resolved would reveal what exists.
      const decision = this.decide(given, given, window);
      throw decision.allowed ? error : refuse(given, decision);
    }
    const decision = this.decide(real, given, window);
    if (!decision.allowed) throw refuse(given, decision);
    heard?.(real.text, decision);
    return real;
  }

  /**
   * Decides about a path whose links were followed, without access to the disk. `given` is the
   * requested path: a rule that denies it by that name denies it, too.
   */
  decide(real: AbsolutePath, given: AbsolutePath, window: string | null): Decision {
    const spellings = real.text === given.text ? [real] : [real, given];
    for (const { names } of spellings) {
      const own = this.#own.find((each) =>
        each.names.every((name, i) => i < names.length && name === loose(names[i] as string)),
      );
      if (own !== undefined) return { allowed: false, by: { ownFolder: own.folder } };
    }
    const inForm = (form: NameForm): FormedNames[] =>
      spellings.map(({ names }) => ({ form, names: prepareNames(names, this.system, form) }));
    const usual = inForm("usual");
    const shut = this.system === "macos" ? [...usual, ...inForm("loose")] : usual;
    const denying = this.#deny.find((rule) => shut.some((names) => matches(rule, names)));
    if (denying !== undefined) return { allowed: false, by: { pattern: denying.pattern } };

    const allowing = this.#allow.find(
      (rule) => matches(rule, usual[0] as FormedNames) && this.#isMeant(rule, real),
    );
    if (allowing !== undefined) return { allowed: true, by: { pattern: allowing.pattern } };
    const grant = this.#grants.find(real, {
      window,
      requireLiteralLeadingDot: this.requireLiteralLeadingDot,
    });
    return grant === null ? { allowed: false, by: null } : { allowed: true, by: { grant } };
  }

  /**
   * On case-insensitive systems an allowed name allows all its cases; but on a disk that
   * distinguishes them, only the written one. Denied names are compared in any case everywhere, and
   * loosely.
   */
  #isMeant(rule: Rule, real: AbsolutePath): boolean {
    if (this.system !== "macos") return true;
    const names = prepareNames(real.names, this.system, "exact");
    return matches(rule, { form: "exact", names }) || !this.#disk.takesCasesApart(real.text);
  }

  #outside({ by }: Decision & { allowed: false }): PathProblem {
    if (by === null)
      return new PathProblem("out-of-scope", `not in ${this.#setting} and not chosen by the user`);
    if ("pattern" in by)
      return new PathProblem("out-of-scope", `denied by "${by.pattern}" in ${this.#setting}`);
    return new PathProblem("out-of-scope", "the app keeps it for itself");
  }

  /**
   * The parts of a pattern, with its variable replaced by plain names; `null` when the variable has
   * no folder.
   */
  #parse(pattern: string, folders: BaseDirectories): readonly Part[] | null {
    const { start, parts } = this.#read(pattern);
    if (start.at === "root") return parts;
    if (start.at === "drive") return [literalPart(start.name), ...parts];
    const folder = folders[start.name];
    return folder === null
      ? null
      : [...parsePath(folder, this.system).names.map(literalPart), ...parts];
  }

  #read(pattern: string): PathPattern {
    try {
      return parsePathPattern(pattern, this.system);
    } catch (cause) {
      if (!(cause instanceof PatternError)) throw cause;
      throw new Error(
        `Cannot use the pattern "${pattern}" in ${this.#setting}: it ${cause.message}`,
        {
          cause,
        },
      );
    }
  }

  /**
   * The folder at the start of a pattern may be reached through a link (`/home` is one on some
   * systems), and a path's links are followed before the comparison: so the pattern is also kept
   * with its links followed.
   */
  #rule(pattern: string, parts: readonly Part[], { whole }: { whole: boolean }): Rule {
    const written = [parts];
    const names: string[] = [];
    for (const part of parts) {
      const name = literalName(part);
      if (name === null) break;
      names.push(name);
    }
    // The target of an allowed path was not allowed; the target of a denied path was denied.
    if (!whole && names.length === parts.length) names.pop();
    const real = this.#realNames(names);
    if (real !== null) written.push([...real.map(literalPart), ...parts.slice(names.length)]);
    const { system, requireLiteralLeadingDot } = this;
    const inForm = (form: NameForm): Glob[] =>
      written.map((each) => new Glob(each, { system, requireLiteralLeadingDot, form }));
    const usual = inForm("usual");
    // Elsewhere names are compared in the usual form only.
    const onMac = (form: NameForm): readonly Glob[] => (system === "macos" ? inForm(form) : usual);
    const globs = { usual, exact: onMac("exact"), loose: onMac("loose") };
    const root = this.system === "windows" ? (names[0] ?? null) : null;
    return { pattern, globs, root: root === null ? null : comparable(root, this.system) };
  }

  /** The names with links followed, or `null` when that changes nothing or fails. */
  #realNames(names: readonly string[]): readonly string[] | null {
    if (names.length <= rootLength(this.system)) return null;
    const path = absolutePath(names, this.system);
    try {
      const real = realPath(path, this.system, this.#disk);
      return real.text === path.text ? null : real.names;
    } catch {
      return null;
    }
  }

  #isForeignShare(path: AbsolutePath): boolean {
    if (this.system !== "windows" || !isShare(path.names[0] as string)) return false;
    const root = comparable(path.names[0] as string, this.system);
    const allowed = this.#allow.some((rule) => rule.root === root);
    return (
      !allowed &&
      !this.#grants
        .list()
        .some(({ path: granted }) => comparable(granted, this.system).startsWith(`${root}\\`))
    );
  }
}

/** Names for comparison with globs of the same form. */
interface FormedNames {
  readonly form: NameForm;
  readonly names: readonly Name[];
}

function matches({ globs }: Rule, { form, names }: FormedNames): boolean {
  return globs[form].some((glob) => glob.matches(names));
}
