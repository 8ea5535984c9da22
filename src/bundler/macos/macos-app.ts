import { basename, join } from "node:path";
import {
  isMacosVersion,
  macosMinimum,
  runtimeMinimum,
} from "../../contract/shipped/macos-version.ts";
import { withFolders } from "../write/entries.ts";
import { checkEntryNames, decomposed } from "../write/hfsplus/names.ts";
import { parsePlist } from "../write/property-list.ts";
import { checkFieldTexts } from "../field-text.ts";
import { productFileName } from "../product-file-name.ts";
import type { BundleFields, MacSettings } from "../settings.ts";
import { shippedText, type ShippedFile } from "../shipped-file.ts";
import type { StagedApp } from "../staged-app.ts";
import type { NamedText, Staging } from "../staging.ts";
import { readMarkedText } from "../../disk/read.ts";
import { stageDmg, type DmgApp } from "./dmg/dmg-app.ts";
import { findFrameworks, frameworkEntries, type Framework } from "./frameworks.ts";
import { parseInfoPlist, type InfoPlist } from "./info-plist.ts";
import { readMacIcon } from "./mac-icon.ts";
import type { MacSigning } from "./mac-signing.ts";
import type { NotaryKey } from "./notary/notary-service.ts";
import type { Entitlements } from "./signature/entitlements.ts";

/** The additional inputs of macOS' formats. */
export interface MacApp extends StagedApp {
  /** `My App.app` */
  readonly bundleName: string;
  readonly executableName: string;
  /** `x64`, `arm64`, or `universal`: for both */
  readonly architectureName: string;
  /** An .icns. */
  readonly icon: Uint8Array | null;
  /** The oldest system that the app supports; `null`: undeclared. */
  readonly minimumSystemVersion: string | null;
  readonly exceptionDomain: string | null;
  readonly activationPolicy: MacSettings["activationPolicy"];
  readonly ownInfo: InfoPlist;
  readonly frameworks: readonly Framework[];
  /** The entitlements of the app's programs, as the app declares them. */
  readonly entitlements: Entitlements;
  readonly hardenedRuntime: boolean;
  readonly signing: MacSigning;
  /** `null`: the app is not notarized. */
  readonly notary: NotaryKey | null;
  readonly dmg: DmgApp;
}

/** The inputs for macOS packages besides the project. */
export interface MacTools {
  readonly signing: MacSigning;
  readonly notary: NotaryKey | null;
  /** The executable is for both kinds of processors. */
  readonly isUniversal: boolean;
}

/** Collects and checks the settings of macOS' formats. */
export function stageMacos(
  app: StagedApp,
  { macOS, dmg, icon }: BundleFields,
  staging: Staging,
  { signing, notary, isUniversal }: MacTools,
): MacApp {
  const field = (name: keyof MacSettings): string => `bundle.macOS.${name}`;
  const ownInfo = readBeside(staging, "Info.plist");
  const entitlements = staging.readText(field("entitlements"), macOS.entitlements);
  staging.attempt("bundle.externalBin", undefined, () => checkNames(app));
  staging.attempt("bundle.resources", undefined, () => checkResources(app));
  checkFieldTexts(staging, { "framework.bundle.macOS.exceptionDomain": macOS.exceptionDomain });
  const frameworks = staging.attempt(field("frameworks"), [], () =>
    findFrameworks(staging.folder, macOS.frameworks ?? []),
  );
  const frameworkFiles = staging.attempt(field("frameworks"), [], () =>
    frameworks.flatMap(shippedFramework),
  );
  const image = stageDmg(dmg, macOS.license, staging);
  return {
    ...app,
    bundleName: `${productFileName(app.productName, "macos")}.app`,
    executableName: decomposed(basename(app.executable)),
    architectureName: isUniversal ? "universal" : app.target.architecture,
    icon: staging.attempt("bundle.icon", null, () => readMacIcon(staging.folder, icon)),
    minimumSystemVersion: staging.attempt(field("minimumSystemVersion"), null, () =>
      settleMinimum(macOS.minimumSystemVersion),
    ),
    exceptionDomain: macOS.exceptionDomain || null,
    activationPolicy: macOS.activationPolicy,
    ownInfo: staging.attempt("bundle.macOS", {}, () =>
      ownInfo === null ? {} : parseInfoPlist(ownInfo.text),
    ),
    frameworks,
    entitlements: staging.attempt(field("entitlements"), {}, () =>
      parsedEntitlements(entitlements),
    ),
    hardenedRuntime: macOS.hardenedRuntime,
    signing,
    notary: staging.attempt(field("signingIdentity"), null, () =>
      settleNotary(notary, macOS, signing),
    ),
    dmg: image,
    shipped: [
      ...app.shipped,
      ...shippedText("Info.plist", ownInfo).map((one) => ({
        ...one,
        file: join(staging.folder, "Info.plist"),
      })),
      ...shippedText("framework.bundle.macOS.entitlements", entitlements),
      ...(image.license === null
        ? []
        : [
            {
              field: "framework.bundle.macOS.license",
              name: macOS.license ?? "",
              source: image.license,
            },
          ]),
      ...frameworkFiles,
      ...(image.background === null
        ? []
        : [
            {
              field: "framework.bundle.dmg.background",
              name: dmg.background ?? "",
              source: image.background.bytes,
            },
          ]),
    ],
  };
}

