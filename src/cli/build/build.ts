import { join } from "node:path";
import { sizeOf } from "../../bundler/index.ts";
import { sharesRuntime, sharingTypes } from "../../contract/shipped/bundle-types.ts";
import { Progress } from "../progress.ts";
import { claimFolder } from "../project/claim.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { refuseMisnamedModule } from "../project/own-module.ts";
import { openProject } from "../project/project.ts";
import { isAttended, type Terminal } from "../terminal.ts";
import { planBuild, type BuildPlan, type PlanOptions } from "./build-plan.ts";
import { compiledTargets, parseBuildTarget, targetName } from "./build-target.ts";
import { madeText } from "./made-text.ts";
import { make, type Made } from "./make.ts";
import { getMissingRuntimes } from "./missing-runtimes.ts";
import { nextStepsText } from "./next-steps.ts";
import { noUpdateKey, openUpdateKey } from "./signing/update.ts";
import { toolsFolder } from "./tools-folder.ts";

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
