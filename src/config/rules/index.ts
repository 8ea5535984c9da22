import { flagsWithoutEffect, scopePatterns, scopesAndFlags, shell } from "./allowlist.ts";
import {
  culturesOfInstaller,
  fieldTexts,
  identifier,
  languagesOfInstaller,
  lengthsOfNames,
  macosVersion,
  mergeModules,
  notaryProvider,
  sharedRuntime,
  targets,
  windowsInstaller,
} from "./bundle.ts";
import { pagePlaces, runner } from "./build.ts";
import { commandLine } from "./cli.ts";
import { diskImageBackground, namedFiles } from "./files.ts";
import { icons } from "./icons.ts";
import { menu } from "./menu.ts";
import { linuxPackages } from "./linux-packages.ts";
import { policyDirectives } from "./policy-directives.ts";
import { fileAssociations, urlSchemes } from "./opening.ts";
import { foreignPlugins } from "./plugins.ts";
import type { Rule } from "./rule.ts";
import { policyTexts, remoteDomains, scriptSources } from "./security.ts";
import { updaterSettings } from "./updater.ts";
import {
  transparentWindows,
  userAgents,
  windowAddresses,
  sharedEngine,
  windowThemes,
  windowButtons,
  windowEffectsWork,
  windowLabels,
  windowLengths,
  windowSizes,
} from "./windows.ts";

/** The rules across fields. Each one checks the whole settled configuration. */
export const rules: readonly Rule[] = [
  windowLabels,
  windowAddresses,
  userAgents,
  windowLengths,
  windowSizes,
  sharedEngine,
  windowThemes,
  windowButtons,
  transparentWindows,
  windowEffectsWork,
  runner,
  pagePlaces,
  commandLine,
  menu,
  identifier,
  lengthsOfNames,
  fieldTexts,
  targets,
  sharedRuntime,
  windowsInstaller,
  languagesOfInstaller,
  culturesOfInstaller,
  linuxPackages,
  macosVersion,
  mergeModules,
  notaryProvider,
  diskImageBackground,
  namedFiles,
  icons,
  scopePatterns,
  shell,
  scopesAndFlags,
  flagsWithoutEffect,
  scriptSources,
  policyTexts,
  policyDirectives,
  remoteDomains,
  updaterSettings,
  urlSchemes,
  fileAssociations,
  foreignPlugins,
];
