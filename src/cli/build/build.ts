import { basename, join, relative, sep } from "node:path";
import {
  bundle,
  joinMacExecutables,
  openPartStore,
  packageName,
  signMacExecutable,
  sizeOf,
  writeSbom,
  writeUpdateFiles,
  type Effort,
  type Package,
  type SharedApp,
  type UpdateFiles,
} from "../../bundler/index.ts";
import { sharesRuntime, sharingTypes } from "../../contract/shipped/bundle-types.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import { compiledTargets, parseBuildTarget, targetName } from "./build-target.ts";
import {
  pageFilesOf,
  planBuild,
  Problems,
  stage,
  type BuildPlan,
  type PlanOptions,
} from "./build-plan.ts";
import { executableBody } from "./compile/body.ts";
import { bundleShared } from "./bundle-shared.ts";
import { compile, type AppSources } from "./compile/compile.ts";
import { hookScript, runHook, type HookName, type HookOptions } from "../programs/hooks.ts";
import { getMissingRuntimes } from "./missing-runtimes.ts";
import { toolsFolder } from "./tools-folder.ts";
import { madeText } from "./made-text.ts";
import { nextStepsText } from "./next-steps.ts";
import { makeAppSpec, isolationFolder } from "./app-spec.ts";
import type { SigningKey } from "../signer/minisign.ts";
import { iconFiles } from "./files/icon-files.ts";
import { oldHooks } from "./pages/isolation-hook.ts";
import { findPageFiles, type PageFiles } from "./pages/page-files.ts";
import { missingPart } from "./pages/missing-part.ts";
import { isNew, writtenPages } from "./pages/written-pages.ts";
import { refusedHandlers } from "./pages/refused-handlers.ts";
import { findSideFiles, placeFiles } from "./files/side-files.ts";
import { checkShippedFiles, linkedFolder } from "./files/shipped-files.ts";
import { Programs } from "../programs/programs.ts";
import { Progress } from "../progress.ts";
import { claimFolder } from "../project/claim.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { refuseMisnamedModule } from "../project/own-module.ts";
import type { FrontEnd } from "../project/front-end.ts";
import { openProject, type Project } from "../project/project.ts";
import { TypeCheck } from "../project/type-check.ts";
import { isAttended, UserError, type Terminal } from "../terminal.ts";
import { noUpdateKey, openUpdateKey, signUpdate } from "./signing/update.ts";

export interface BuildOptions {
  /** Each `--config`: inline JSON, or a file. */
  readonly config?: readonly string[] | undefined;
  /** With dev tools, and in a separate folder. */
  readonly debug?: boolean | undefined;
  /** `linux-x64`, or a triple. The system of the tool if absent. */
  readonly target?: string | undefined;
  /** The formats to make. `none`: only the executable. `false` is `--no-bundle`. */
  readonly bundles?: readonly string[] | undefined;
  readonly bundle?: boolean | undefined;
  /** Plain lines without times, and no questions. */
  readonly ci?: boolean | undefined;
  /** Downloads missing parts without asking. */
  readonly yes?: boolean | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
  /** Shows the messages of the compiler, and the files that are left out. */
  readonly verbose?: boolean | undefined;
  readonly keepSourceMaps?: boolean | undefined;
  /** Compresses packages in seconds, and larger. */
  readonly quick?: boolean | undefined;
}

/** The output of a build. */
export interface Made {
  /** `null`: all packages share their runtime. */
  readonly executable: string | null;
  /** The folder that replaces the executable in deb and rpm. `null`: they have the executable. */
  readonly app: string | null;
  readonly packages: readonly Package[];
  readonly update: UpdateFiles | null;
  readonly sbom: string | null;
}

