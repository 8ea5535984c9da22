import { resolve } from "node:path";
import { readFile } from "../../../disk/read.ts";
import { statusAt } from "../../../disk/status.ts";
import { icoImages } from "../../../contract/picture/ico.ts";
import { installerLanguages } from "../../../contract/shipped/installer-languages.ts";
import type { NsisSettings } from "../../settings.ts";
import type { NamedText, Staging } from "../../staging.ts";
import { reasonAgainstLicense } from "../../write/rtf.ts";
import { missingMessages } from "./messages.ts";
import type { PluginKind } from "./plugin.ts";

/** The settings of the script installer, with their files found. */
export interface NsisApp extends Omit<
  NsisSettings,
  | "template"
  | "hooks"
  | "license"
  | "headerImage"
  | "sidebarImage"
  | "installerIcon"
  | "languages"
  | "customLanguageFiles"
> {
  /** A custom script. */
  readonly template: NamedText | null;
  /** Macros that run at points of the installer. */
  readonly hooks: NamedText | null;
  readonly license: string | null;
  readonly headerImage: string | null;
  readonly sidebarImage: string | null;
  readonly installerIcon: string | null;
  /** In NSIS's names; never empty. */
  readonly languages: readonly string[];
  /** Custom messages by their language. */
  readonly messages: ReadonlyMap<string, NamedText>;
  /** Another kind of installer than the compiler's default, a 32-bit one: `amd64-unicode`. */
  readonly kind?: PluginKind;
}

/** Finds and checks the files of the settings. */
export function stageNsis(nsis: NsisSettings, staging: Staging): NsisApp {
  const field = (name: string): string => `bundle.windows.nsis.${name}`;
  const file = (
    name: string,
    path: string | null,
    check: (bytes: Buffer) => string | null,
  ): string | null => {
    if (path === null) return null;
    const whole = resolve(staging.folder, path);
    return staging.attempt(field(name), null, () => {
      if (!statusAt(whole)?.isFile())
        throw new Error(`Cannot find "${path}": it must be a file in "${staging.folder}"`);
      const problem = check(readFile(whole));
      if (problem !== null) throw new Error(`Cannot use "${path}": ${problem}`);
      return whole;
    });
  };
  const languages = staging.attempt(field("languages"), ["English"], () =>
    checkedLanguages(nsis.languages),
  );
  const messages = new Map<string, NamedText>();
  for (const [named, path] of Object.entries(nsis.customLanguageFiles ?? {})) {
    const name = field(`customLanguageFiles.${named}`);
    const text = staging.readText(name, path);
    if (text === null) continue;
    staging.attempt(name, undefined, () => {
      const language = languages.find((one) => one.toLowerCase() === named.toLowerCase());
      if (language === undefined)
        throw new Error(
          `Cannot use messages in "${named}": languages must name it, as NSIS calls it`,
        );
      const missing = missingMessages(text.text);
      if (missing.length > 0)
        throw new Error(
          `Cannot use "${path}": it must have a LangString for ${missing.join(", ")}`,
        );
      messages.set(language, text);
    });
  }
  return {
    ...nsis,
    template: staging.readText(field("template"), nsis.template),
    hooks: staging.readText(field("hooks"), nsis.hooks),
    license: file("license", nsis.license, reasonAgainstLicense),
    headerImage: file("headerImage", nsis.headerImage, reasonAgainstBitmap),
    sidebarImage: file("sidebarImage", nsis.sidebarImage, reasonAgainstBitmap),
    installerIcon: file("installerIcon", nsis.installerIcon, (bytes) =>
      icoImages(bytes) === null ? "it must be an ICO file" : null,
    ),
    languages,
    messages,
  };
}

function reasonAgainstBitmap(bytes: Buffer): string | null {
  return bytes.toString("latin1", 0, 2) === "BM" ? null : "it must be a bitmap, a BMP file";
}

function checkedLanguages(named: readonly string[] | null): readonly string[] {
  if (named === null || named.length === 0) return ["English"];
  return named.map((name) => {
    const known = installerLanguages.find(
      (language) => language.toLowerCase() === name.toLowerCase(),
    );
    if (known !== undefined) return known;
    throw new Error(`Cannot make an installer in "${name}": use ${installerLanguages.join(", ")}`);
  });
}
