import { join, relative, sep } from "node:path";
import {
  executableName,
  formatNames,
  formatsOf,
  readLockedPackages,
  readProjectFacts,
  sourceDate,
  stageApp,
  StagingError,
  unmetNeeds,
  withSources,
  type CodeSigning,
  type Format,
  type LockedPackage,
  type MacSigning,
  type NotaryKey,
  type SharedApp,
  type StagedApp,
} from "../../bundler/index.ts";
import { fallbackPage, pathInApp } from "../../contract/page/page-path.ts";
import { sharesRuntime, sharingTypes } from "../../contract/shipped/bundle-types.ts";
import { targetTriple, universalTriple, type Target } from "../../contract/target.ts";
import { compiledTargets, findRuntime, targetName } from "./build-target.ts";
import { macosSigning, notaryKey } from "./signing/macos-signing.ts";
import { frontEnd, type FrontEnd } from "../project/front-end.ts";
import { findPageFiles, type PageFiles } from "./pages/page-files.ts";
import type { Project } from "../project/project.ts";
import { findRunner, type Runner } from "../project/runner.ts";
import { planShared } from "./shared-runtime.ts";
import { checkShippedFiles, type ShippedFindings } from "./files/shipped-files.ts";
import { firstLines } from "../first-lines.ts";
import { UserError, type Terminal } from "../terminal.ts";
import { toolsFolder } from "./tools-folder.ts";
import { isUpdateKeySet, readUpdateKeys, type UpdateKeys } from "./signing/update.ts";
import { windowsSigning } from "./signing/windows-signing.ts";