/** `framework build`: makes the app's executable and its packages, and prints their paths. */
export async function buildCommand(terminal: Terminal, options: BuildOptions): Promise<number> {
  const { target, isUniversal } = parseBuildTarget(options.target, terminal.host);
  const project = openProject(terminal, {
    system: target.system,
    command: "build",
    overrides: options.config,
  });
  refuseFolderName(project.configFolder);
  refuseMisnamedModule(project.configFolder);
  const request: PlanOptions = {
    project,
    target,
    isUniversal,
    debug: options.debug === true,
    keepSourceMaps: options.keepSourceMaps === true,
    bundles: options.bundle === false ? ["none"] : splitList(options.bundles),
    terminal,
    environment: process.env,
  };
  const progress = new Progress(terminal, isAttended(terminal, options.ci));
  const { useLocalToolsDir } = project.config.framework.bundle;
  await getMissingRuntimes(
    terminal,
    {
      targets: compiledTargets({ target, isUniversal }).filter(
        (one) => targetName(one) !== targetName(terminal.host),
      ),
      from: project.configFolder,
      toolsFolder: toolsFolder(
        useLocalToolsDir ? project.outputFolder : null,
        terminal.host.system,
      ),
    },
    // A question would stand between the lines of a result.
    { progress, consent: { yes: options.yes, ci: options.ci === true || options.json === true } },
  );
  const plan = planBuild(request);
  // This happens now, and not after everything is made, because the user may have to type the
  // password.
  const key =
    plan.updateKeys === null ? null : await openUpdateKey(terminal, plan.updateKeys, options);
  tellInactive(request, progress);
  tellOwnRuntimes(request, plan, progress);
  if (plan.lacksUpdateKey) progress.note(noUpdateKey);
  using _ = claimFolder(
    join(project.outputFolder, "work"),
    "Cannot build the app: another framework build builds it already; wait for its end",
  );
  const effort = request.debug || options.quick === true ? "quick" : "small";
  const verbose = options.verbose === true;
  const made = await make(request, plan, { progress, key, effort, verbose });
  if (options.json === true) {
    terminal.out(asJson(request, made, progress));
    return 0;
  }
  terminal.out(madeText(terminal, made));
  terminal.err(nextStepsText(terminal, request, plan, made));
  return 0;
}

/**
 * A developer who sets the targets of packages wants some. One who also writes `active: false`, or
 * `--bundles`, knows the result.
 */
function tellInactive({ project, bundles }: PlanOptions, progress: Progress): void {
  const isWritten = (name: string): boolean => project.isWritten(["framework", "bundle", name]);
  const useless = ["targets", "runtime"]
    .filter(isWritten)
    .map((name) => `framework.bundle.${name}`);
  if (useless.length === 0 || isWritten("active") || bundles !== null) return;
  progress.note(
    `Makes no packages, and ${useless.join(" and ")} ${useless.length === 1 ? "has" : "have"} no effect: set framework.bundle.active to true`,
  );
}

/** With "all" for targets, formats that cannot share a runtime are made, too. */
function tellOwnRuntimes(
  { project }: PlanOptions,
  { formats }: BuildPlan,
  progress: Progress,
): void {
  const whole = formats.filter((format) => !sharesRuntime(format));
  if (project.config.framework.bundle.runtime === "own" || whole.length === 0) return;
  progress.note(
    `${whole.join(", ")}: carries its own runtime; framework.bundle.runtime "shared" is for ${sharingTypes}`,
  );
}

/**
 * The time that a build waits for its type check after everything else is done, in milliseconds.
 */
const typePatience = 5000;

interface MakeOptions {
  readonly progress: Progress;
  /** `null`: no update is signed. */
  readonly key: SigningKey | null;
  readonly effort: Effort;
  readonly verbose: boolean;
}

