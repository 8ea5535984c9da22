// Cuts a release: version, changelog, commit, tag, and the tarball with its provenance notes in
// build/release.
//
//   node tools/release.mjs VERSION            shows what it would do
//   node tools/release.mjs VERSION --write    does it; nothing is pushed or published
//
// Plain Node.js, so that a clone without packages can show the plan.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

/** A mistake of the caller, or an unsuitable state of the checkout. */
class Stop extends Error {}

function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32" && program === "npm",
  });
  if (status === 0) return stdout.trim();
  throw new Stop(
    `Cannot run "${[program, ...args].join(" ")}": ${error?.message ?? stderr.trim()}`,
  );
}

/**
 * Moves the entries of "Unreleased" below a title of their own, and leaves the headings there,
 * empty.
 */
function releasedChangelog(text, version) {
  const begin = text.indexOf("\n## Unreleased\n");
  const end = text.indexOf("\n## ", begin + 1);
  if (begin === -1 || end === -1)
    throw new Stop('Cannot find "## Unreleased" before another version in CHANGELOG.md');
  const sections = text
    .slice(begin, end)
    .split(/^(?=### )/m)
    .slice(1);
  const filled = sections.filter((section) => section.trim().includes("\n"));
  const isCut = text.includes(`\n## ${version}\n`);
  if (isCut === filled.length > 0)
    throw new Stop(
      isCut
        ? `CHANGELOG.md has a part for ${version}, and bullets under "Unreleased": move them by hand`
        : `CHANGELOG.md has nothing under "Unreleased" to release as ${version}`,
    );
  if (isCut) return text;
  const headings = sections.map((section) => `${section.split("\n")[0]}\n`);
  const unreleased = ["\n## Unreleased\n", ...headings].join("\n");
  const released = [`\n## ${version}\n`, ...filled.map((section) => `${section.trim()}\n`)].join(
    "\n",
  );
  return `${text.slice(0, begin)}${unreleased}${released}${text.slice(end)}`;
}

/** The part of the changelog about a version. */
function notesOf(changelog, version) {
  const begin = changelog.indexOf(`\n## ${version}\n`) + 1;
  const end = changelog.indexOf("\n## ", begin);
  return changelog.slice(begin, end === -1 ? undefined : end).trim();
}

const pagesWithTarballs = [
  "docs/install.md",
  "docs/templates.md",
  "docs/first-hour.md",
  "docs/from-tauri.md",
  "packages/create/README.md",
];

/** Every file that names the version, as it will be. */
function changedFiles(manifest, version) {
  const numbers = (text, count) => {
    let left = count;
    return text.replaceAll(`"version": "${manifest.version}"`, (found) =>
      left-- > 0 ? `"version": "${version}"` : found,
    );
  };
  const tarball = (number) => `framework-${number}.tgz`;
  const files = new Map([
    ["package.json", numbers(read("package.json"), 1)],
    // The first two belong to the package itself.
    ["package-lock.json", numbers(read("package-lock.json"), 2)],
    ["CHANGELOG.md", releasedChangelog(read("CHANGELOG.md"), version)],
  ]);
  const create = "packages/create/package.json";
  files.set(create, numbers(read(create), 1));
  for (const page of pagesWithTarballs)
    files.set(page, read(page).replaceAll(tarball(manifest.version), tarball(version)));
  return new Map([...files].filter(([path, text]) => text !== read(path)));
}

function compare(one, other) {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Packs the tagged commit, and writes its sources and tools beside it. */
function pack(manifest, version, tag, changelog) {
  const folder = join(root, "build/release");
  mkdirSync(folder, { recursive: true });
  const [{ filename }] = JSON.parse(run("npm", "pack", "--json", "--pack-destination", folder));
  const bytes = readFileSync(join(folder, filename));
  const sum = (kind, form) => createHash(kind).update(bytes).digest(form);
  const notes = [
    `# ${manifest.name} ${version}`,
    "",
    `- file: ${filename}, ${bytes.length} bytes`,
    `- SHA-256: ${sum("sha256", "hex")}`,
    `- integrity: sha512-${sum("sha512", "base64")}`,
    `- commit: ${run("git", "rev-parse", "HEAD")}, tag ${tag}`,
    `- made with: Node.js ${process.versions.node}, npm ${run("npm", "--version")}, Bun ${manifest.dependencies?.bun ?? "none"}`,
    `- made again by: git checkout ${tag} && node tools/setup.mjs && npm pack`,
    "",
    notesOf(changelog, version),
    "",
  ].join("\n");
  const file = `${filename}.provenance.md`;
  writeFileSync(join(folder, file), notes);
  return [filename, file].map((name) => join("build/release", name));
}

function main(args) {
  const write = args.includes("--write");
  const [version, ...more] = args.filter((arg) => arg !== "--write");
  if (more.length > 0 || !/^\d+\.\d+\.\d+$/.test(version ?? ""))
    throw new Stop("Usage: node tools/release.mjs VERSION [--write], for example 0.3.0");
  const manifest = JSON.parse(read("package.json"));
  if (compare(version, manifest.version) <= 0)
    throw new Stop(`Cannot release ${version}: the version is ${manifest.version} already`);
  const tag = `v${version}`;
  if (run("git", "tag", "--list", tag) !== "")
    throw new Stop(`Cannot release ${version}: there is a tag "${tag}"`);
  const files = changedFiles(manifest, version);

  console.log(`${manifest.name} ${manifest.version} → ${version}\n`);
  for (const path of files.keys()) console.log(`  write   ${path}`);
  console.log(`  commit  release: cut ${version}`);
  console.log(`  tag     ${tag}`);
  console.log(`  pack    build/release/, with provenance notes`);
  if (!write) {
    console.log("\nNothing was done: --write does it");
    return;
  }

  const changed = run("git", "status", "--porcelain");
  if (changed !== "")
    throw new Stop(`Cannot release with changes that are not committed:\n${changed}`);
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  run("git", "commit", "--quiet", "--message", `release: cut ${version}`, "--", ...files.keys());
  run("git", "tag", "--annotate", tag, "--message", `${manifest.name} ${version}`);
  const made = pack(manifest, version, tag, read("CHANGELOG.md"));
  console.log(`\nMade ${made.join(" and ")}. What is left:\n`);
  console.log(`  npm run ok`);
  console.log(`  git push --follow-tags`);
  console.log(`  npm publish --access public ${made[0]}`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
