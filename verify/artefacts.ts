import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys } from "../src/cli/signer/minisign.ts";
import { bunTarget, targetName } from "../src/cli/build/build-target.ts";
import type { Target } from "../src/contract/target.ts";
import { certificateVariable, keyVariable } from "../src/process/environment.ts";
import { makeCertificates } from "../test/bundler/signing/certificates.ts";
import { runTool } from "../test/cli/tool.ts";
import { root } from "../test/support/app/display-app.ts";
import { copyProjectInto } from "../test/support/project-copy.ts";
import { targetRuntime } from "../test/support/target-runtime.ts";
import { thisMachine } from "../test/support/this-machine.ts";

/** The kind of an artefact: the app's executable, a package, or a file for updates. */
export type ArtefactKind =
  | "executable"
  | "deb"
  | "rpm"
  | "appimage"
  | "nsis"
  | "msi"
  | "app"
  | "dmg"
  | "update archive"
  | "signature";

/** A file or folder that users or their apps receive. */
export interface Artefact {
  readonly target: Target;
  readonly kind: ArtefactKind;
  readonly path: string;
}

/** The artefacts, and the public halves of the keys that signed them. */
export interface Artefacts {
  readonly list: readonly Artefact[];
  /** Targets that could not be built for, each with the reason. */
  readonly missing: readonly string[];
  /** The root certificate above the one that signed for Windows. */
  readonly windowsRoot: string;
  /** minisign's public key of the updates, base64 of its two lines. */
  readonly updateKey: string;
}

/**
 * Builds an example app into an empty folder, as an author does who signs packages and updates.
 * Programs for macOS are signed ad hoc: a certificate's signature has a time stamp of Apple, which
 * needs the network.
 *
 * @param isQuick with little compression, which takes a quarter of the time
 */
export async function makeArtefacts(
  folder: string,
  { targets, isQuick }: { readonly targets: readonly Target[]; readonly isQuick: boolean },
): Promise<Artefacts> {
  const certificates = makeCertificates(folder, "rsa");
  const keys = generateKeys(null);
  const project = join(folder, "project");
  copyProjectInto("examples/dialogs", project);
  copyFileSync(join(root, "LICENSE"), join(project, "src-framework/LICENSE"));
  const manifest = join(project, "package.json");
  const facts = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, unknown>;
  writeFileSync(manifest, JSON.stringify({ ...facts, ...author }));
  const environment = {
    SOURCE_DATE_EPOCH: "1767225600",
    [keyVariable]: keys.secretKey,
    [certificateVariable]: certificates.pem,
  };
  const list: Artefact[] = [];
  const missing: string[] = [];
  for (const target of targets) {
    const name = targetName(target);
    const lack = targetName(target) === targetName(thisMachine) ? null : missingRuntime(target);
    if (lack !== null) {
      missing.push(`${name}: ${lack}`);
      continue;
    }
    console.log(`building for ${name}`);
    const options = [
      "--target",
      name,
      "--config",
      JSON.stringify(settings(keys.publicKey)),
      "--json",
    ];
    const built = await runTool(
      project,
      ["build", ...options, ...(isQuick ? ["--debug"] : [])],
      environment,
    );
    if (built.code !== 0) throw new Error(`Cannot build for ${name}\n${built.err}`);
    const { executable, packages } = JSON.parse(built.out) as {
      readonly executable: string;
      readonly packages: readonly { readonly format: string; readonly path: string }[];
    };
    const made = [{ kind: "executable" as const, path: executable }, ...packages.flatMap(kindsOf)];
    list.push(...made.map((artefact) => ({ ...artefact, target })));
  }
  return { list, missing, windowsRoot: certificates.root, updateKey: keys.publicKey };
}

/** The manifest fields of a published app. */
const author = {
  author: "Ada Byron <ada@example.org>",
  license: "MIT",
  homepage: "https://example.org/dialogs",
};

/** Every kind of package, and settings that add to them: a licence, files to open, updates. */
const settings = (pubkey: string): object => ({
  framework: {
    bundle: {
      targets: "all",
      copyright: "Copyright 2026 The Example Authors",
      category: "Utility",
      shortDescription: "Asks questions and chooses files",
      longDescription: "An example that opens each dialog of the system and shows its answer.",
      fileAssociations: [
        { ext: ["dialogs"], name: "Dialogs notes", mimeType: "application/x-dialogs" },
      ],
      urlSchemes: ["org-example-dialogs"],
      macOS: { license: "LICENSE" },
      windows: { nsis: { license: "LICENSE" }, wix: { license: "LICENSE" } },
    },
    updater: { active: true, pubkey, endpoints: ["https://example.org/feed.json"] },
  },
});

/** The artefacts of a target's package, with the signatures of those that are signed. */
function kindsOf({ format, path }: { readonly format: string; readonly path: string }): {
  readonly kind: ArtefactKind;
  readonly path: string;
}[] {
  // Chunks of an update and their index are of a format of ours, which only the app reads.
  if (format === "updater" && !/\.(zip|gz)$/.test(path)) return signatureOf(path);
  const kind = format === "updater" ? "update archive" : (format as ArtefactKind);
  return [{ kind, path }, ...signatureOf(path)];
}

const signatureOf = (path: string): { readonly kind: "signature"; readonly path: string }[] =>
  existsSync(`${path}.sig`) ? [{ kind: "signature", path: `${path}.sig` }] : [];

function missingRuntime(target: Target): string | null {
  try {
    targetRuntime(target);
    return null;
  } catch {
    return `"${bunTarget(target).package}" is not among the build tools`;
  }
}
