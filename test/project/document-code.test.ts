// The code in documents: configurations are checked, TypeScript is compiled, and commands of the
// tool exist. The steps of install.md and from-tauri.md are run by test/install, README's first app
// by test/install, too.

import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { commands, type CommandRow } from "../../src/cli/commands.ts";
import { rootConfig } from "../../src/config/config.ts";
import { root } from "../support/app/display-app.ts";
import { settledConfig, type AuthorConfig } from "../support/config.ts";
import { tempDir } from "../../harness/temp-dir.ts";

interface Block {
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

const plugins = readdirSync(join(root, "plugins"));
const pages = [
  "README.md",
  ...["docs", "docs/how-to"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  ),
  ...plugins.map((name) => `plugins/${name}/README.md`),
];
const blocks: readonly Block[] = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    where: `${page}:${text.slice(0, match.index).split("\n").length}`,
    language: match[2] ?? "",
    code: (match[3] ?? "").replaceAll(new RegExp(`^${match[1]}`, "gm"), ""),
  }));
});
const of = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

// Configurations
// ----------------------------------------------------------------------------------------

const { framework } = rootConfig.fields;
const sections = framework?.shape.kind === "record" ? Object.keys(framework.shape.fields) : [];

/** The configuration that a block is, or is a part of; `null`: it is other JSON. */
function configurationIn(code: string): AuthorConfig | null {
  if (!code.trimStart().startsWith("{")) {
    const part = JSON.parse(`{${code}}`) as Readonly<Record<string, unknown>>;
    return Object.keys(part).every((key) => sections.includes(key))
      ? ({ framework: part } as AuthorConfig)
      : null;
  }
  const whole = JSON.parse(code) as Readonly<Record<string, unknown>>;
  return Object.keys(whole).every((key) => key in rootConfig.fields)
    ? (whole as AuthorConfig)
    : null;
}

test("every configuration in a document is one", () => {
  const found = of("json").flatMap(({ where, code }) => {
    const config = configurationIn(code);
    return config === null ? [] : [{ where, config }];
  });
  expect(found.length).toBeGreaterThan(5);
  const wrong = found.flatMap(({ where, config }) => {
    try {
      settledConfig(config);
      return [];
    } catch (error) {
      return [`${where}: ${String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});

// TypeScript
// --------------------------------------------------------------------------------------------

test("every module in a document that imports the framework compiles", async () => {
  // Those of the first hour are parts of one project, which test/install compiles.
  const modules = of("ts").filter(
    ({ where, code }) =>
      !where.startsWith("docs/first-hour.md") && /^import .* from "framework[/"-]/m.test(code),
  );
  expect(modules.length).toBeGreaterThan(4);
  // A page imports the type of this app, with the command that the documents greet by.
  const main = modules.find(
    ({ where, code }) => where.startsWith("README") && code.includes("defineApp"),
  )?.code;
  using project = tempDir({
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        module: "ESNext",
        moduleResolution: "bundler",
        moduleDetection: "force",
        lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable"],
        types: ["bun"],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
      },
      include: ["docs/*.ts"],
    }),
    "src-framework/main.ts": main ?? "",
    // Tests of a front end have these without an import, and so have the documents.
    "docs/globals.d.ts": `declare const test: typeof import("bun:test").test;
      declare const expect: typeof import("bun:test").expect;
      declare const afterEach: typeof import("bun:test").afterEach;`,
    ...Object.fromEntries(modules.map(({ code }, index) => [`docs/block-${index}.ts`, code])),
  });
  const packages = join(project.path, "node_modules");
  mkdirSync(packages);
  symlinkSync(root, join(packages, "framework"));
  for (const name of plugins)
    symlinkSync(join(root, "plugins", name), join(packages, `framework-plugin-${name}`));
  for (const name of ["@types", "valibot"])
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  const tsc = ["node", join(root, "node_modules/typescript/bin/tsc"), "--project", project.path];
  const run = Bun.spawn(tsc, { cwd: project.path, stdout: "pipe" });
  const output = await new Response(run.stdout).text();
  const named = output.replaceAll(
    /docs\/block-(\d+)\.ts/g,
    (_, index: string) => modules[Number(index)]?.where ?? "",
  );
  expect({ printed: named, code: await run.exited }).toEqual({ printed: "", code: 0 });
});

// Commands
// ----------------------------------------------------------------------------------------------

function problemsOf(line: string): string[] {
  const [, rest] = /\bnpx framework ([^#|&;`]*)/.exec(line) ?? [];
  if (rest === undefined) return [];
  const words = rest.replaceAll(/'[^']*'|"[^"]*"/g, "text").split(/\s+/);
  let row: CommandRow | undefined;
  let among: readonly CommandRow[] = commands;
  while (words[0] !== undefined && among.some(({ name }) => name === words[0])) {
    row = among.find(({ name }) => name === words[0]);
    among = row?.commands ?? [];
    words.shift();
  }
  if (row === undefined) return words[0]?.startsWith("-") ? [] : [`no command "${words[0]}"`];
  const known = (row.options ?? []).flatMap(([flags]) => flags.match(/--?[\w-]+/g) ?? []);
  const ours = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  return ours
    .filter((word) => /^--?[a-z]/i.test(word) && !known.includes(word.replace(/=.*/, "")))
    .map((word) => `"${row.name}" has no option ${word}`);
}

test("every command of the tool in a document exists, with its options", () => {
  const lines = of("sh", "yaml", "powershell").flatMap(({ where, code }) =>
    code.split("\n").map((line) => ({ where, line })),
  );
  const tried = lines.filter(({ line }) => line.includes("npx framework"));
  expect(tried.length).toBeGreaterThan(10);
  expect(
    tried.flatMap(({ where, line }) => problemsOf(line).map((problem) => `${where}: ${problem}`)),
  ).toEqual([]);
});

test("documents install the package before they run it by npx", () => {
  // If it is not installed, npx offers a package of the registry, which is another one.
  const unsafe = pages.filter((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return /\b(?:npx|bunx|pnpm dlx|yarn dlx)\s+(?:--yes\s+|-y\s+)?framework@|npm (?:install|i|add)[^\n`]*\sframework(?:@latest)?\s*$/m.test(
      text,
    );
  });
  expect(unsafe).toEqual([]);
  expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(
    /docs\/install\.md[\s\S]*npx framework/,
  );
});
