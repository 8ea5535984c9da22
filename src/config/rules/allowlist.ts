import { allowlistFlags } from "../../contract/commands/allowlist.ts";
import type { AllowlistFlag, AllowlistModule } from "../../contract/commands/allowlist.ts";
import { neverImplied } from "../../contract/commands/allowed-flags.ts";
import { pluginScopeUses, type ScopeUse } from "../../contract/commands/plugin-scopes.ts";
import { scopeParts } from "../../contract/patterns/path-scope.ts";
import type { FsAllowlistScope, FsScopeDetail } from "../config.ts";
import {
  checkEnvironmentName,
  checkPathPattern,
  checkRegex,
  checkUrlPattern,
  checkVariable,
} from "./patterns.ts";
import type { Wrong } from "./patterns.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const allowlist = ["framework", "allowlist"] as const;

/** Whether a flag is on, by itself or through one of the two `all`. */
function isAllowed(
  context: RuleContext,
  module: AllowlistModule,
  ...flags: readonly string[]
): boolean {
  const config = context.config.framework.allowlist;
  const flagsOfModule = config[module] as unknown as Readonly<Record<string, unknown>>;
  if (config.all || flagsOfModule["all"] === true) return true;
  return flags.some((flag) => flagsOfModule[flag] !== false && flagsOfModule[flag] !== undefined);
}

export function scopePatterns(context: RuleContext): void {
  const { fs, protocol, http } = context.config.framework.allowlist;
  checkScope(context, fs.scope, [...allowlist, "fs", "scope"]);
  checkScope(context, protocol.assetScope, [...allowlist, "protocol", "assetScope"]);
  for (const [index, pattern] of http.scope.entries()) {
    sayOfPattern(
      context,
      [...allowlist, "http", "scope", index],
      pattern,
      checkUrlPattern(pattern),
    );
  }
}

function checkScope(context: RuleContext, scope: FsAllowlistScope, path: Path): void {
  const items = isList(scope)
    ? scope.map((item, index) => ({ item, path: [...path, index] }))
    : [{ item: scope, path }];
  for (const { item, path: place } of items) {
    const patterns =
      typeof item === "string"
        ? [{ pattern: item, at: place }]
        : (["allow", "deny"] as const).flatMap((name) =>
            item[name].map((pattern, index) => ({ pattern, at: [...place, name, index] })),
          );
    for (const { pattern, at } of patterns)
      sayOfPattern(context, at, pattern, checkPathPattern(pattern, context.system));
  }
  const dotOf = (item: string | FsScopeDetail): boolean | null =>
    typeof item === "string" ? null : item.requireLiteralLeadingDot;
  const [first, ...others] = items;
  for (const { item, path: place } of others) {
    if (first === undefined || dotOf(item) === dotOf(first.item)) continue;
    context.error(
      [...place, "requireLiteralLeadingDot"],
      "must be the same in the whole list, which is one scope",
      { related: { message: "the first of the list", path: first.path } },
    );
  }
}

function isList(scope: FsAllowlistScope): scope is Extract<FsAllowlistScope, readonly unknown[]> {
  return Array.isArray(scope);
}

function say(context: RuleContext, path: Path, wrong: Wrong): void {
  if (wrong === null) return;
  const { message, suggestions } = wrong;
  if (wrong.hasNoEffect === true) context.warn(path, message, { code: "no-effect", suggestions });
  else context.error(path, message, { code: "bad-value", suggestions });
}

/**
 * Shells expand `{a,b}`, the scopes do not: the pattern matches only names with these characters.
 */
function sayOfPattern(context: RuleContext, path: Path, pattern: string, wrong: Wrong): void {
  const [braces, choices] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (wrong !== null || braces === undefined || choices === undefined)
    return say(context, path, wrong);
  context.warn(
    path,
    `has ${JSON.stringify(braces)}, which stands for itself: write a pattern for each`,
    {
      suggestions: choices
        .split(",")
        .map((choice) => JSON.stringify(pattern.replace(braces, () => choice))),
    },
  );
}

