import { isTypeOf, sharesRuntime, sharingTypes } from "../../contract/shipped/bundle-types.ts";
import {
  findLanguage,
  installerCultures,
  spokenCulture,
} from "../../contract/shipped/installer-cultures.ts";
import { installerLanguages } from "../../contract/shipped/installer-languages.ts";
import { controlCharacter } from "../../contract/shipped/field-text.ts";
import {
  isMacosVersion,
  isTooOldForRuntime,
  runtimeMinimum,
} from "../../contract/shipped/macos-version.ts";
import { nameLengths } from "../../contract/shipped/name-lengths.ts";
import { packageName } from "../../contract/shipped/package-name.ts";
import { templateIdentifier } from "../fields/bundle.ts";
import { nearest } from "../../contract/text/suggest.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const bundle = ["framework", "bundle"] as const;

export function identifier(context: RuleContext): void {
  const path = [...bundle, "identifier"];
  const value = context.config.framework.bundle.identifier;
  if (value === templateIdentifier && context.command === "build") {
    context.error(
      path,
      context.isWritten(path)
        ? "is the one every new project has: choose your own"
        : "is missing: choose one, for example com.example.my-app",
    );
  }
}

/** The output of a build has these names. */
export function lengthsOfNames(context: RuleContext): void {
  const { package: app, framework } = context.config;
  const tell = (field: "productName" | "version", wanted: string): void =>
    context.error(
      ["package", field],
      `must be shorter, because files are named after it: ${wanted}`,
    );
  const { productName: most, version } = nameLengths;
  const name = packageName(app.productName, framework.bundle.identifier);
  if (Buffer.byteLength(app.productName) > most)
    tell(
      "productName",
      `at most ${most} bytes of UTF-8, it has ${Buffer.byteLength(app.productName)}`,
    );
  else if (name.length > most)
    tell(
      "productName",
      `at most ${most} characters as a package is called, "${name}" has ${name.length}`,
    );
  if (app.version.length > version)
    tell("version", `at most ${version} characters, it has ${app.version.length}`);
}

/** Fields whose lines are folded or joined before they become part of a package. */
const textsWithLines: readonly string[] = ["longDescription", "shortDescription", "copyright"];

/**
 * A line break in any of these would begin another field, once the text is part of a control file
 * or a header.
 */
export function fieldTexts(context: RuleContext): void {
  const look = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === "string") {
      const hasLines = textsWithLines.includes(String(path.at(-1)));
      const found = controlCharacter(value, { hasLines });
      if (found !== null)
        context.error(path, `may hold no control characters, such as ${found} here`);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const name = Array.isArray(value) ? Number(key) : key;
        const found = controlCharacter(key);
        if (found !== null)
          context.error(
            [...path, name],
            `is a name that may hold no control characters, such as ${found} here`,
            {
              key: true,
            },
          );
        look(inner, [...path, name]);
      }
    }
  };
  look(context.config.package, ["package"]);
  look(context.config.framework.bundle, bundle);
}

export function targets(context: RuleContext): void {
  const { targets: written, active } = context.config.framework.bundle;
  if (written === "all" || written.length === 0) return;
  const wanted = typeof written === "string" ? [written] : written;
  const updater = wanted.indexOf("updater");
  if (updater >= 0 && !context.config.framework.updater.active) {
    const place = typeof written === "string" ? [] : [updater];
    context.warn(
      [...bundle, "targets", ...place],
      "makes nothing: framework.updater.active is false",
      {
        code: "no-effect",
      },
    );
  }
  const possible = wanted.some((type) => isTypeOf(context.system, type));
  if (possible || !active || context.command === "dev") return;
  context.warn(
    [...bundle, "targets"],
    `makes nothing here: none of these types is for ${context.system}`,
    {
      code: "no-effect",
    },
  );
}

/** A type that the author names, other than by "all", must support the value of `runtime`. */
export function sharedRuntime(context: RuleContext): void {
  const { targets: written, active, runtime } = context.config.framework.bundle;
  if (runtime === "own" || !active || written === "all") return;
  const remedy =
    context.system === "linux"
      ? `name only these, or set runtime to "own"`
      : `set it in framework.linux.conf.json alone`;
  for (const [index, type] of (typeof written === "string" ? [written] : written).entries()) {
    if (!isTypeOf(context.system, type) || sharesRuntime(type)) continue;
    context.error(
      [...bundle, "targets", ...(typeof written === "string" ? [] : [index])],
      `cannot be made with framework.bundle.runtime "shared": only ${sharingTypes} share a runtime; ${remedy}`,
      { related: { message: "it is here", path: [...bundle, "runtime"] } },
    );
  }
}