async function make(
  request: PlanOptions,
  plan: BuildPlan,
  { progress, key, effort, verbose }: MakeOptions,
): Promise<Made> {
  const { project, target, debug, terminal } = request;
  const { executable } = plan;
  await using programs = new Programs();
  const hook = async (name: HookName): Promise<void> => {
    const script = hookScript(name, project.config.build);
    if (script === null) return;
    const hookOptions: HookOptions = { ...project, target, debug, programs };
    const run = (): Promise<void> => runHook(name, project.config.build, hookOptions);
    await progress.step(`Running ${name} (${script})`, run, { talks: true });
  };

  const hookStart = Date.now();
  await hook("beforeBuildCommand");
  // In parallel to the rest, which takes longer.
  await using types = await TypeCheck.start({
    project,
    workFolder: join(project.outputFolder, "types"),
    programs,
    cwd: terminal.cwd,
  });
  const foundFiles = pageFilesOf(request, plan.frontEnd);
  const elsewhere = pagesElsewhere(project, plan.frontEnd, foundFiles, hookStart);
  if (elsewhere !== null && foundFiles.problems.length === 0) progress.note(elsewhere);
  const pageFiles = checkedPageFiles(foundFiles, elsewhere);
  tellLeftOut(progress, pageFiles, verbose);
  const isolation = isolationFolder(project);
  const pages = [plan.frontEnd.kind === "folder" ? plan.frontEnd.folder : null, isolation];
  for (const folder of pages) {
    const note = folder === null ? null : linkedFolder(folder, target, project);
    if (note !== null) progress.note(note);
  }
  const refused = refusedHandlers(pageFiles.files, project.config.framework.security.csp);
  if (refused !== null) progress.note(refused);
  const missing = missingPart(pageFiles.files);
  if (missing !== null) progress.note(missing);
  if (isolation !== null) progress.notes(oldHooks(isolation, terminal.cwd));
  const isolationFiles =
    isolation === null
      ? null
      : checkedPageFiles(
          findPageFiles(
            { kind: "folder", folder: isolation },
            { keepSourceMaps: false, pages: ["index.html"] },
          ),
        );
  const sources = {
    runner: plan.runner,
    sourceFolder: project.configFolder,
    workFolder: join(project.outputFolder, "work"),
    // The maps do not lie beside the executable, because the developer may publish that folder.
    mapFolder: join(
      project.outputFolder,
      "source-maps",
      relative(project.outputFolder, plan.outputFolder),
    ),
    frontEnd: plan.frontEnd,
    pageFiles: pageFiles.files,
    isolationFiles: isolationFiles?.files ?? null,
    ...(verbose && { terminal }),
  };
  const main = {
    executable: plan.runtimes.length === 0 ? null : executable,
    app: plan.shared?.folder ?? null,
  };
  const making = { sources, progress };
  const lacking = [
    ...(main.executable === null ? [] : await compileAll(request, plan, making)),
    ...(plan.shared === null ? [] : await makeSharedApp(request, plan, plan.shared, making)),
  ];
  // A part that is missing in one is often missing in the other.
  progress.notes([...new Set(lacking)]);
  for (const problem of (await types?.problemsWithin(typePatience)) ?? []) progress.note(problem);
  if (plan.formats.length === 0) {
    await placeSideFiles(request, plan, progress);
    return { ...main, packages: [], update: null, sbom: null };
  }

  await hook("beforeBundleCommand");
  const problems = new Problems();
  const { staged, problems: found, notes } = stage(request, plan);
  problems.add(...found.map(({ field, message }) => `${field}: ${message}`));
  problems.throwIfAny();
  progress.notes(notes);
  if (staged === null) throw new Error("Nothing is staged, and nothing is wrong");
  const outDir = join(plan.outputFolder, "bundle");
  const store = openPartStore(join(plan.toolsFolder, "packed"));
  const packages: Package[] = [];
  for (const format of plan.formats) {
    const made = await progress.step(`Making ${format}`, (tell) =>
      reported(() =>
        bundle({
          staged,
          formats: [format],
          present: packages,
          outDir,
          effort,
          store,
          report: (state) =>
            state.state === "making" && state.done > 0 && tell(state.done, state.work),
        }),
      ),
    );
    packages.push(...made);
  }
  let update: UpdateFiles | null = null;
  if (key !== null) {
    const { validDays } = project.config.framework.updater;
    const signed = await progress.step("Signing the update", () =>
      signUpdate({ staged, packages, key, days: validDays }),
    );
    update = writeUpdateFiles(staged, signed);
  }
  const { configFolder: folder } = project;
  const sbom = writeSbom({ staged, packages, folder, outDir, bunVersion: Bun.version });
  return { ...main, packages, update, sbom };
}

/**
 * Reports problems that the bundler finds only while it works: two files with one path, a script
 * that cannot be compiled, a certificate that is refused. The bundler throws them as plain errors.
 * Errors of other kinds are our own mistakes, and errors of the system have their own messages.
 */
async function reported<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "Error" || "code" in error) throw error;
    throw UserError.of(error);
  }
}

interface CompileAllOptions {
  readonly sources: Omit<AppSources, "target" | "iconFiles" | "appSpec">;
  readonly progress: Progress;
}

/**
 * Makes the files that deb and rpm pack if they share the runtime. @returns the parts that the app
 * will not have
 */
async function makeSharedApp(
  { project, target, debug }: PlanOptions,
  { mode }: BuildPlan,
  { folder }: SharedApp,
  { sources, progress }: CompileAllOptions,
): Promise<readonly string[]> {
  const { package: app, framework } = project.config;
  return await progress.step(
    `Bundling for ${targetName(target)}${debug ? ", with dev tools" : ""}`,
    async () =>
      bundleShared({
        ...sources,
        // An executable of the same build has its maps in the folder itself.
        mapFolder: join(sources.mapFolder, sharedFolder),
        target,
        iconFiles: iconFiles(project, target.system),
        appSpec: await makeAppSpec(project, mode, target),
        outFolder: folder,
        launcher: `../${encodeURIComponent(packageName(app.productName, framework.bundle.identifier))}`,
      }),
    { talks: sources.terminal !== undefined },
  );
}