export interface PlanOptions {
  readonly project: Project;
  readonly target: Target;
  /** The app is for both processors of a Mac. */
  readonly isUniversal: boolean;
  readonly debug: boolean;
  readonly keepSourceMaps: boolean;
  /** The value of `--bundles`. `null`: it is not given. */
  readonly bundles: readonly string[] | null;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Everything that is known before anything is run or made. */
export interface BuildPlan {
  readonly mode: "debug" | "release";
  readonly frontEnd: FrontEnd;
  readonly formats: readonly Format[];
  /**
   * The Bun that compiles, and for each executable the Bun that becomes its body. There is none if
   * all formats share it.
   */
  readonly runner: Runner;
  readonly runtimes: readonly { readonly target: Target; readonly runtime: string }[];
  /** `target/release`, and for the app of another system `target/<triple>/release`. */
  readonly outputFolder: string;
  readonly executable: string;
  /**
   * The files that deb and rpm pack instead of the executable if they share the runtime. `null`:
   * neither does.
   */
  readonly shared: SharedApp | null;
  /**
   * The folder of build tools that neither the project nor the framework contains, and of files
   * that are packed once for many builds.
   */
  readonly toolsFolder: string;
  /** `null`: no update is signed. */
  readonly updateKeys: UpdateKeys | null;
  /** The configuration wants an update, and there is no key to sign it. */
  readonly lacksUpdateKey: boolean;
  /** The signing of executables. `null`: none. */
  readonly signing: CodeSigning | null;
  /** The same for macOS; `null`: the app is for another system. */
  readonly mac: MacPlan | null;
}

/** The signing of an app for macOS, and the key for requests to Apple. */
export interface MacPlan {
  readonly signing: MacSigning;
  readonly notary: NotaryKey | null;
}

/**
 * Decides what will be made, and finds problems that would stop it later.
 * @throws UserError with every problem at once
 */
export function planBuild(options: PlanOptions): BuildPlan {
  const { terminal, project, target, debug, environment } = options;
  const { build, framework } = project.config;
  const problems = new Problems();

  const runner = problems.attempt({ program: "", executable: "" }, () => findRunner(project));
  const tools = toolsFolder(
    framework.bundle.useLocalToolsDir ? project.outputFolder : null,
    terminal.host.system,
  );
  const wanted = problems.attempt([], () => wantedFormats(options));
  // A user who names the format in `--bundles` wants it now. The configuration wants it for
  // releases.
  const lacksUpdateKey =
    options.bundles === null && wanted.includes("updater") && !isUpdateKeySet(environment);
  const formats = wanted.filter((format) => format !== "updater" || !lacksUpdateKey);
  const sharing = framework.bundle.runtime === "shared" ? formats.filter(sharesRuntime) : [];
  // Without packages an executable is made.
  const isWhole = sharing.length < formats.length || formats.length === 0;
  const runtimes = (isWhole ? compiledTargets(options) : []).map((one) => ({
    target: one,
    runtime:
      targetName(one) === targetName(terminal.host)
        ? runner.executable
        : problems.attempt("", () => findRuntime(one, project.configFolder, tools)),
  }));
  const updateKeys = formats.includes("updater")
    ? problems.attempt(null, () => readUpdateKeys(terminal, framework.updater.pubkey ?? ""))
    : null;

  const signing =
    target.system === "windows"
      ? problems.attempt(null, () => windowsSigning(project, environment, terminal.host.system))
      : null;

  const mac = target.system === "macos" ? problems.attempt(null, () => macPlan(options)) : null;
  if (options.isUniversal && formats.includes("updater"))
    problems.add(
      'Cannot make "updater" for both processors at once: its signature names one; build for each of them',
    );

  const front = frontEnd(build.distDir, project.configFolder);
  if (front.kind === "folder") checkPlace(front.folder, project, problems);
  // A hook makes the page. Without a hook, the present files will be packed.
  if (build.beforeBuildCommand === null) problems.add(...pageFilesOf(options, front).problems);

  const mode = debug ? "debug" : "release";
  const isForHost = !options.isUniversal && targetName(target) === targetName(terminal.host);
  const triple = options.isUniversal ? universalTriple : targetTriple(target);
  const outputFolder = join(project.outputFolder, ...(isForHost ? [] : [triple]), mode);
  const executable = join(
    outputFolder,
    executableName(project.config.package.productName, target.system),
  );
  const { host } = terminal;
  const shared =
    sharing.length === 0
      ? null
      : problems.attempt(null, () =>
          planShared({ project, target, host, outputFolder, toolsFolder: tools }),
        );
  const plan = {
    mode,
    frontEnd: front,
    formats,
    runner,
    runtimes,
    outputFolder,
    executable,
    shared,
    toolsFolder: tools,
    updateKeys,
    lacksUpdateKey,
    signing,
    mac,
  } as const;
  if (formats.length > 0) {
    // For the bill of materials, which is made last.
    problems.attempt(null, () => lockedPackages(project.configFolder));
    const hooks = [build.beforeBuildCommand, build.beforeBundleCommand];
    const { staged, problems: found } = stage(options, plan);
    // A hook may still make files, so they are searched again after it has run.
    const isEarly = hooks.some((hook) => hook !== null);
    const certain = found.filter(({ field }) => !isEarly || !madeByHooks.test(field));
    problems.add(...certain.map(({ field, message }) => `${field}: ${message}`));
    if (staged !== null) problems.add(...unmetNeeds(staged, formats));
  }
  problems.throwIfAny();
  return plan;
}

function macPlan(options: PlanOptions): MacPlan {
  const { project, environment, terminal } = options;
  const time = timeOfSources(options);
  return {
    signing: macosSigning(project, { environment, host: terminal.host.system, time }),
    notary: notaryKey(project, environment),
  };
}

function timeOfSources({ project, environment }: PlanOptions): number {
  try {
    return sourceDate(project.configFolder, environment);
  } catch (error) {
    throw UserError.of(error);
  }
}

const madeByHooks = /^framework\.bundle\.(resources|externalBin|icon|\w+\.files|\w+\.changelog)$/;

/** Finds the files to pack, in their present state. */
export function pageFilesOf({ project, keepSourceMaps }: PlanOptions, front: FrontEnd): PageFiles {
  const app = "app://localhost/";
  const pages = project.config.framework.windows.flatMap(({ url }) => {
    const address = URL.parse(url.replace(/^\/+/, ""), app);
    const path = address?.href.startsWith(app) === true ? pathInApp(address.pathname) : null;
    return path === null ? [] : [path === "" ? fallbackPage : path];
  });
  return findPageFiles(front, { keepSourceMaps, pages });
}

/** Gathers the content of packages, in its present state, and checks it. */
export function stage(
  { project, target, isUniversal, environment }: PlanOptions,
  {
    executable,
    shared,
    toolsFolder: tools,
    signing,
    mac,
  }: Pick<BuildPlan, "executable" | "shared" | "toolsFolder" | "signing" | "mac">,
): { staged: StagedApp | null } & ShippedFindings {
  try {
    const staged = stageApp({
      settings: project.config,
      folder: project.configFolder,
      project: readProjectFacts(project.frontEndFolder),
      target,
      executable,
      shared,
      time: sourceDate(project.configFolder, environment),
      signing,
      toolsFolder: tools,
      ...(mac !== null && { macSigning: mac.signing, notary: mac.notary }),
      isUniversal,
    });
    const found = checkShippedFiles(staged, project);
    return { staged, ...found, notes: [...staged.notes, ...found.notes] };
  } catch (error) {
    if (error instanceof StagingError) return { staged: null, problems: error.problems, notes: [] };
    throw UserError.of(error);
  }
}

function lockedPackages(folder: string): readonly LockedPackage[] {
  try {
    return readLockedPackages(folder);
  } catch (error) {
    throw UserError.of(error);
  }
}

/** Problems are reported together, so that one run finds them all. */
export class Problems {
  readonly #found: string[] = [];

