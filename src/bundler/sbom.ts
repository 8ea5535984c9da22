import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Package } from "./bundle.ts";
import { writeNamed } from "./output.ts";
import { isSpdxExpression } from "./licenses.ts";
import { readLockedPackages } from "./lock-files/index.ts";
import type { PackagedFile } from "./resources.ts";
import type { StagedApp } from "./staged-app.ts";
import { checksum, fileSource } from "./write/source.ts";

// A software bill of materials lists the components of a package, so that advisories can be matched
// with it: the JavaScript runtime, the app's npm packages and its sidecars.
//
// Source: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/.

export interface SbomOptions {
  readonly staged: StagedApp;
  /** The files among them are listed; a folder is distributed inside one of those. */
  readonly packages: readonly Package[];
  /** The folder, including its parents, of the app's lock file. */
  readonly folder: string;
  readonly outDir: string;
  /** Of the runtime inside the executable. */
  readonly bunVersion: string;
}

/** Writes `<outDir>/<name>-<version>.cdx.json` and returns its path. */
export function writeSbom(options: SbomOptions): string {
  const { staged, outDir } = options;
  const path = join(outDir, `${staged.packageName}-${staged.version}.cdx.json`);
  writeNamed(path, Buffer.from(`${JSON.stringify(makeSbom(options), null, 2)}\n`), 0o644);
  return path;
}

interface Component {
  readonly type: "library" | "platform" | "file";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly hashes?: readonly Hash[];
  readonly licenses?: readonly object[];
}

interface Hash {
  readonly alg: "SHA-256" | "SHA-512" | "SHA-1";
  readonly content: string;
}

function makeSbom({ staged, packages, folder, bunVersion }: SbomOptions): object {
  const bun = `pkg:github/oven-sh/bun@bun-v${bunVersion}`;
  const components: Component[] = [
    {
      type: "platform",
      "bom-ref": bun,
      name: "bun",
      version: bunVersion,
      purl: bun,
      licenses: licenses("MIT"),
    },
    ...npmComponents(folder),
    ...staged.sidecars.map(sidecar),
  ];
  const contents = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(staged.time * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": staged.identifier,
        name: staged.productName,
        version: staged.version,
        description: staged.summary,
        publisher: staged.publisher,
        ...(staged.license === null ? {} : { licenses: licenses(staged.license) }),
        externalReferences: packages
          .filter(({ path }) => statSync(path).isFile())
          .map(({ path }) => ({
            type: "distribution",
            url: basename(path),
            hashes: [{ alg: "SHA-256", content: checksum("sha256", fileSource(path)) }],
          })),
      },
    },
    components,
    dependencies: [
      { ref: staged.identifier, dependsOn: components.map((component) => component["bom-ref"]) },
    ],
  };
  // The number is derived from the contents: the same app has the same one.
  return { ...contents, serialNumber: `urn:uuid:${uuid(JSON.stringify(contents))}` };
}

/** A UUID derived from a hash (RFC 9562, version 8). */
function uuid(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function sidecar({ path, source }: PackagedFile): Component {
  const bytes = typeof source === "string" ? fileSource(source) : source;
  return {
    type: "file",
    "bom-ref": `file:${path}`,
    name: path,
    hashes: [{ alg: "SHA-256", content: checksum("sha256", bytes) }],
  };
}

/** The packages the app is built with, without development dependencies. */
function npmComponents(folder: string): Component[] {
  return readLockedPackages(folder).map(({ name, version, integrity, license }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(integrity === null ? {} : { hashes: hashes(integrity) }),
      ...(license === null ? {} : { licenses: licenses(license) }),
    };
  });
}

/** `sha512-<base64>`, several separated by spaces. */
function hashes(integrity: string): Hash[] {
  const names = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" } as const;
  return integrity.split(" ").flatMap((part) => {
    const match = /^(sha1|sha256|sha512)-(.+)$/.exec(part);
    const name = match?.[1] as keyof typeof names | undefined;
    if (name === undefined || match?.[2] === undefined) return [];
    return [{ alg: names[name], content: Buffer.from(match[2], "base64").toString("hex") }];
  });
}

/** Texts that are no SPDX expression, such as "SEE LICENSE IN x", are written as a name. */
function licenses(text: string): object[] {
  return [isSpdxExpression(text) ? { expression: text } : { license: { name: text } }];
}
