import { basename, join } from "node:path";
import {
  joinMacExecutables,
  packageName,
  signMacExecutable,
  type SharedApp,
} from "../../bundler/index.ts";
import { sharedFolder } from "../../contract/shipped/own-folders.ts";
import type { Progress } from "../progress.ts";
import { makeAppSpec } from "./app-spec.ts";
import type { BuildPlan, PlanOptions } from "./build-plan.ts";
import { targetName } from "./build-target.ts";
import { reported } from "./bundler-problems.ts";
import { bundleShared } from "./bundle-shared.ts";
import { executableBody } from "./compile/body.ts";
import { compile, type AppSources } from "./compile/compile.ts";
import { iconFiles } from "./files/icon-files.ts";

export interface CompileOptions {
  readonly sources: Omit<AppSources, "target" | "iconFiles" | "appSpec">;
  readonly progress: Progress;
}

/**
 * Makes the files that deb and rpm pack if they share the runtime. @returns the parts that the app
 * will not have
 */
export async function makeSharedApp(
  { project, target, debug }: PlanOptions,
  { mode }: BuildPlan,
  { folder }: SharedApp,
  { sources, progress }: CompileOptions,
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
export async function compileAll(
  { project, isUniversal, debug }: PlanOptions,
  { executable, runtimes, mode, signing, mac }: BuildPlan,
  { sources, progress }: CompileOptions,
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
