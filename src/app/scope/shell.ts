import { pathToFileURL } from "node:url";
import { FrameworkError } from "../../contract/errors.ts";
import { Expression, TextTooLong } from "../../contract/patterns/expression.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import { pathsOf } from "../paths/dialect.ts";
import { namedProgram } from "../paths/named-program.ts";
import type { System } from "../../contract/target.ts";
import { whyNotOpenedOnMac } from "./network/macos-address.ts";
import { quotedAddress, whyNotOpened } from "./network/windows-address.ts";

/** One program of `framework.allowlist.shell.scope`. */
export interface ShellCommand {
  readonly name: string;
  readonly cmd: string | null;
  /** `true`: any; `false`: none; a list: exactly these, in this order. */
  readonly args: boolean | readonly (string | { readonly validator: string })[];
  /** The names of the variables that a page may set for it. */
  readonly env: readonly string[];
  readonly sidecar: boolean;
}

export interface ShellScopeOptions {
  readonly scope: readonly ShellCommand[];
  readonly open: boolean | string;
  /** The binaries shipped with the app; each may run when the `sidecar` flag is set. */
  readonly externalBin: readonly string[];
  readonly folders: BaseDirectories;
  /** The system whose path rules apply. */
  readonly system: System;
  readonly log?: (line: string) => void;
}

/** A page's request to run a program. */
export interface ShellCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly sidecar: boolean;
}

/** The program to run: one of the system, or one shipped beside the executable. */
export interface ShellRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly sidecar: boolean;
}

type Environment = Readonly<Record<string, string>>;

type Slot =
  { readonly fixed: string } | { readonly validator: Expression; readonly source: string };

interface Rule {
  readonly program: string;
  readonly slots: readonly Slot[] | "any";
  readonly env: readonly string[];
}

const setting = "framework.allowlist.shell";
export const defaultOpen = "^((mailto:\\w+)|(tel:\\w+)|(https?://\\w+)).+";

/**
 * Decides which programs pages may run, with which arguments, and which addresses they may open.
 */
export class ShellScope {
  readonly #system: System;
  readonly #programs = new Map<string, Rule>();
  readonly #sidecars = new Map<string, Rule>();
  readonly #open: { readonly pattern: Expression; readonly source: string } | null;

