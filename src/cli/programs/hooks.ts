import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { ResolvedConfig } from "../../config/index.ts";
import { macosMinimum } from "../../contract/shipped/macos-version.ts";
import { architectureNames, type Target } from "../../contract/target.ts";
import { environmentForOthers, type Environment } from "../../process/environment.ts";
import type { ProcessTree } from "../../process/process-tree.ts";
import { ancestors, foundAbove, isOpenToOthers } from "../../config/read/ancestors.ts";
import { packageRoot } from "../project/package-root.ts";
import { shellCommand } from "./command.ts";
import type { Programs } from "./programs.ts";
import { systemVersion } from "../info/system.ts";
import { UserError } from "../terminal.ts";

type Build = ResolvedConfig["build"];
export type HookName = "beforeDevCommand" | "beforeBuildCommand" | "beforeBundleCommand";

export interface HookOptions {
  readonly target: Target;
  readonly debug: boolean;
  /** The front end's folder, the default working directory of hooks. */
  readonly frontEndFolder: string;
  /** The base of a hook's own `cwd`. */
  readonly configFolder: string;
  readonly config: Pick<ResolvedConfig, "framework">;
  /** Ends it when the command ends. */
  readonly programs: Programs;
  /**
   * Receives each stream of its output, which the terminal shows all the same. If absent, the
   * program writes to the terminal itself.
   */
  readonly listen?: (stream: Readable) => void;
}

/** The environment of hooks and of the app in development. */
export function childEnvironment(
  folder: string,
  inherited: Environment = process.env,
): Record<string, string | undefined> {
  const environment = environmentForOthers(process.execPath, inherited);
  // Windows' name is "Path", and with two spellings a program sees either.
  const name =
    "PATH" in environment ? "PATH" : Object.keys(environment).find((key) => /^path$/i.test(key));
  // As in package scripts: the project's own tools, and those of the parent folders, are found by
  // name.
  const tools = programFolders(folder);
  // Bun is a dependency of this package, and pnpm exposes only a project's own tools.
  const own = join(packageRoot, "node_modules", ".bin");
  const path = [...tools, environment[name ?? "PATH"], own].join(delimiter);
  return { ...environment, [name ?? "PATH"]: path };
}

/**
 * `node_modules/.bin` of a folder and of its parents. A hook may install packages, so missing ones
 * count, too, except where another user could create them first.
 */
function programFolders(from: string): string[] {
  const there = new Set(foundAbove(from, "node_modules/.bin"));
  return ancestors(from).flatMap((folder) => {
    const path = join(folder, "node_modules", ".bin");
    const isOpen = [folder, join(folder, "node_modules")].some((one) => isOpenToOthers(one, from));
    return there.has(path) || folder === from || !isOpen ? [path] : [];
  });
}

/**
 * The six variables that the interface promises to every hook, and for macOS apps the variable for
 * compilers of native code; `undefined` removes an inherited one.
 */
function hookVariables({
  target,
  debug,
  config,
}: Pick<HookOptions, "target" | "debug" | "config">): Record<string, string | undefined> {
  const minimum = config.framework.bundle.macOS.minimumSystemVersion;
  return {
    ...(target.system === "macos" && {
      // The same value as in Info.plist: code that hooks compile runs where the app does.
      MACOSX_DEPLOYMENT_TARGET: minimum === null ? undefined : macosMinimum(minimum),
    }),
    FRAMEWORK_PLATFORM: target.system,
    FRAMEWORK_ARCH: architectureNames[target.architecture].gnu,
    FRAMEWORK_FAMILY: target.system === "windows" ? "windows" : "unix",
    FRAMEWORK_PLATFORM_VERSION: systemVersion(),
    FRAMEWORK_PLATFORM_TYPE: { linux: "Linux", windows: "Windows_NT", macos: "Darwin" }[
      target.system
    ],
    // Templates of front ends treat any text as true, even "false".
    FRAMEWORK_DEBUG: debug ? "true" : undefined,
  };
}

/** The script of a hook; `null` when the configuration names none. */
export function hookScript(name: HookName, build: Build): string | null {
  const hook = build[name];
  const script = hook === null || typeof hook === "string" ? hook : hook.script;
  return script === null || script.trim() === "" ? null : script;
}

/** Starts a hook. Returns `null` when the configuration names none. */
export function startHook(name: HookName, build: Build, options: HookOptions): ProcessTree | null {
  const script = hookScript(name, build);
  if (script === null) return null;
  const hook = build[name];
  const cwd =
    hook === null || typeof hook === "string" || hook.cwd === null
      ? options.frontEndFolder
      : resolve(options.configFolder, hook.cwd);
  if (!existsSync(cwd))
    throw new UserError(
      `Cannot run build.${name}: its cwd "${cwd}" is not there; make the folder, or name another`,
    );
  const { program, args, windowsVerbatimArguments } = shellCommand(script);
  const { listen } = options;
  const environment = childEnvironment(options.frontEndFolder);
  // A hook's output is a log: standard output is reserved for the results of the command.
  const output = listen === undefined ? process.stderr : "pipe";
  const tree = options.programs.start(program, args, {
    cwd,
    windowsVerbatimArguments,
    stdio: ["ignore", output, output],
    env: {
      // Servers such as those of Vite and Create React App open a browser unless it says "none".
      ...(name === "beforeDevCommand" && { BROWSER: "none" }),
      ...environment,
      ...(listen !== undefined && colours(environment)),
      ...hookVariables(options),
    },
  });
  if (listen === undefined) return tree;
  for (const stream of [tree.first.stdout, tree.first.stderr]) {
    if (stream === null) continue;
    listen(stream);
    stream.pipe(process.stderr, { end: false });
  }
  return tree;
}

/** A program colours its output only for a terminal, which it does not see behind a pipe. */
function colours(environment: Environment): Environment {
  const isChosen = ["NO_COLOR", "FORCE_COLOR"].some((name) => environment[name] !== undefined);
  return process.stderr.isTTY && !isChosen ? { FORCE_COLOR: "1" } : {};
}

/**
 * Runs a hook to its end.
 * @throws UserError when it fails, with its exit code
 */
export async function runHook(name: HookName, build: Build, options: HookOptions): Promise<void> {
  const hook = startHook(name, build, options);
  if (hook === null) return;
  const { code, signal } = await ended(hook, `build.${name}`);
  if (code !== 0) throw hookFailure(name, code, signal);
}

/** The error for a hook that ended unexpectedly. */
export function hookFailure(
  name: HookName,
  code: number | null,
  signal: NodeJS.Signals | null,
): UserError {
  const what = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return new UserError(`build.${name} failed: ${what}`, { exitCode: exitCodeOf(code, signal) });
}

/** The exit code in a shell's convention. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** Waits for the end of a program; its children may continue. */
export async function ended(
  { first }: ProcessTree,
  what: string,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const {
    promise,
    resolve: settle,
    reject,
  } = Promise.withResolvers<{
    code: number | null;
    signal: NodeJS.Signals | null;
  }>();
  first.once("error", (cause) =>
    reject(new UserError(`Cannot run ${what}: ${cause.message}`, { cause })),
  );
  first.once("exit", (code, signal) => settle({ code, signal }));
  return await promise;
}