/** Makes the executable, and signs it. @returns the parts that the app will not have */
async function compileAll(
  { project, isUniversal, debug }: PlanOptions,
  { executable, runtimes, mode, signing, mac }: BuildPlan,
  { sources, progress }: CompileAllOptions,
): Promise<readonly string[]> {
  // The base name of the compiled file becomes a part of it, so the files for each processor differ
  // by their folders.
  const compiled = runtimes.map((one) => ({
    ...one,
    outFile: isUniversal
      ? join(sources.workFolder, targetName(one.target), basename(executable))
      : executable,
  }));
  const notes: string[] = [];
  for (const { target, runtime, outFile } of compiled) {
    const lacking = await progress.step(
      `Compiling for ${targetName(target)}${debug ? ", with dev tools" : ""}`,
      async () =>
        compile({
          ...sources,
          target,
          runtime: await executableBody(runtime, { project, target, executable }),
          outFile,
          iconFiles: iconFiles(project, target.system),
          appSpec: await makeAppSpec(project, mode, target),
        }),
      { talks: sources.terminal !== undefined },
    );
    notes.push(...lacking);
  }
  if (isUniversal)
    joinMacExecutables(
      compiled.map(({ outFile }) => outFile),
      executable,
    );
  const sign = async (run: () => Promise<void>): Promise<void> =>
    progress.step(`Signing ${basename(executable)}`, () => reported(run));
  if (signing !== null) await sign(() => signing.sign(executable));
  if (mac !== null) {
    const { identifier } = project.config.framework.bundle;
    await sign(() => signMacExecutable(executable, identifier, mac.signing));
  }
  return notes;
}

/** Without a package around it, the executable finds its sidecars and resources beside it. */
async function placeSideFiles(
  { project, target, isUniversal }: PlanOptions,
  { executable, outputFolder }: BuildPlan,
  progress: Progress,
): Promise<void> {
  const { files, shipped, problems } = findSideFiles(project, target, isUniversal);
  for (const problem of problems) progress.note(problem);
  // Files beside an executable are distributed as packages are.
  const found = checkShippedFiles({ shipped, target }, project);
  const refused = new Problems();
  refused.add(...found.problems.map(({ field, message }) => `${field}: ${message}`));
  refused.throwIfAny();
  for (const note of found.notes) progress.note(note);
  const taken = files.find(({ path }) => path.split("/")[0] === basename(executable));
  if (taken !== undefined) {
    throw new UserError(
      `Cannot put "${taken.path}" beside the executable, which has this name: give it another path`,
    );
  }
  await placeFiles(files, outputFolder);
}

/**
 * The folder into which `beforeBuildCommand` has written the page, if that is not `distDir`.
 * `null`: it is, or nothing is known. Without this a build packs an old page that lies in `distDir`.
 */
function pagesElsewhere(
  { config: { build }, frontEndFolder, configFolder }: Project,
  front: FrontEnd,
  { files, problems }: PageFiles,
  hookStart: number,
): string | null {
  if (hookScript("beforeBuildCommand", build) === null || front.kind !== "folder") return null;
  const isWritten = files.some(({ source }) => isNew(source, hookStart));
  if (problems.length === 0 && isWritten) return null;
  const own = relative(configFolder, front.folder).split(sep).join("/");
  const folders = writtenPages(frontEndFolder, configFolder, hookStart).filter(
    (folder) => folder !== own && !folder.startsWith(`${own}/`),
  );
  if (folders.length === 0) return null;
  const shown = folders.slice(0, 3).map((folder) => `"${folder}"`);
  return `build.beforeBuildCommand wrote an index.html into ${shown.join(", ")}, and build.distDir is "${own}": name the folder of the page there`;
}

/**
 * The hook has run. Now the page must exist, and be ready to be shipped.
 *
 * @param hint follows the problems; `null`: there is none
 */
function checkedPageFiles(files: PageFiles, hint: string | null = null): PageFiles {
  const problems = new Problems();
  problems.add(...files.problems);
  if (files.problems.length > 0 && hint !== null) problems.add(hint);
  problems.throwIfAny();
  return files;
}

const leftOutHints: Readonly<Record<string, string>> = {
  "source maps": " (--keep-source-maps takes them in)",
  "dot files": " (rename the files that belong to the page)",
};

function tellLeftOut(progress: Progress, { leftOut }: PageFiles, verbose: boolean): void {
  for (const [kind, paths] of leftOut) {
    const shown = verbose ? paths : paths.slice(0, 3);
    const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : "";
    const hint = leftOutHints[kind] ?? "";
    progress.note(`Left out ${kind}: ${shown.join(", ")}${more}${hint}`);
  }
}

/** `--bundles deb rpm` and `--bundles deb,rpm` are the same. */
function splitList(values: readonly string[] | undefined): readonly string[] | null {
  if (values === undefined) return null;
  return values.flatMap((value) => value.split(",")).filter((name) => name !== "");
}

function asJson({ project, target }: PlanOptions, made: Made, { steps }: Progress): string {
  const { productName, version } = project.config.package;
  const { executable, app, ...rest } = made;
  const bytes = sizeOf(executable ?? app ?? "");
  const all = {
    productName,
    version,
    target: targetName(target),
    executable,
    app,
    bytes,
    ...rest,
    steps,
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}
