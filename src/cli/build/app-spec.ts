import { resolve } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import type { ResolvedConfig } from "../../config/index.ts";
import { PagePolicy, type AddedSources } from "../../contract/page/csp.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { System } from "../../contract/target.ts";
import { pageScripts, type Reports } from "./page-scripts.ts";
import type { Project } from "../project/project.ts";

/** All an app is started with, but for where its files are. */
export type SpecWithoutFiles = Omit<AppSpec<ResolvedConfig>, "assets" | "icons" | "isolation">;

export async function makeAppSpec(
  { config }: Project,
  mode: AppSpec["mode"],
  system: System,
  reports: Reports | null = null,
): Promise<SpecWithoutFiles> {
  const isolation = config.framework.pattern.use === "isolation" ? frameOrigin : null;
  return {
    mode,
    system,
    frameworkVersion: packageJson.version,
    config,
    scripts: await pageScripts(appOrigin, isolation, reports),
  };
}

/** Where the isolation application is; `null`: the pattern is another one. */
export function isolationFolder({ config, configFolder }: Project): string | null {
  const { pattern } = config.framework;
  return pattern.use === "isolation" ? resolve(configFolder, pattern.options.dir) : null;
}

/**
 * The policy of pages that the tool serves with hot reloading; `null`: there is none. It is the one that the app sends
 * with its own pages in development, and admits what Bun 1.4's hot reloading runs by, besides: each change is a script
 * from a `blob:` address, and of changes it hears from the server it was loaded from. The app's address is in it because
 * `'self'` is the server here.
 */
export function hotReloadingPolicy(project: Pick<Project, "config">): PagePolicy | null {
  return developmentPolicy(project, { script: ["blob:"], connect: ["'self'", appOrigin] });
}

/**
 * The same for pages of the front end's own development server. Such servers put styles into the page by script, and
 * change them there.
 */
export function devServerPolicy(project: Pick<Project, "config">, address: string): PagePolicy | null {
  const { host } = new URL(address);
  return developmentPolicy(project, {
    style: ["'unsafe-inline'"],
    connect: ["'self'", `ws://${host}`, appOrigin],
  });
}

function developmentPolicy({ config }: Pick<Project, "config">, added: AddedSources): PagePolicy | null {
  const { csp, devCsp, dangerousDisableAssetCspModification: untouched } = config.framework.security;
  const policy = devCsp ?? csp;
  if (policy === null) return null;
  const frame = config.framework.pattern.use === "isolation" ? [new URL(frameOrigin).origin] : [];
  return new PagePolicy(policy, untouched, { frame, ...added });
}

/** The addresses of the app's own pages, and of the isolation frame, on Linux and macOS. */
const appOrigin = "framework://localhost";
const frameOrigin = "framework-isolation://localhost/";
