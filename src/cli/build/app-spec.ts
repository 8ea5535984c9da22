import { resolve } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import type { ResolvedConfig } from "../../config/index.ts";
import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import { PagePolicy, type AddedSources } from "../../contract/page/csp.ts";
import { admittingMedia } from "../../contract/page/media-policy.ts";
import { pageOrigins, schemeHosts } from "../../contract/page/origins.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { System, Target } from "../../contract/target.ts";
import { pageScripts, usedScripts, type Reports } from "./pages/page-scripts.ts";
import type { Project } from "../project/project.ts";

/** Everything that an app is started with, except the paths of its files. */
export type SpecWithoutFiles = Omit<AppSpec<ResolvedConfig>, "assets" | "icons" | "isolation">;

export async function makeAppSpec(
  { config }: Project,
  mode: AppSpec["mode"],
  { system, architecture }: Target,
  reports: Reports | null = null,
): Promise<SpecWithoutFiles> {
  const { pattern, security } = config.framework;
  return {
    mode,
    system,
    architecture,
    frameworkVersion: packageJson.version,
    config,
    scripts: usedScripts(
      await pageScripts({
        system,
        hosts: schemeHosts(system, security.dangerousUseHttpScheme),
        isIsolated: pattern.use === "isolation",
        reports,
      }),
      config,
      { mode, system },
    ),
  };
}

/** The folder of the isolation application. `null`: another pattern is used. */
export function isolationFolder({ config, configFolder }: Project): string | null {
  const { pattern } = config.framework;
  return pattern.use === "isolation" ? resolve(configFolder, pattern.options.dir) : null;
}

/**
 * The policy of pages that the tool serves with hot reloading. `null`: there is none. It is the
 * policy that the app sends with its own pages in development, plus the requirements of Bun 1.4's
 * hot reloading: each change is a script from a `blob:` address, and the server that the page was
 * loaded from announces changes. It contains the app's address because `'self'` is the server here.
 */
export function hotReloadingPolicy(
  project: Pick<Project, "config">,
  system: System,
): PagePolicy | null {
  return developmentPolicy(project, system, { script: ["blob:"], connect: ["'self'"] });
}

/**
 * The same for pages of the front end's own development server. Such servers put styles into the
 * page by script, and change them there.
 */
export function devServerPolicy(
  project: Pick<Project, "config">,
  system: System,
  address: string,
): PagePolicy | null {
  const { host, protocol } = new URL(address);
  return developmentPolicy(project, system, {
    style: ["'unsafe-inline'"],
    connect: ["'self'", `${protocol === "https:" ? "wss" : "ws"}://${host}`],
  });
}

function developmentPolicy(
  { config }: Pick<Project, "config">,
  system: System,
  { connect, ...added }: AddedSources & { readonly connect: readonly string[] },
): PagePolicy | null {
  const { allowlist, pattern, security } = config.framework;
  const { csp, devCsp, dangerousDisableAssetCspModification: untouched } = security;
  const origins = pageOrigins(schemeHosts(system, security.dangerousUseHttpScheme));
  const policy = devCsp ?? csp;
  if (policy === null) return null;
  const frame = pattern.use === "isolation" ? [origins.isolation] : [];
  // The tool does not know which port the app's server gets. Only the engine of Linux plays nothing
  // from schemes.
  const needsOthers = system === "linux" && allowedFlags(allowlist).has("protocol.asset");
  const adapt = needsOthers
    ? admittingMedia({ origins, server: () => "http://127.0.0.1:*" })
    : null;
  return new PagePolicy(policy, untouched, {
    frame,
    ...added,
    connect: [...connect, origins.app],
    adapt,
  });
}