export function shell(context: RuleContext): void {
  const { scope, open } = context.config.framework.allowlist.shell;
  const binaries = context.config.framework.bundle.externalBin ?? [];
  const seen = new Map<string, number>();
  for (const [index, command] of scope.entries()) {
    const path = [...allowlist, "shell", "scope", index];
    const first = seen.get(command.name);
    if (first === undefined) seen.set(command.name, index);
    else {
      context.error([...path, "name"], "is the name of another entry, too", {
        related: {
          message: "the other entry",
          path: [...allowlist, "shell", "scope", first, "name"],
        },
      });
    }
    if (command.sidecar) {
      if (!binaries.includes(command.name)) {
        const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
        context.warn(
          [...path, "name"],
          "has no effect: framework.bundle.externalBin does not list it, and a sidecar is called, and its arguments are restricted, by the name it has there",
          {
            code: "no-effect",
            suggestions: binaries
              .filter((binary) => lastPart(binary) === lastPart(command.name))
              .map((binary) => JSON.stringify(binary)),
          },
        );
      }
    } else if (command.cmd === null || command.cmd === "") {
      context.error(
        [...path, "cmd"],
        "is missing: name the program to run, or set sidecar to true",
      );
    } else {
      say(context, [...path, "cmd"], checkVariable(command.cmd));
    }
    for (const [at, name] of command.env.entries())
      say(context, [...path, "env", at], checkEnvironmentName(name));
    if (typeof command.args === "boolean") continue;
    for (const [at, arg] of command.args.entries()) {
      if (typeof arg === "string") continue;
      say(context, [...path, "args", at, "validator"], checkRegex(arg.validator));
    }
  }
  if (typeof open === "string") {
    const path = [...allowlist, "shell", "open"];
    const wrong = checkRegex(open);
    if (wrong !== null) say(context, path, wrong);
    else if (!/^(?:\((?:\?:)?)*\^/.test(open)) {
      context.warn(
        path,
        'is compared from the first character of an address on: say so with "^", and with "^.*" where anything may come before',
      );
    }
  }
}

/**
 * Whether another allowed feature uses files of `fs.scope`: pictures, working folders of programs,
 * files of forms, plugins.
 */
function readsElsewhere(context: RuleContext): boolean {
  return (
    isAllowed(context, "window", "setIcon") ||
    isAllowed(context, "notification", "all") ||
    isAllowed(context, "shell", "execute", "sidecar") ||
    isAllowed(context, "http", "request") ||
    isForPlugins(context, ["reads", "writes", "watches"])
  );
}

/** Whether a plugin may use a scope: of other authors' plugins only their code knows it. */
function isForPlugins({ config }: RuleContext, wanted: readonly ScopeUse[]): boolean {
  return pluginScopeUses(config.plugins).some(({ use }) => use === null || wanted.includes(use));
}

/** A scope without its flag has no effect, and neither does a flag without the scope it needs. */
export function scopesAndFlags(context: RuleContext): void {
  const { fs, shell: programs, http, protocol } = context.config.framework.allowlist;
  const scopes: readonly [boolean, AllowlistModule, string, readonly string[]][] = [
    [hasPatterns(fs.scope) && !readsElsewhere(context), "fs", "scope", allowlistFlags.fs],
    [programs.scope.length > 0, "shell", "scope", ["execute", "sidecar"]],
    [http.scope.length > 0 && !isForPlugins(context, ["requests"]), "http", "scope", ["request"]],
    [hasPatterns(protocol.assetScope), "protocol", "assetScope", ["asset"]],
  ];
  for (const [isSet, module, field, flags] of scopes) {
    if (!isSet || isAllowed(context, module, ...flags)) continue;
    const wanted =
      flags.length > 3 ? `a flag of framework.allowlist.${module}` : flags.join(" or ");
    context.warn([...allowlist, module, field], `has no effect: set ${wanted} to true`, {
      code: "no-effect",
      key: true,
    });
  }
  if (
    http.scope.length === 0 &&
    isAllowed(context, "http", "request") &&
    context.isWritten([...allowlist, "http"])
  ) {
    context.warn(
      [...allowlist, "http"],
      "allows requests, and its scope names no address: every request is refused",
      {
        key: true,
      },
    );
  }
  if (programs.scope.length === 0 && programs.execute) {
    context.warn([...allowlist, "shell", "execute"], "allows programs, and the scope names none", {
      key: true,
    });
  }
}

function hasPatterns(scope: FsAllowlistScope): boolean {
  return scopeParts(scope).allow.length > 0;
}

/** A written `false` does not override an `all`. */
export function flagsWithoutEffect(context: RuleContext): void {
  const config = context.config.framework.allowlist;
  for (const module of Object.keys(allowlistFlags) as AllowlistModule[]) {
    const flags = config[module] as unknown as Readonly<Record<string, unknown>>;
    if (!config.all && flags["all"] !== true) continue;
    for (const flag of allowlistFlags[module]) {
      const path = [...allowlist, module, flag];
      // `shell.open` set to false beside `shell.all` means the default expression, so it counts,
      // too.
      if (flags[flag] !== false || !context.isWritten(path)) continue;
      if (neverImplied.has(`${module}.${flag}` as AllowlistFlag)) continue;
      context.warn(
        path,
        `has no effect: ${config.all ? "allowlist.all" : `${module}.all`} is true`,
        {
          code: "no-effect",
        },
      );
    }
  }
}