  add(...problems: readonly string[]): void {
    for (const problem of problems) this.#found.push(problem);
  }

  attempt<T>(fallback: T, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#found.push(error.message);
      return fallback;
    }
  }

  throwIfAny(): void {
    // Some quote the output of a program, on separate lines.
    if (this.#found.length > 0) throw new UserError(firstLines(this.#found, Infinity).join("\n"));
  }
}

/**
 * `--bundles` holds for this one build, so it must fit. The configuration holds for all systems.
 */
function wantedFormats({ project, target, bundles }: PlanOptions): readonly Format[] {
  const { bundle, updater } = project.config.framework;
  const possible = formatsOf(target.system);
  if (bundles === null) {
    if (!bundle.active) return [];
    const useful = possible.filter((format) => format !== "updater" || updater.active);
    if (bundle.targets === "all") return useful;
    const named: readonly string[] =
      typeof bundle.targets === "string" ? [bundle.targets] : bundle.targets;
    return withSources(
      useful.filter((format) => named.includes(format)),
      target.system,
    );
  }
  if (bundles.length === 1 && bundles[0] === "none") return [];
  const unknown = bundles.filter((name) => !formatNames.some((format) => format === name));
  if (unknown.length > 0) {
    const what = unknown.map((name) => `"${name}"`).join(", ");
    throw new UserError(
      `Cannot make ${what}: --bundles wants none, or some of ${formatNames.join(", ")}`,
    );
  }
  const strange = bundles.filter((name) => !possible.some((format) => format === name));
  if (strange.length > 0) {
    const what = strange.map((name) => `"${name}"`).join(", ");
    throw new UserError(
      `Cannot make ${what} for ${target.system}: use none, or some of ${possible.join(", ")}`,
    );
  }
  const whole = possible.filter((format) => bundles.includes(format) && !sharesRuntime(format));
  if (bundle.runtime === "shared" && whole.length > 0) {
    const what = whole.map((name) => `"${name}"`).join(", ");
    throw new UserError(
      `Cannot make ${what} with framework.bundle.runtime "shared": only ${sharingTypes} share a runtime; ` +
        'name only these in --bundles, or set framework.bundle.runtime to "own"',
    );
  }
  if (bundles.includes("updater") && !updater.active)
    throw new UserError('Cannot make "updater": set framework.updater.active to true');
  return withSources(
    possible.filter((format) => bundles.includes(format)),
    target.system,
  );
}

/** The page folder must not contain the output of the build, nor the sources of the app. */
function checkPlace(folder: string, { configFolder }: Project, problems: Problems): void {
  const below = relative(folder, configFolder);
  const isAround = below === "" || !(below === ".." || below.startsWith(`..${sep}`));
  if (isAround) {
    problems.add(
      `Cannot use build.distDir "${folder}": it holds the app source directory; name a folder with nothing but the built page`,
    );
  }
}
