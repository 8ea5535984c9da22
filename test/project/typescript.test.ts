// The types of the published package, as the compilers and settings that front ends have read them.
// The compilers read dist/, which is written again before the tests run. A front end that names the
// whole API is test/types/front-end.ts.

import { expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

type Settings = Readonly<Record<string, unknown>>;

const plugins = readdirSync(join(root, "plugins"));

const web = ["ES2022", "DOM", "DOM.Iterable"];

/** The template settings about types that `strict` does not set already. */
const templates: Readonly<Record<string, Settings>> = {
  Vite: {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: web,
    useDefineForClassFields: true,
    resolveJsonModule: true,
    isolatedModules: true,
    moduleDetection: "force",
    noUnusedLocals: true,
    noUnusedParameters: true,
    noFallthroughCasesInSwitch: true,
  },
  SvelteKit: {
    target: "ESNext",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ESNext", "DOM", "DOM.Iterable"],
    verbatimModuleSyntax: true,
    isolatedModules: true,
    allowJs: true,
    checkJs: true,
    esModuleInterop: true,
  },
  Next: {
    target: "ES2017",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["DOM", "DOM.Iterable", "ESNext"],
    allowJs: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    isolatedModules: true,
    jsx: "preserve",
  },
  Angular: {
    target: "ES2022",
    module: "ES2022",
    moduleResolution: "bundler",
    lib: ["ES2022", "DOM"],
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    experimentalDecorators: true,
    importHelpers: true,
  },
};

const nodeSettings = (name: string): Settings => ({ target: "ES2022", module: name, lib: web });

const compilers = {
  "5.0": {
    program: "test/compilers/node_modules/typescript/bin/tsc",
    settings: {
      ...templates,
      "resolution node16": { ...nodeSettings("Node16"), moduleResolution: "node16" },
      "resolution node": { ...nodeSettings("ES2022"), moduleResolution: "node" },
      strictest: {
        ...templates["Vite"],
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
      },
    },
  },
  // Resolution `node` is no more.
  newest: {
    program: "node_modules/typescript/bin/tsc",
    settings: {
      ...templates,
      "resolution node16": { ...nodeSettings("Node16"), moduleResolution: "node16" },
      "resolution nodenext": { ...nodeSettings("NodeNext"), moduleResolution: "nodenext" },
      strictest: {
        ...templates["Vite"],
        verbatimModuleSyntax: true,
        erasableSyntaxOnly: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noUncheckedSideEffectImports: true,
      },
      // Without the types of Bun: nothing in an app's own type is made of them.
      "every declaration": { ...templates["Vite"], skipLibCheck: false },
    },
  },
} as const;

/**
 * The app's own code, and a page that takes its type: what has no equal in the API that the front
 * end is from.
 */
const own = {
  "main.ts": `
    import { command, defineApp } from "framework/app";
    export default defineApp({
      state: () => ({ greeted: 0 }),
      commands: {
        greet: ({ name }: { name: string }, { state }) => \`\${name}, \${state.greeted.toFixed()}\`,
        bare: () => null,
      },
    });
    export { command };
  `,
  "page.ts": `
    import { commandsOf, invoke, isFramework } from "framework/api";
    import type app from "./main.js";
    export async function page(): Promise<string> {
      const nothing: null = await invoke<typeof app>("bare");
      // @ts-expect-error no command has this name
      await invoke<typeof app>("gret");
      // @ts-expect-error an argument of another type
      await invoke<typeof app>("greet", { name: 1 });
      const { greet } = commandsOf<typeof app>();
      return isFramework() ? greet({ name: "Ada" }) : invoke<typeof app>("greet", { name: String(nothing) });
    }
  `,
};

/** The output of a compiler for a project with the published package, without its sources. */
async function compile(
  program: string,
  settings: Settings,
  files: Readonly<Record<string, string | Buffer>>,
  withPlugins: readonly string[] = [],
) {
  const compilerOptions = {
    skipLibCheck: true,
    ...settings,
    strict: true,
    noEmit: true,
    types: [],
  };
  using project = tempDir({
    ...files,
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.ts"] }),
    "node_modules/framework/package.json": readFileSync(join(root, "package.json")),
  });
  symlinkSync(join(root, "dist"), join(project.path, "node_modules/framework/dist"));
  for (const name of withPlugins) {
    const folder = join(project.path, "node_modules", `framework-plugin-${name}`);
    cpSync(join(root, "plugins", name), folder, {
      recursive: true,
      filter: (path) => !path.includes("node_modules", root.length),
    });
  }
  // Bun runs the old compiler half as fast.
  const run = Bun.spawn(["node", join(root, program), "--project", project.path], {
    stdout: "pipe",
  });
  const output = await new Response(run.stdout).text();
  return { output, code: await run.exited };
}

for (const [compiler, { program, settings }] of Object.entries(compilers)) {
  for (const [name, chosen] of Object.entries(settings)) {
    test(`TypeScript ${compiler} compiles a front end with the settings of ${name}`, async () => {
      const frontEnd = readFileSync(join(root, "test/types/front-end.ts"));
      const files = { ...own, "front-end.ts": frontEnd };
      expect(await compile(program, chosen, files)).toEqual({ output: "", code: 0 });
    });
  }
}

test("a page takes the type of an app with every plugin, without the types of Bun", async () => {
  const factoryOf = (name: string) =>
    name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const main = `
    import { defineApp } from "framework/app";
    ${plugins.map((name) => `import { ${factoryOf(name)} } from "framework-plugin-${name}";`).join("\n")}
    export default defineApp({ plugins: [${plugins.map((name) => `${factoryOf(name)}()`).join(", ")}] });
  `;
  const page = `
    import { invoke } from "framework/api";
    import type app from "./main.js";
    export const kept: { path: string }[] = await invoke<typeof app>("plugin:persisted-scope|list");
  `;
  const settings = templates["Vite"] as Settings;
  const files = { "main.ts": main, "page.ts": page };
  expect(await compile(compilers.newest.program, settings, files, plugins)).toEqual({
    output: "",
    code: 0,
  });
});

test("tests of an app compile where the optional playwright-core is not installed", async () => {
  const { program, settings } = compilers.newest;
  const chosen = {
    ...settings["every declaration"],
    preserveSymlinks: true,
    lib: ["ESNext", "DOM"],
  };
  const suite = `
    import { launch, type App } from "framework/testing";
    export const start = async (): Promise<App> => await launch({ mode: "memory" });
  `;
  // The other packages of the declarations are installed with the framework.
  const { output } = await compile(program, chosen, { "suite.ts": suite });
  expect(output).not.toContain("playwright-core");
});

test("the global object has a type where framework/api/framework is all that is imported", async () => {
  const page = `
    import { invoke } from "framework/api/framework";
    export const greet = window.__FRAMEWORK__ ? () => invoke<string>("greet") : null;
  `;
  const { program, settings } = compilers.newest;
  expect(await compile(program, settings.strictest, { "page.ts": page })).toEqual({
    output: "",
    code: 0,
  });
});

for (const [compiler, { program }] of Object.entries(compilers)) {
  test(`TypeScript ${compiler} names the argument that is wrong in a call of the app`, async () => {
    const page = `
      import { invoke } from "framework/api";
      import type app from "./main.js";
      void invoke<typeof app>("greet", { name: 1 });
      void invoke<typeof app>("greet", { nam: "Ada" });
    `;
    const { output } = await compile(program, templates["Vite"] ?? {}, { ...own, "page.ts": page });
    expect(output).not.toContain("'never'");
    expect(output).toMatch(/(?:Types of property|The types of) 'name' are incompatible/);
    expect(output).toContain("'nam' does not exist in type '{ name: string; }'");
  });
}
