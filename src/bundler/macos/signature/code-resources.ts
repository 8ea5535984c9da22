import { createHash } from "node:crypto";
import { xmlPlist, type PlistValue } from "../../write/property-list.ts";
import type { Seal } from "./code-signature.ts";

// The list of all that a bundle holds beside its own program: _CodeSignature/CodeResources, a
// property list.
//
//   files, rules      for systems before 10.9.5: resources alone, by their SHA-1
//   files2, rules2    everything: resources by SHA-1 and SHA-256, links by where they lead, code by who signed it
//
// The rules say how a path is treated; the one with the greatest weight decides. Systems accept
// these rules alone.
//
// Source: Apple's open source,
// Security/OSX/libsecurity_codesigning/lib/{bundlediskrep,resources}.cpp; Technical Note TN2206.

/** Something in a bundle, by its path from where Info.plist and the like are. */
export type Sealed =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array }
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

/** Where code lies that is signed on its own. */
const nestedPlace =
  /^(?:Frameworks|SharedFrameworks|PlugIns|Plug-ins|XPCServices|Helpers|MacOS|Library\/(?:Automator|Spotlight|LoginItems))\//;

/** How much of a path is the place of nested code; `null`: it is a resource. */
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

/** Languages may be taken out, but for the one that the others are made of. */
function isOptional(path: string): boolean {
  return /^Resources\/.*\.lproj\//.test(path) && !path.startsWith("Resources/Base.lproj/");
}

function digest(kind: "sha1" | "sha256", bytes: Uint8Array): Buffer {
  return createHash(kind).update(bytes).digest();
}