  /**
   * @throws Error for an invalid expression, a duplicate name, and an entry without a program
   */
  constructor({
    scope,
    open,
    externalBin,
    folders,
    system,
    log = (line) => void process.stderr.write(`${line}\n`),
  }: ShellScopeOptions) {
    this.#system = system;
    for (const program of externalBin)
      this.#sidecars.set(program, { program, slots: "any", env: [] });
    const names = new Set<string>();
    for (const entry of scope) {
      if (names.has(entry.name))
        throw new Error(
          `Cannot use "${entry.name}" twice in ${setting}.scope: give each its own name`,
        );
      names.add(entry.name);
      const slots = parseSlots(entry);
      const { env } = entry;
      if (entry.sidecar) {
        // A program that is missing in this system's bundle restricts nothing; the configuration's
        // check has warned of it.
        if (this.#sidecars.has(entry.name))
          this.#sidecars.set(entry.name, { program: entry.name, slots, env });
        continue;
      }
      if (entry.cmd === null)
        throw new Error(
          `Cannot use "${entry.name}" of ${setting}.scope: set its cmd, or sidecar to true`,
        );
      const program = namedProgram(entry.cmd, folders);
      if (program === null)
        log(
          `"${entry.name}" in ${setting}.scope cannot run: this system has no folder for "${entry.cmd}"`,
        );
      else this.#programs.set(entry.name, { program, slots, env });
    }
    const source = open === true ? defaultOpen : open === false ? null : open;
    // Anchored at the start: the beginning of an address decides which program opens it.
    this.#open =
      source === null ? null : { source, pattern: expression(source, `${setting}.open`) };
  }

  /** @throws FrameworkError `out-of-scope`, naming the program, the argument or the variable */
  run({ program, args, env, sidecar }: ShellCall): ShellRun {
    const rule = (sidecar ? this.#sidecars : this.#programs).get(program);
    if (rule === undefined) {
      const wanted = sidecar
        ? "list it in framework.bundle.externalBin"
        : `give it an entry in ${setting}.scope`;
      throw new FrameworkError("out-of-scope", `Cannot run "${program}": ${wanted}`);
    }
    const nul = args.findIndex((arg) => arg.includes("\0"));
    if (nul !== -1) throw refused(program, `argument ${nul + 1} must not hold a NUL character`);
    return {
      program: rule.program,
      args: rule.slots === "any" ? [...args] : fill(rule.slots, args, program),
      env: checkedEnvironment(env, rule.env, program),
      sidecar,
    };
  }

  #whyNot(address: string, source: string): string | null {
    if (this.#system === "macos") return whyNotOpenedOnMac(address);
    return this.#system === "windows" ? whyNotOpened(address, source) : null;
  }

  /**
   * The address to open for a page's text: an absolute address, or a path. It is judged in its
   * parsed form, with `..` and the like resolved.
   * @throws FrameworkError `out-of-scope` for one that the expression does not admit,
   * `bad-argument` for an invalid one
   */
  checkOpen(text: string): string {
    const refuse = (wanted: string): never => {
      throw new FrameworkError("out-of-scope", `Cannot open ${JSON.stringify(text)}: ${wanted}`);
    };
    if (this.#open === null) return refuse(`set ${setting}.open`);
    if (/^[\s-]/.test(text)) refuse('it must not start with "-" or a blank');
    if (/\p{Cc}/u.test(text) || !text.isWellFormed()) refuse("it must not hold control characters");
    const { pattern, source } = this.#open;
    const opened = whatOpens(text, this.#system);
    const judged = opened?.judged ?? text;
    if (!fits(() => pattern.matchesStart(judged), refuse)) refuse(`it must match ${source}`);
    if (opened === null)
      throw new FrameworkError(
        "bad-argument",
        `Cannot open "${text}": it must be a whole address or path`,
      );
    if (source === defaultOpen && attaches(opened.address)) refuse("it must attach no file");
    const whyNot = this.#whyNot(opened.address, source);
    if (whyNot !== null) refuse(whyNot);
    // Some programs decode an encoded slash, and find a ".." behind it.
    if (/^file:.*%(?:2f|5c)/is.test(opened.address)) refuse("it must not hold an encoded slash");
    return opened.address;
  }
}

/**
 * The meaning of a text as a path or an address, and the text to judge; `null` when it is neither.
 */
function whatOpens(
  text: string,
  system: System,
): { readonly address: string; readonly judged: string } | null {
  // One letter before the colon is a drive.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    const { isAbsolute, normalize } = pathsOf(system);
    if (!isAbsolute(text)) return null;
    const path = normalize(text);
    return { address: pathToFileURL(path, { windows: system === "windows" }).href, judged: path };
  }
  const url = URL.parse(text);
  if (url === null) return null;
  const { pathname, search, hash } = url;
  const href = system === "windows" ? quotedAddress(url.href) : url.href;
  // The parser ends a bare host with a slash, which an expression that ends there does not match.
  const isBareHost = pathname + search + hash === "/" && !/[\\/]$/.test(text);
  return { address: href, judged: isBareHost ? href.slice(0, -1) : href };
}

function parseSlots({ name, args }: ShellCommand): Rule["slots"] {
  if (args === true) return "any";
  if (args === false) return [];
  return args.map((arg, i) => {
    if (typeof arg === "string") return { fixed: arg };
    const where = `argument ${i + 1} of "${name}" in ${setting}.scope`;
    // The whole value: `\d+` must not let `1; rm` through.
    return {
      source: arg.validator,
      validator: expression(arg.validator, where),
    };
  });
}

function fill(slots: readonly Slot[], args: readonly string[], program: string): readonly string[] {
  // A program whose arguments are all fixed is called with none.
  if (args.length === 0 && slots.every((slot) => "fixed" in slot))
    return slots.map((slot) => ("fixed" in slot ? slot.fixed : ""));
  if (args.length > slots.length) {
    throw refused(
      program,
      `argument ${slots.length + 1}, ${quote(args[slots.length])}, is one too many`,
    );
  }
  return slots.map((slot, i) => {
    const arg = args[i];
    if (arg === undefined)
      throw refused(program, `argument ${i + 1} is missing, it must ${wanted(slot)}`);
    const isRight =
      "fixed" in slot
        ? arg === slot.fixed
        : fits(
            () => slot.validator.matchesWhole(arg),
            (reason) => {
              throw refused(
                program,
                `argument ${i + 1} cannot be compared to ${slot.source}: ${reason}`,
              );
            },
          );
    if (!isRight)
      throw refused(program, `argument ${i + 1} is ${quote(arg)}, it must ${wanted(slot)}`);
    return arg;
  });
}

// Almost every program has a variable that makes it run other code, or another program: LD_PRELOAD,
// TAR_OPTIONS, MAKEFLAGS, OPENSSL_CONF. No list of such names is ever complete, so there is none: a
// page sets only the variables that the entry names.
function checkedEnvironment(
  env: Environment,
  allowed: readonly string[],
  program: string,
): Environment {
  for (const [name, value] of Object.entries(env)) {
    if (!allowed.includes(name))
      throw refused(
        program,
        `a page must not set the variable ${quote(name)}; list it as env of "${program}" in ${setting}.scope`,
      );
    if (value.includes("\0"))
      throw refused(program, `the variable ${quote(name)} must not hold a NUL character`);
  }
  return env;
}

function wanted(slot: Slot): string {
  return "fixed" in slot ? `be ${quote(slot.fixed)}` : `match ${slot.source} as a whole`;
}

function refused(program: string, reason: string): FrameworkError {
  return new FrameworkError("out-of-scope", `Cannot run "${program}": ${reason}`);
}

function quote(text: string | undefined): string {
  return JSON.stringify(text);
}

function expression(source: string, where: string): Expression {
  try {
    return new Expression(source);
  } catch (cause) {
    throw new Error(
      `Cannot use the expression "${source}" for ${where}: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
}

function fits(compare: () => boolean, refuse: (reason: string) => never): boolean {
  try {
    return compare();
  } catch (error) {
    if (error instanceof TextTooLong) refuse(error.message);
    throw error;
  }
}

/**
 * Whether a `mailto:` address names a file to attach. No standard has such a field, and several
 * mail programs support it: the user would see a letter, and may not notice the attachment.
 */
function attaches(address: string): boolean {
  if (!/^mailto:/i.test(address)) return false;
  return address
    .split(/[?&;]/)
    .some((field) => decoded(field.split("=", 1)[0] ?? "").includes("attach"));
}

function decoded(text: string): string {
  return text
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    .toLowerCase();
}