/** The files of a framework, for checks of shipped files. */
function shippedFramework(framework: Framework): ShippedFile[] {
  return frameworkEntries(framework, "").flatMap((entry) =>
    entry.kind === "file"
      ? [
          {
            field: "framework.bundle.macOS.frameworks",
            name: entry.path.slice(1),
            source: entry.bytes.path,
          },
        ]
      : [],
  );
}

/** A file beside the configuration, if it exists. */
function readBeside(staging: Staging, name: string): NamedText | null {
  try {
    return { path: name, text: readMarkedText(join(staging.folder, name)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      staging.refuse(name, `Cannot read "${name}": it must be a file`);
    return null;
  }
}

/** The executable and the sidecars share a folder in which names are case-insensitive. */
function checkNames({ executable, sidecars }: StagedApp): void {
  const taken = new Set([basename(executable).toLowerCase()]);
  for (const { path } of sidecars) {
    if (taken.has(path.toLowerCase()))
      throw new Error(`Cannot ship a sidecar as "${path}": the name is taken`);
    taken.add(path.toLowerCase());
  }
}

/** On a Mac's usual disk, the second of two names that differ only in case replaces the first. */
function checkResources({ resources }: StagedApp): void {
  const files = resources.map(
    ({ path }) => ({ kind: "file", path, mode: 0, bytes: null }) as const,
  );
  checkEntryNames(withFolders(files));
}

/**
 * The minimum system of Info.plist. An app on a system too old for its runtime would end silently;
 * with a true minimum, the system reports that it is too old.
 */
function settleMinimum(wanted: string | null): string | null {
  if (wanted === null) return null;
  if (wanted === "") return runtimeMinimum;
  if (!isMacosVersion(wanted))
    throw new Error(
      `Cannot run on macOS "${wanted}" and newer: want a version such as ${runtimeMinimum}`,
    );
  return macosMinimum(wanted);
}

function parsedEntitlements(file: NamedText | null): Entitlements {
  if (file === null) return {};
  try {
    return parsePlist(Buffer.from(file.text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use "${file.path}": ${reason}`, { cause });
  }
}

/** Apple only accepts signatures by a Developer ID, hardened and with a time stamp. */
function settleNotary(
  notary: NotaryKey | null,
  { hardenedRuntime }: MacSettings,
  signing: MacSigning,
): NotaryKey | null {
  if (notary === null) return null;
  const isSigned =
    signing.kind === "tool" ||
    (signing.kind === "certificate" &&
      signing.by.authority.isDeveloperId &&
      signing.by.timeStamp !== null);
  if (!isSigned)
    throw new Error(
      "Cannot notarize: the app must be signed with a Developer ID Application certificate",
    );
  if (!hardenedRuntime) throw new Error("Cannot notarize: macOS.hardenedRuntime must be true");
  return notary;
}
