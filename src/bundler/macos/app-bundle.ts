import { join } from "node:path";
import type { MakeContext } from "../format-table.ts";
import { writeFile } from "../../disk/write.ts";
import { withFolders, type Entry } from "../write/entries.ts";
import { checkEntryNames, decomposed } from "../write/hfsplus/names.ts";
import { xmlPlist } from "../write/property-list.ts";
import { isMachO } from "../write/macho.ts";
import { fileSource, type Source } from "../write/source.ts";
import { executableOf } from "../staged-app.ts";
import { writeFolder } from "./folder-entries.ts";
import { frameworkEntries } from "./frameworks.ts";
import { infoPlist } from "./info-plist.ts";
import { signByTool } from "./mac-signing.ts";
import type { MacApp } from "./macos-app.ts";
import { typeIcons } from "./opened-types.ts";
import { notarizeBundle } from "./notary/notarization.ts";
import { placeOfNested } from "./signature/code-resources.ts";
import { signBundle } from "./signature/bundle-signature.ts";
import { entitlementsOf as earlierEntitlements } from "./signature/code-signature.ts";
import { runtimeEntitlements, type Entitlements } from "./signature/entitlements.ts";

// An app is a folder that the system shows as one item:
//
//   Contents/Info.plist              its description
//   Contents/PkgInfo                 the same for systems before it
//   Contents/MacOS/<executable>      with its sidecars
//   Contents/Frameworks/…
//   Contents/Resources/…             the icon and the app's resources
//   Contents/_CodeSignature/         the hashes of all files
//   Contents/CodeResources           the ticket of its notarization
//
// Source: Apple, "Bundle Programming Guide" and "Placing Content in a Bundle".

/** `My App.app` */
export function appBundleName({ bundleName }: MacApp): string {
  return bundleName;
}

/** Makes the folder. */
export async function makeAppBundle(app: MacApp, context: MakeContext): Promise<void> {
  const { folder, progress } = context;
  const entries = bundleEntries(app, executableOf(app));
  progress(0.1);
  const path = join(folder, app.bundleName);
  const { signing } = app;
  if (signing.kind === "tool") {
    writeFolder(folder, entries, app.time);
    signFolder(app, { folder, entries, identity: signing.identity });
  } else {
    const signed = await signBundle(entries, codeBundle(app), {
      by: signing.kind === "certificate" ? signing.by : null,
      isHardened: app.hardenedRuntime,
      entitlements: app.entitlements,
    });
    progress(0.5);
    writeFolder(folder, withFolders(signed), app.time);
  }
  const { notary: key, time } = app;
  const program = `Contents/MacOS/${app.executableName}`;
  if (key !== null) await notarizeBundle(path, program, { key, time, progress });
}

/** The bundle in the form for signing. */
function codeBundle(app: MacApp) {
  return {
    base: `${app.bundleName}/Contents`,
    program: `MacOS/${app.executableName}`,
    info: "Info.plist",
    identifier: app.identifier,
    entitlements: entitlementsOf(app),
  };
}

/** The app's entitlements, merged over those of its runtime: an app may remove one by `false`. */
function entitlementsOf({ entitlements }: MacApp): Entitlements {
  return { ...runtimeEntitlements, ...entitlements };
}

/** The unsigned content of the folder. */
function bundleEntries(app: MacApp, executable: Source): Entry<Source>[] {
  const contents = `${app.bundleName}/Contents`;
  const iconName = app.icon === null ? null : `${app.packageName}.icns`;
  const info = infoPlist({ ...app, iconName, own: app.ownInfo });
  const entries: Entry<Source>[] = [
    { kind: "file", path: `${contents}/Info.plist`, mode: 0o644, bytes: info },
    { kind: "file", path: `${contents}/PkgInfo`, mode: 0o644, bytes: Buffer.from("APPL????") },
    {
      kind: "file",
      path: `${contents}/MacOS/${app.executableName}`,
      mode: 0o755,
      bytes: executable,
    },
    ...app.sidecars.map(({ path, source }) =>
      shipped(`${contents}/MacOS/${path}`, { source, executable: true }),
    ),
    ...app.frameworks.flatMap((framework) => frameworkEntries(framework, `${contents}/Frameworks`)),
    ...(iconName === null || app.icon === null
      ? []
      : [
          {
            kind: "file",
            path: `${contents}/Resources/${iconName}`,
            mode: 0o644,
            bytes: app.icon,
          } as const,
        ]),
    ...typeIcons(app.opens).map(({ name, bytes }) => ({
      kind: "file" as const,
      path: `${contents}/Resources/${name}`,
      mode: 0o644,
      bytes,
    })),
    ...app.resources.map((file) => shipped(`${contents}/Resources/${file.path}`, file)),
  ];
  // A disk image decomposes names, and copies from it keep that; the list of signed files must have
  // the same names.
  const all = withFolders(
    entries.map((entry) => ({ ...entry, path: inBundle(app.bundleName, entry.path) })),
  );
  checkEntryNames(all);
  return all;
}

function inBundle(bundle: string, path: string): string {
  return bundle + decomposed(path.slice(bundle.length));
}

function shipped(
  path: string,
  { source, executable }: { readonly source: string | Uint8Array; readonly executable: boolean },
): Entry<Source> {
  const bytes = typeof source === "string" ? fileSource(source) : source;
  return { kind: "file", path, mode: executable ? 0o755 : 0o644, bytes };
}

/** Signs a folder by the system's own tool, from the inside out. */
function signFolder(
  app: MacApp,
  {
    folder,
    entries,
    identity,
  }: {
    readonly folder: string;
    readonly entries: readonly Entry<Source>[];
    readonly identity: string;
  },
): void {
  const base = `${app.bundleName}/Contents/`;
  const main = `${base}MacOS/${app.executableName}`;
  const place = join(folder, "entitlements.plist");
  const own = (entitlements: Entitlements): string | null => {
    if (Object.keys(entitlements).length === 0) return null;
    writeFile(place, xmlPlist({ ...entitlements }), 0o644);
    return place;
  };
  const sign = (path: string, identifier: string | null, entitlements: string | null): void =>
    signByTool({
      path: join(folder, path),
      identity,
      identifier,
      entitlements,
      isHardened: app.hardenedRuntime,
    });
  for (const { path, bytes } of entries.flatMap((entry) =>
    entry.kind === "file" ? [entry] : [],
  )) {
    const rest = path.slice(base.length);
    const isInside = placeOfNested(rest) !== null && !/\.framework\//.test(rest);
    if (path === main || !isMachO(bytes)) continue;
    // The tool would drop those of the earlier signature.
    sign(path, null, own({ ...earlierEntitlements(bytes), ...(isInside ? app.entitlements : {}) }));
  }
  for (const { name } of app.frameworks) {
    if (name.endsWith(".framework")) sign(`${base}Frameworks/${name}`, null, null);
  }
  sign(app.bundleName, app.identifier, own(entitlementsOf(app)));
}
