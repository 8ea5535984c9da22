// Attacks by files of a project that would go into its packages.

import { expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { debControl } from "../../src/bundler/linux/deb.ts";
import type { LinuxApp } from "../../src/bundler/linux/linux-app.ts";
import { stage } from "../../src/cli/build/build-plan.ts";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import { openProject } from "../../src/cli/project/project.ts";
import { keyVariable } from "../../src/process/environment.ts";
import { thisMachine } from "../support/this-machine.ts";
import { targetTriple } from "../../src/contract/target.ts";
import type { AuthorConfig } from "../support/config.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { png } from "../bundler/project.ts";
import { runTool } from "../cli/tool.ts";
import { attack, secret } from "./attack.ts";

type Bundle = Partial<NonNullable<NonNullable<AuthorConfig["framework"]>["bundle"]>>;

interface Case {
  readonly bundle?: Bundle;
  /** Below the project's folder, which has a folder beside it. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Link → where it leads, as it is written. */
  readonly links?: Readonly<Record<string, string>>;
}

const target = thisMachine;

function project({ bundle = {}, files = {}, links = {} }: Case) {
  const inside = Object.entries(files).map(([path, content]) => [`app/${path}`, content]);
  const dir = tempDir({
    "app/package.json": '{"name": "small", "type": "module"}',
    "app/page/index.html": "",
    "app/src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../page" },
      framework: { bundle: { identifier: "org.example.small", icon: [], ...bundle } },
    }),
    "outside/file": secret,
    ...Object.fromEntries(inside),
  });
  for (const [path, to] of Object.entries(links)) symlinkSync(to, join(dir.path, "app", path));
  return dir;
}

/** The parts of packages, as a build finds them. */
function staging(dir: TempDir) {
  const output: string[] = [];
  const terminal = {
    cwd: join(dir.path, "app"),
    host: target,
    color: false,
    out: () => {},
    err: (text: string) => output.push(text),
  };
  const opened = openProject(terminal, { system: target.system, command: "build" });
  const options = {
    target,
    isUniversal: false,
    debug: false,
    keepSourceMaps: false,
    bundles: null,
    environment: {},
  };
  return stage(
    { project: opened, terminal, ...options },
    { executable: "none", shared: null, toolsFolder: dir.path, signing: null, mac: null },
  );
}

/** The shipped files, and the messages about them. */
function shipped(given: Case) {
  using dir = project(given);
  const found = staging(dir);
  const relative = (text: string): string => text.replaceAll(`${dir.path}/`, "");
  return {
    content: (found.staged?.shipped ?? []).map(({ source }) =>
      typeof source === "string"
        ? readFileSync(source, "latin1")
        : Buffer.from(source).toString("latin1"),
    ),
    problems: found.problems.map(({ field, message }) => `${field}: ${relative(message)}`),
    notes: found.notes.map(relative),
  };
}

const picture = Buffer.concat([png(32, 32), Buffer.from(secret)]);
const sidecar = `src-framework/tool-${targetTriple(target)}`;

const secrets: Readonly<Record<string, [field: string, Case]>> = {
  "a resource": [
    "resources",
    { bundle: { resources: ["my.key"] }, files: { "src-framework/my.key": secret } },
  ],
  "a folder of resources": [
    "resources",
    {
      bundle: { resources: { data: "data" } },
      files: { "src-framework/data/deep/.hidden": secret },
    },
  ],
  "a sidecar": ["externalBin", { bundle: { externalBin: ["tool"] }, files: { [sidecar]: secret } }],
  "a file of the deb": [
    "deb.files",
    { bundle: { deb: { files: { "/etc/x": "x" } } }, files: { "src-framework/x": secret } },
  ],
  "a file of the rpm": [
    "rpm.files",
    { bundle: { rpm: { files: { "/etc/x": "x" } } }, files: { "src-framework/x": secret } },
  ],
  "an icon": [
    "icon",
    { bundle: { icon: ["icon.png"] }, files: { "src-framework/icon.png": picture } },
  ],
  "a desktop template": [
    "deb.desktopTemplate",
    {
      bundle: { deb: { desktopTemplate: "t" } },
      files: {
        "src-framework/t": `[Desktop Entry]\nType=Application\nName=A\nExec=a\n# ${secret}\n`,
      },
    },
  ],
  "the changelog": [
    "deb.changelog",
    { bundle: { deb: { changelog: "CHANGES" } }, files: { "src-framework/CHANGES": secret } },
  ],
};

for (const [what, [field, given]] of Object.entries(secrets)) {
  attack(`CVE-2023-46115: the signing key is shipped in ${what}`, (isWeak) => {
    const before = process.env[keyVariable];
    process.env[keyVariable] = secret;
    try {
      const { content, problems } = shipped(given);
      if (!isWeak) {
        expect(problems).toEqual([
          expect.stringContaining(`framework.bundle.${field}: Cannot ship "`),
        ]);
        expect(problems[0]).toEndWith(`it holds the value of ${keyVariable}`);
      }
      // A build with a problem makes nothing.
      return isWeak || problems.length === 0 ? content : null;
    } finally {
      if (before === undefined) delete process.env[keyVariable];
      else process.env[keyVariable] = before;
    }
  });
}

