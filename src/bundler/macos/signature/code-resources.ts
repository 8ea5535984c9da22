import { checksum, type Source } from "../../write/source.ts";
import { xmlPlist, type PlistValue } from "../../write/property-list.ts";
import type { Seal } from "./code-signature.ts";

// The list of a bundle's content besides its own program: _CodeSignature/CodeResources, a property
// list.
//
//   files, rules      for systems before 10.9.5: only resources, by their SHA-1
//   files2, rules2    everything: resources by SHA-1 and SHA-256, links by their target, code by its signer
//
// The rules select the treatment of a path; the one with the greatest weight applies. Systems
// accept only these rules.
//
// Source: Apple's open source,
// Security/OSX/libsecurity_codesigning/lib/{bundlediskrep,resources}.cpp; Technical Note TN2206.

/** An entry in a bundle, by its path relative to the folder of Info.plist. */
export type Sealed =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Source }
  | { readonly kind: "link"; readonly path: string; readonly to: string }
  | { readonly kind: "code"; readonly path: string; readonly seal: Seal };

const rules = {
  "^Resources/": true,
  "^Resources/.*\\.lproj/": { optional: true, weight: 1000 },
  "^Resources/.*\\.lproj/locversion.plist$": { omit: true, weight: 1100 },
  "^Resources/Base\\.lproj/": { weight: 1010 },
  "^version.plist$": true,
};

const rules2 = {
  ".*\\.dSYM($|/)": { weight: 11 },
  "^(.*/)?\\.DS_Store$": { omit: true, weight: 2000 },
  "^(Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library/(Automator|Spotlight|LoginItems))/":
    { nested: true, weight: 10 },
  "^.*": true,
  "^Info\\.plist$": { omit: true, weight: 20 },
  "^PkgInfo$": { omit: true, weight: 20 },
  "^Resources/": { weight: 20 },
  "^Resources/.*\\.lproj/": { optional: true, weight: 1000 },
  "^Resources/.*\\.lproj/locversion.plist$": { omit: true, weight: 1100 },
  "^Resources/Base\\.lproj/": { weight: 1010 },
  "^[^/]+$": { nested: true, weight: 10 },
  "^embedded\\.provisionprofile$": { weight: 20 },
  "^version\\.plist$": { weight: 20 },
};

/** The places of separately signed code. */
const nestedPlace =
  /^(?:Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library\/(?:Automator|Spotlight|LoginItems))\//;

/** The length of the nested-code part of a path; `null`: it is a resource. */
export function placeOfNested(path: string): string | null {
  return nestedPlace.exec(path)?.[0] ?? null;
}

/** Makes the list. */
export function codeResources(sealed: readonly Sealed[]): Buffer {
  const files: Record<string, PlistValue> = {};
  const files2: Record<string, PlistValue> = {};
  for (const one of sealed) {
    const { path } = one;
    if (isOmitted(path)) continue;
    const optional = isOptional(path) ? { optional: true } : {};
    const isInFirst = path.startsWith("Resources/") || path === "version.plist";
    if (one.kind === "code") {
      files2[path] = { cdhash: one.seal.codeHash, requirement: one.seal.requirement };
    } else if (one.kind === "link") {
      files2[path] = { symlink: one.to, ...optional };
      if (isInFirst) files[path] = { symlink: one.to, ...optional };
    } else {
      const hash = digest("sha1", one.bytes);
      files2[path] = { hash, hash2: digest("sha256", one.bytes), ...optional };
      if (isInFirst) files[path] = isOptional(path) ? { hash, ...optional } : hash;
    }
  }
  return xmlPlist({ files, files2, rules, rules2 });
}

function isOmitted(path: string): boolean {
  return (
    path === "Info.plist" ||
    path === "PkgInfo" ||
    /(^|\/)\.DS_Store$/.test(path) ||
    /^Resources\/.*\.lproj\/locversion\.plist$/.test(path)
  );
}

/** Languages may be removed, except for the base one. */
function isOptional(path: string): boolean {
  return /^Resources\/.*\.lproj\//.test(path) && !path.startsWith("Resources/Base.lproj/");
}

function digest(kind: "sha1" | "sha256", bytes: Source): Buffer {
  return Buffer.from(checksum(kind, bytes), "hex");
}
