import { readFile, readText } from "../../../disk/read.ts";
import { statusAt } from "../../../disk/status.ts";
import {
  findLanguage,
  installerCultures,
  type InstallerLanguage,
  spokenCulture,
} from "../../../contract/shipped/installer-cultures.ts";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { WixSettings } from "../../settings.ts";
import type { Staging } from "../../staging.ts";
import type { WindowsApp } from "../windows-app.ts";
import { cannotMerge } from "../wix/features.ts";
import { readLocalization } from "../wix/localization.ts";
import { definedAs, plainText } from "../wix/linker.ts";
import { WixError } from "../wix/place.ts";
import type { Element, SourceText } from "../wix/source.ts";
import { providedPath } from "./app-sections.ts";
import { bannerSize, dialogSize, plainBitmap, reasonAgainstBitmap, type Size } from "./bitmap.ts";
import { describeInstaller, licenseRtf, sectionsOf, variablesOf } from "./description.ts";
import { checkSourceFiles } from "./installer.ts";
import { isRtf, reasonAgainstLicense } from "../../write/rtf.ts";
import { missingForMsi } from "./version.ts";

/** An installer in one language. */
export interface MsiLanguage {
  readonly language: InstallerLanguage;
  /** The texts of the dialogs, by id. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The settings of Windows Installer's packages, with their files read. */
export interface MsiApp {
  /** A custom description. */
  readonly template: SourceText | null;
  readonly fragments: readonly SourceText[];
  /** Never empty. */
  readonly languages: readonly MsiLanguage[];
  /** As RTF. */
  readonly license: Uint8Array | null;
  readonly banner: Uint8Array;
  readonly dialogImage: Uint8Array;
}

const field = (name: string): string => `bundle.windows.wix.${name}`;

/** Finds and checks the files of the settings, and compiles the installer without its files. */
export function stageMsi(app: Omit<WindowsApp, "msi">, wix: WixSettings, staging: Staging): MsiApp {
  const before = staging.count;
  const source = (name: string, path: string | null): SourceText | null => {
    const found = staging.readText(field(name), path);
    return found === null
      ? null
      : { ...found, folder: dirname(resolve(staging.folder, found.path)) };
  };
  const bytes = <T>(
    name: string,
    path: string | null,
    fallback: T,
    read: (bytes: Buffer) => Uint8Array,
  ): T | Uint8Array =>
    path === null
      ? fallback
      : staging.attempt<T | Uint8Array>(field(name), fallback, () => {
          const whole = resolve(staging.folder, path);
          if (!statusAt(whole)?.isFile())
            throw new Error(`Cannot find "${path}": it must be a file in "${staging.folder}"`);
          return read(readFile(whole));
        });
  const picture = (name: string, path: string | null, size: Size, bar: number): Uint8Array =>
    bytes<Uint8Array>(name, path, plainBitmap(size, bar), (read) => {
      const reason = reasonAgainstBitmap(read, size);
      if (reason !== null) throw new Error(`Cannot use "${path}": ${reason}`);
      return read;
    });
  const msi: MsiApp = {
    template: source("template", wix.template),
    fragments: wix.fragmentPaths.flatMap((path) => source("fragmentPaths", path) ?? []),
    languages: stageLanguages(wix.language, staging),
    license: bytes<null>("license", wix.license, null, (read) => {
      if (/\.rtf$/i.test(wix.license ?? "") && !isRtf(read))
        throw new Error(`Cannot use "${wix.license}": it must be RTF, as its name says`);
      const reason = reasonAgainstLicense(read);
      if (reason !== null) throw new Error(`Cannot use "${wix.license}": ${reason}`);
      return Buffer.from(licenseRtf(read));
    }),
    banner: picture("bannerPath", wix.bannerPath, bannerSize, 0),
    dialogImage: picture("dialogImagePath", wix.dialogImagePath, dialogSize, 160),
  };
  checkReferences(app, msi, wix, staging);
  // Consequential errors are not repeated, and a limit of this format must not block the others.
  if (missingForMsi(app) !== null) return msi;
  for (const language of msi.languages)
    if (staging.count === before) tryCompile(app, msi, language, staging);
  return msi;
}

function stageLanguages(
  setting: WixSettings["language"],
  staging: Staging,
): readonly MsiLanguage[] {
  const isList = (value: typeof setting): value is readonly string[] => Array.isArray(value);
  const named: readonly (readonly [string, string | null])[] =
    typeof setting === "string"
      ? [[setting, null]]
      : isList(setting)
        ? setting.map((name) => [name, null] as const)
        : Object.entries(setting).map(([name, { localePath }]) => [name, localePath] as const);
  const found = new Map<string, MsiLanguage>();
  for (const [name, path] of named.length === 0 ? [["en-US", null] as const] : named) {
    staging.attempt(field("language"), undefined, () => {
      const language = findLanguage(name);
      if (language === null)
        throw new Error(
          `Cannot make an installer in "${name}": use ${installerCultures.map(({ culture }) => culture).join(", ")}`,
        );
      if (found.has(language.culture))
        throw new Error(`Cannot make two installers in "${name}": name the language once`);
      const own = staging.readText(field(`language.${name}.localePath`), path);
      const texts = own === null ? [] : readLocalization({ ...own, folder: staging.folder });
      found.set(language.culture, {
        language,
        texts: new Map([...builtInTexts("en-US"), ...builtInTexts(language.culture), ...texts]),
      });
    });
  }
  return [...found.values()];
}

function builtInTexts(culture: string): ReadonlyMap<string, string> {
  const name = spokenCulture(culture);
  if (name === null) return new Map();
  const file = new URL(`./texts/${name}.wxl`, import.meta.url);
  return readLocalization({
    path: `${name}.wxl`,
    text: readText(file),
    folder: fileURLToPath(new URL(".", file)),
  });
}

const references = {
  componentGroupRefs: "ComponentGroup",
  componentRefs: "Component",
  featureGroupRefs: "FeatureGroup",
  featureRefs: "Feature",
  mergeRefs: "Merge",
} as const;

/** Checks that the fragments contain the references of the settings. */
function checkReferences(
  app: Omit<WindowsApp, "msi">,
  msi: MsiApp,
  wix: WixSettings,
  staging: Staging,
): void {
  const sections: Element[] = [];
  for (const source of [...(msi.template === null ? [] : [msi.template]), ...msi.fragments])
    staging.attempt(fieldOf(msi, source.path), undefined, () => {
      sections.push(...sectionsOf(source, variablesOf(app, msi, 0)));
    });
  for (const [name, kind] of Object.entries(references) as [keyof typeof references, string][])
    for (const id of wix[name])
      staging.attempt(field(name), undefined, () => {
        const [found] = definedAs(sections, kind, id);
        if (found === undefined)
          throw new Error(`Cannot find ${kind} "${id}": it must be in a file of fragmentPaths`);
        if (kind !== "Merge") return;
        const file = plainText(found.attributes.get("SourceFile")) ?? id;
        throw new WixError(found.place, cannotMerge("Merge", file));
      });
}

/** All errors are reported before anything is made; only the files of the app do not exist yet. */
function tryCompile(
  app: Omit<WindowsApp, "msi">,
  msi: MsiApp,
  language: MsiLanguage,
  staging: Staging,
): void {
  const paths = [
    app.executableName,
    ...[...app.sidecars, ...app.resources, ...app.webviewFiles].map(({ path }) => path),
  ];
  const files = paths.map((path) => ({ path, source: providedPath(`files/${path}`) }));
  try {
    const { compiled, provided } = describeInstaller(app, msi, language, { files, size: 0 });
    const later = files.map(({ source }) => [source, new Uint8Array()] as const);
    checkSourceFiles(compiled, new Map([...provided, ...later]));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const file = error.message.slice(0, error.message.search(/:\d+:\d+: /));
    staging.refuse(`framework.${fieldOf(msi, file)}`, error.message);
  }
}

/** The field that names a source. */
function fieldOf(msi: MsiApp, path: string): string {
  if (msi.fragments.some((fragment) => fragment.path === path)) return field("fragmentPaths");
  return msi.template?.path === path ? field("template") : "bundle.windows.wix";
}
