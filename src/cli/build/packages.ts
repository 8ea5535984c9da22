import { join } from "node:path";
import {
  bundle,
  openPartStore,
  writeSbom,
  writeUpdateFiles,
  type Package,
  type UpdateFiles,
} from "../../bundler/index.ts";
import { Problems, stage, type BuildPlan, type PlanOptions } from "./build-plan.ts";
import { reported } from "./bundler-problems.ts";
import type { Made, MakeOptions } from "./make.ts";
import { signUpdate } from "./signing/update.ts";

/**
 * Makes the packages of all formats, the signed update, and the list of parts.
 *
 * @throws UserError when a file or field does not fit the formats, or a certificate is refused
 */
export async function makePackages(
  request: PlanOptions,
  plan: BuildPlan,
  { progress, key, effort }: Omit<MakeOptions, "verbose">,
): Promise<Pick<Made, "packages" | "update" | "sbom">> {
  const { config, configFolder: folder } = request.project;
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
    const { validDays: days } = config.framework.updater;
    const signed = await progress.step("Signing the update", () =>
      signUpdate({ staged, packages, key, days }),
    );
    update = writeUpdateFiles(staged, signed);
  }
  const sbom = writeSbom({ staged, packages, folder, outDir, bunVersion: Bun.version });
  return { packages, update, sbom };
}
