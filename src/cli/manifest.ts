import { resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { ResolvedConfig } from "../config/index.ts";
import type { AppManifest } from "../contract/pack.ts";
import type { System } from "../contract/target.ts";
import { pageScripts } from "./page-scripts.ts";
import type { Project } from "./project.ts";

/** All an app is started with, but for where its files are. */
export type ManifestWithoutFiles = Omit<AppManifest<ResolvedConfig>, "assets" | "icons" | "isolation">;

export async function appManifest(
  { config }: Project,
  mode: AppManifest["mode"],
  system: System,
): Promise<ManifestWithoutFiles> {
  const isolation = config.framework.pattern.use === "isolation" ? frameOrigin : null;
  return {
    mode,
    system,
    frameworkVersion: packageJson.version,
    config,
    scripts: await pageScripts(appOrigin, isolation),
  };
}

/** Where the isolation application is; `null`: the pattern is another one. */
export function isolationFolder({ config, configFolder }: Project): string | null {
  const { pattern } = config.framework;
  return pattern.use === "isolation" ? resolve(configFolder, pattern.options.dir) : null;
}

/** The addresses of the app's own pages, and of the isolation frame, on Linux and macOS. */
const appOrigin = "framework://localhost";
const frameOrigin = "framework-isolation://localhost/";
