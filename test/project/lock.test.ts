// package-lock.json: whole enough for `npm ci` on every system, and for each Node.js the project
// supports.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { publishedSums, publishedVersion } from "../../src/bundler/runtime/published-runtimes.ts";
import { thisMachine } from "../support/this-machine.ts";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dir, "../..");
const manifest = (await Bun.file(join(root, "package.json")).json()) as {
  engines: { node: string };
};
const lock = (await Bun.file(join(root, "package-lock.json")).json()) as {
  packages: Readonly<Record<string, Locked>>;
};

/**
 * Packages of a registry, by the place where npm puts them. The others are folders of this
 * repository.
 */
const installed = Object.entries(lock.packages).filter(
  ([place, { link }]) => place.includes("node_modules/") && link !== true,
);

/**
 * The place a package is found at from another one: in its own node_modules, or in one further out.
 */
function placeOf(name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))
  ) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === "") return undefined;
  }
}

test("every optional package of every system is locked: npm ci takes no other lock file", () => {
  const missing = Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => {
        const version = lock.packages[placeOf(name, from) ?? ""]?.version ?? "";
        return !Bun.semver.satisfies(version, range);
      })
      .map(([name, range]) => `${name}@${range} of ${from}`),
  );
  expect(missing).toEqual([]);
});

test("every locked package runs on the oldest of each supported Node.js", () => {
  const oldest = manifest.engines.node
    .split(" || ")
    .map((range) => [...range.replace(/^\D+/, "").split("."), "0", "0"].slice(0, 3).join("."));
  expect(oldest).toEqual(["20.19.0", "22.13.0", "24.0.0"]);
  const tooNew = installed.flatMap(([place, { engines }]) =>
    oldest
      .filter((version) => !Bun.semver.satisfies(version, engines?.node ?? "*"))
      .map((version) => `${place} wants ${engines?.node}, not ${version}`),
  );
  expect(tooNew).toEqual([]);
});

// npm takes the address of each package from its configured registry, and checks the sum.
test("no locked package names a registry", () => {
  const named = installed.filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([place]) => place)).toEqual([]);
});

// A registry that mirrors another one may hold no packages of other systems, whose sums then cannot
// be learned.
test("every locked package that runs where the project is developed has its sum", () => {
  const unsummed = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  const needed = unsummed.filter(
    ([, { optional, os = ["linux"], cpu = ["x64"], libc = ["glibc"] }]) =>
      optional !== true ||
      (os.includes("linux") &&
        (cpu.includes("x64") || cpu.includes("arm64")) &&
        libc.includes("glibc")),
  );
  expect(needed.map(([place]) => place)).toEqual([]);
});

test("the published version of Bun is the locked one, and its executable that of this machine", () => {
  expect(lock.packages["node_modules/bun"]?.version).toBe(publishedVersion);
  const sum = new Bun.CryptoHasher("sha256").update(readFileSync(process.execPath)).digest("hex");
  expect(publishedSums[`${thisMachine.system}-${thisMachine.architecture}`]).toBe(sum);
});

test("every dependency says in CONTRIBUTING.md why it is there", () => {
  const page = readFileSync(join(import.meta.dir, "../../CONTRIBUTING.md"), "utf8");
  const rows = page.slice(page.indexOf("\n## Dependencies\n")).matchAll(/^\| (`.+?`) +\|/gm);
  const reported = [...rows].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
  const { dependencies, devDependencies } = packageJson;
  const own = Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => name !== "framework")
    .map((name) => name.replace(/^@types\/.*/, "@types/*"));
  expect(reported.toSorted()).toEqual([...new Set(own)].toSorted());
});