export function windowsInstaller(context: RuleContext): void {
  const path = [...bundle, "windows"];
  const { windows } = context.config.framework.bundle;
  const mode = [...path, "webviewInstallMode"];
  const fixed = [...path, "webviewFixedRuntimePath"];
  const skip = [...path, "wix", "skipWebviewInstall"];
  if (windows.webviewFixedRuntimePath !== null) {
    if (context.isWritten(mode)) {
      context.warn(mode, "has no effect: webviewFixedRuntimePath wins", {
        code: "no-effect",
        key: true,
        related: { message: "it is here", path: fixed },
      });
    }
    context.warn(fixed, "is to be removed: use webviewInstallMode with the type fixedRuntime", {
      code: "deprecated",
      key: true,
    });
  }
  if (windows.wix.skipWebviewInstall) {
    if (context.isWritten(mode) && windows.webviewInstallMode.type !== "skip") {
      context.warn(mode, "has no effect on the type msi: wix.skipWebviewInstall wins", {
        code: "no-effect",
        key: true,
        related: { message: "it is here", path: skip },
      });
    }
    context.warn(skip, "is to be removed: use webviewInstallMode with the type skip", {
      code: "deprecated",
      key: true,
    });
  }
  if (windows.certificateThumbprint !== null && windows.digestAlgorithm === null) {
    context.error([...path, "certificateThumbprint"], "needs digestAlgorithm, for example sha256", {
      key: true,
    });
  }
}

/** Merge modules are databases of their own, whose tables would have to be merged with ours. */
export function mergeModules(context: RuleContext): void {
  const path = [...bundle, "windows", "wix", "mergeRefs"];
  if (context.config.framework.bundle.windows.wix.mergeRefs.length === 0) return;
  const remedy = "install their files by a <Component> of a fragment, or run their own installer";
  context.errorWhenBuilding(path, `cannot be taken in, as merge modules cannot: ${remedy}`);
}

export function notaryProvider(context: RuleContext): void {
  const path = [...bundle, "macOS", "providerShortName"];
  const { providerShortName } = context.config.framework.bundle.macOS;
  if (providerShortName === null || providerShortName === "" || !context.hasEffect(path)) return;
  context.warn(path, "has no effect: a key for notarization belongs to one provider", {
    code: "no-effect",
    key: true,
  });
}

export function languagesOfInstaller(context: RuleContext): void {
  const { languages, customLanguageFiles } = context.config.framework.bundle.windows.nsis;
  const path = [...bundle, "windows", "nsis"];
  const look = (language: string, at: Path, details: { readonly key?: true }): boolean => {
    if (installerLanguages.includes(language)) return true;
    context.error(
      at,
      `${JSON.stringify(language)} is no language of the installer, as English and SimpChinese are`,
      {
        code: "bad-value",
        suggestions: nearest(language, installerLanguages).map((one) => JSON.stringify(one)),
        ...details,
      },
    );
    return false;
  };
  for (const [index, language] of (languages ?? []).entries()) {
    const at = [...path, "languages", index];
    if (!look(language, at, {}) || languages?.indexOf(language) === index) continue;
    context.error(at, "is named before: name each language once", { code: "bad-value" });
  }
  for (const language of Object.keys(customLanguageFiles ?? {})) {
    const at = [...path, "customLanguageFiles", language];
    if (!look(language, at, { key: true })) continue;
    if ((languages ?? ["English"]).includes(language)) continue;
    context.error(at, `is for ${JSON.stringify(language)}, which is not in languages`, {
      key: true,
    });
  }
}

export function culturesOfInstaller(context: RuleContext): void {
  const { language } = context.config.framework.bundle.windows.wix;
  const path = [...bundle, "windows", "wix", "language"];
  const look = (
    name: string,
    at: Path,
    details: { readonly key?: true } = {},
    ownTexts: string | null = null,
  ): void => {
    const known = findLanguage(name);
    if (known !== null) {
      if (spokenCulture(known.culture) !== null || ownTexts !== null || !context.hasEffect(path))
        return;
      const remedy = `{ ${JSON.stringify(name)}: { "localePath": "texts.wxl" } } brings texts of your own`;
      context.warn(
        at,
        `the installer's pages are in English, as it has no texts in ${JSON.stringify(name)}: ${remedy}`,
        details,
      );
      return;
    }
    const cultures = installerCultures.map(({ culture }) => culture);
    context.error(
      at,
      `${JSON.stringify(name)} is no language of the installer, as en-US and zh-CN are`,
      {
        code: "bad-value",
        suggestions: nearest(name, cultures).map((one) => JSON.stringify(one)),
        ...details,
      },
    );
  };
  if (typeof language === "string") look(language, path);
  else if (Array.isArray(language))
    for (const [index, name] of language.entries()) look(name, [...path, index]);
  else
    for (const [name, { localePath }] of Object.entries(language))
      look(name, [...path, name], { key: true }, localePath);
}

export function macosVersion(context: RuleContext): void {
  const path = [...bundle, "macOS", "minimumSystemVersion"];
  const version = context.config.framework.bundle.macOS.minimumSystemVersion;
  // The default is also older than the runtime needs, but the author did not write it.
  if (version === null || !context.isWritten(path)) return;
  if (version !== "" && !isMacosVersion(version))
    return context.error(path, `must be a version such as "${runtimeMinimum}"`, {
      code: "bad-value",
    });
  // Elsewhere the value is harmless: it may have come from a template.
  if (!context.hasEffect(path)) return;
  if (version === "") context.warn(path, "is empty, so the default is used: 10.13");
  else if (isTooOldForRuntime(version))
    context.warn(
      path,
      `is older than the runtime needs, so Info.plist will say ${runtimeMinimum}: write "${runtimeMinimum}"`,
    );
}
