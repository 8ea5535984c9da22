import { join, relative } from "node:path";
import type { Effort, Package, UpdateFiles } from "../../bundler/index.ts";
import { hookScript, runHook, type HookName, type HookOptions } from "../programs/hooks.ts";
import { Programs } from "../programs/programs.ts";
import type { Progress } from "../progress.ts";
import { TypeCheck } from "../project/type-check.ts";
import type { SigningKey } from "../signer/minisign.ts";
import type { BuildPlan, PlanOptions } from "./build-plan.ts";
import { compileAll, makeSharedApp, type CompileOptions } from "./executables.ts";
import { placeSideFiles } from "./files/beside-executable.ts";
import { makePackages } from "./packages.ts";
import { shippedPages, type ShippedPages } from "./pages/shipped-pages.ts";

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

export interface MakeOptions {
  readonly progress: Progress;
  /** `null`: no update is signed. */
  readonly key: SigningKey | null;
  readonly effort: Effort;
  readonly verbose: boolean;
}

/**
 * The time that a build waits for its type check after everything else is done, in milliseconds.
 */
const typePatience = 5000;

/**
 * Runs the hooks, and makes all that the plan names.
 *
 * @throws UserError when a hook fails, or a file cannot be shipped
 */
export async function make(
  request: PlanOptions,
  plan: BuildPlan,
  { progress, key, effort, verbose }: MakeOptions,
): Promise<Made> {
  const { project, target, debug, terminal } = request;
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
  const pages = shippedPages(request, plan, { hookStart, progress, verbose });
  const making = { sources: sourcesOf(request, plan, pages, verbose), progress };
  const executable = plan.runtimes.length === 0 ? null : plan.executable;
  const lacking = [
    ...(executable === null ? [] : await compileAll(request, plan, making)),
    ...(plan.shared === null ? [] : await makeSharedApp(request, plan, plan.shared, making)),
  ];
  // A part that is missing in one is often missing in the other.
  progress.notes([...new Set(lacking)]);
  for (const problem of (await types?.problemsWithin(typePatience)) ?? []) progress.note(problem);
  const app = plan.shared?.folder ?? null;
  if (plan.formats.length === 0) {
    await placeSideFiles(request, plan, progress);
    return { executable, app, packages: [], update: null, sbom: null };
  }
  await hook("beforeBundleCommand");
  return { executable, app, ...(await makePackages(request, plan, { progress, key, effort })) };
}

/** The compiler's input that is the same for each processor. */
function sourcesOf(
  { project, terminal }: PlanOptions,
  plan: BuildPlan,
  pages: ShippedPages,
  verbose: boolean,
): CompileOptions["sources"] {
  return {
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
    ...pages,
    ...(verbose && { terminal }),
  };
}
