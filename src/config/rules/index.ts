import { flagsWithoutEffect, scopePatterns, scopesAndFlags, shell } from "./allowlist.ts";
import {
  fieldTexts,
  identifier,
  installerLanguages,
  macosVersion,
  targets,
  windowsInstaller,
} from "./bundle.ts";
import { commandLine } from "./cli.ts";
import { diskImageBackground, namedFiles } from "./files.ts";
import { icons } from "./icons.ts";
import type { Rule } from "./rule.ts";
import { remoteDomains, scriptSources } from "./security.ts";
import { updaterSettings } from "./updater.ts";
import { transparentWindows, windowButtons, windowLabels, windowSizes } from "./windows.ts";

/** THE RULES across fields. Each one looks at the whole settled configuration. */
export const rules: readonly Rule[] = [
  windowLabels,
  windowSizes,
  windowButtons,
  transparentWindows,
  commandLine,
  identifier,
  fieldTexts,
  targets,
  windowsInstaller,
  installerLanguages,
  macosVersion,
  diskImageBackground,
  namedFiles,
  icons,
  scopePatterns,
  shell,
  scopesAndFlags,
  flagsWithoutEffect,
  scriptSources,
  remoteDomains,
  updaterSettings,
];