const inFolder: Case = { bundle: { resources: ["data"] }, files: { "src-framework/data/a": "" } };
for (const [what, given] of [
  ["a file", { ...inFolder, links: { "src-framework/data/b": "../../../outside/file" } }],
  [
    "a match of a pattern",
    {
      ...inFolder,
      bundle: { resources: ["data/*"] },
      links: { "src-framework/data/b": "../../../outside/file" },
    },
  ],
] as const) {
  attack(`a link among the resources takes ${what} of the developer's machine along`, (isWeak) => {
    const { content, problems } = shipped(given);
    if (!isWeak) {
      expect(problems).toEqual([
        'framework.bundle.resources: Cannot ship "app/src-framework/data/b": a link leads out of the project, to "outside/file"; name that file itself',
      ]);
    }
    return isWeak || problems.length === 0 ? content : null;
  });
}

for (const [how, pattern] of [
  ["in a folder", "data"],
  ["that a pattern matches", "data/*"],
  ["that a pattern goes through", "data/**/*"],
] as const)
  attack(
    `a link to a folder ${how} takes all of that along: it is not even looked through`,
    (isWeak) => {
      const links = { "src-framework/data/b": "../../../outside" };
      // The counterpart: the configuration names the link itself.
      const resources = [isWeak ? "data/b" : pattern];
      const { content, problems } = shipped({ ...inFolder, bundle: { resources }, links });
      const refusal =
        'Cannot ship "app/src-framework/data/b": a link leads out of the project, to "outside"; name that folder itself';
      expect(problems).toEqual(isWeak ? [] : [expect.stringContaining(refusal)]);
      return content;
    },
  );

test("links within the project are followed, and those that the configuration names are reported", () => {
  const within = shipped({
    ...inFolder,
    files: { ...inFolder.files, "common/text": "common" },
    links: { "src-framework/data/b": "../../common", "src-framework/data/c": "a" },
  });
  expect([within.problems, within.notes]).toEqual([[], []]);
  for (const to of ["../../outside", "../../outside/file"]) {
    const named = shipped({ bundle: { resources: ["data"] }, links: { "src-framework/data": to } });
    expect([named.problems, named.notes]).toEqual([
      [],
      [`Shipping "${to.slice(6)}", which the link "app/src-framework/data" leads to`],
    ]);
    expect(named.content).toContain(secret);
  }
  // A file that is named outside of the project is intended.
  const outside = shipped({ bundle: { resources: ["../../outside"] } });
  expect([outside.problems, outside.notes]).toEqual([[], []]);
});

// Fields
// ------------------------------------------------------------------------------------------------

const field = `Pre-Depends: ${secret}`;

/** The line of a control file that no field of the app has. */
function madeField(staged: LinuxApp): string | null {
  return (
    debControl(staged, 1)
      .split("\n")
      .find((line) => line === field) ?? null
  );
}

const manifests: Readonly<Record<string, [facts: object, change: Partial<LinuxApp>]>> = {
  author: [{ author: `Ada <a@b.c>\n${field}` }, { maintainer: `Ada <a@b.c>\n${field}` }],
  homepage: [
    { homepage: `https://a.example\n${field}` },
    { homepage: `https://a.example\n${field}` },
  ],
};

for (const [what, [facts, change]] of Object.entries(manifests)) {
  attack(`the ${what} of a manifest makes a field of the package`, (isWeak) => {
    if (isWeak) {
      using dir = project({});
      return madeField({ ...(staging(dir).staged as LinuxApp), ...change });
    }
    using dir = project({ files: { "package.json": JSON.stringify({ name: "small", ...facts }) } });
    const { staged, problems } = staging(dir);
    expect(problems).toEqual([
      { field: `${what} of package.json`, message: expect.stringContaining("such as U+000A here") },
    ]);
    return staged === null ? null : madeField(staged as LinuxApp);
  });
}

attack("the name of a file makes a line of the package's lists", (isWeak) => {
  const name = `a\n${secret}`;
  using dir = project({
    bundle: { resources: ["data"] },
    files: { [`src-framework/data/${isWeak ? "a" : name}`]: "" },
  });
  const { staged, problems } = staging(dir);
  if (!isWeak) {
    expect(problems).toEqual([
      {
        field: "framework.bundle.resources",
        message:
          'Cannot use "data/a\\nthe secret": it may hold no control characters, such as U+000A here',
      },
    ]);
  }
  return staged === null ? null : [staged.resources, name];
});

test("an executable whose own code holds a signing key is not made", async () => {
  const { secretKey } = generateKeys(null);
  const main = `import { defineApp } from "framework/app";\nexport default defineApp({ commands: { key: () => "${secretKey}" } });\n`;
  using dir = project({ files: { "src-framework/main.ts": main } });
  const { code, err } = await runTool(join(dir.path, "app"), ["build", "--no-bundle"]);
  expect([code, err.split("\n")[1]]).toEqual([
    1,
    `Cannot ship "Small": the app's own code, or its configuration, holds a secret key for signing`,
  ]);
  expect(existsSync(join(dir.path, "app/src-framework/target/release/Small"))).toBe(false);
});
