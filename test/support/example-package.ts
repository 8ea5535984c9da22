import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  bundle,
  executableName,
  readProjectFacts,
  stageApp,
  type Package,
} from "../../src/bundler/index.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import { copyProject } from "./project-copy.ts";
import { thisMachine } from "./this-machine.ts";

/** Builds an example as its author would, and packs it quickly. */
export async function packExample(
  example: string,
  formats: readonly Package["format"][],
  outDir: string,
): Promise<Package[]> {
  using project = copyProject(example);
  const cli = [process.execPath, join(import.meta.dir, "../../src/cli/main.ts"), "build"];
  const { exitCode, stdout, stderr } = Bun.spawnSync([...cli, "--no-bundle"], {
    cwd: project.path,
    env: { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}` },
  });
  if (exitCode !== 0) throw new Error(`${stdout.toString()}${stderr.toString()}`);
  return await packBuilt(project.path, formats, outDir);
}

/** Packs the executable of a project, quickly. */
export async function packBuilt(
  project: string,
  formats: readonly Package["format"][],
  outDir: string,
): Promise<Package[]> {
  const folder = join(project, "src-framework");
  const target = thisMachine;
  const { config } = loadConfig({ from: folder, system: target.system, command: "build" });
  if (config === null) throw new Error("The project's configuration has problems");
  mkdirSync(outDir, { recursive: true });
  const staged = stageApp({
    settings: config,
    folder,
    project: readProjectFacts(project),
    target,
    executable: join(
      folder,
      "target/release",
      executableName(config.package.productName, target.system),
    ),
    time: 0,
  });
  return await bundle({ staged, formats, outDir, effort: "quick" });
}
