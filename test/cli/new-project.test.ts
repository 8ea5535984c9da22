import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { runTool } from "./tool.ts";

test("a new project in an empty folder builds with no package but the tool's own", async () => {
  using dir = tempDir();
  expect((await runTool(dir.path, ["init", "--ci"])).code).toBe(0);
  const settings = '{"framework": {"bundle": {"identifier": "org.example.new"}}}';
  const { code, err } = await runTool(dir.path, [
    "build",
    "--no-bundle",
    "--ci",
    "--config",
    settings,
  ]);
  const [made] = err.split("\nNext\n");
  expect({ code, made }).toEqual({ code: 0, made: `Compiling for linux-${process.arch}\n` });
});

test("a new project has no dangerous setting, and the policy of the template vanilla", async () => {
  using dir = tempDir();
  using made = tempDir();
  await runTool(dir.path, ["init", "--ci"]);
  await runTool(made.path, ["init", "--ci", "--template", "vanilla"]);
  expect(await runTool(dir.path, ["audit", "--fail-on", "high"])).toMatchObject({ code: 0 });
  const policyOf = (folder: string): unknown =>
    JSON.parse(readFileSync(join(folder, "src-framework/framework.conf.json"), "utf8")).framework
      .security;
  expect(policyOf(dir.path)).toEqual(policyOf(made.path));
});

test("without a terminal the tool asks no questions", async () => {
  using asked = tempDir();
  using quiet = tempDir();
  const files = async (folder: string, args: readonly string[]) => {
    expect((await runTool(folder, ["init", "--app-name", "Quiet", ...args])).code).toBe(0);
    const conf = readFileSync(join(folder, "src-framework/framework.conf.json"), "utf8");
    return [conf, readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()];
  };
  expect(await files(asked.path, [])).toEqual(await files(quiet.path, ["--ci"]));
});

test("a project's own settings for TypeScript hold when it has no packages", async () => {
  using dir = tempDir({
    "tsconfig.json": '{"compilerOptions": {"jsx": "react", "jsxFactory": "made"}}',
    "src-framework/main.ts":
      'import "./element.tsx";\nimport { defineApp } from "framework/app";\nexport default defineApp({});\n',
    "src-framework/element.tsx": 'import { made } from "./made.ts";\nconsole.log(<p />);\n',
    "src-framework/made.ts": "export const made = (name: string) => name;\n",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Settings", version: "1.0.0" },
      build: { distDir: "../page" },
      framework: { bundle: { identifier: "org.example.settings" } },
    }),
    "page/index.html": "",
  });
  const { code, err } = await runTool(dir.path, ["build", "--no-bundle", "--ci"]);
  const [made] = err.split("\nNext\n");
  expect({ code, made }).toEqual({ code: 0, made: `Compiling for linux-${process.arch}\n` });
});

test("init names the setting with which Parcel finds the API, unless it has it", async () => {
  const parcel = { devDependencies: { parcel: "^2.16.4" }, scripts: { start: "parcel" } };
  const reported = async (more: object): Promise<string> => {
    using dir = tempDir({ "package.json": JSON.stringify({ ...parcel, ...more }) });
    const { code, err } = await runTool(dir.path, ["init", "--ci"]);
    expect(code).toBe(0);
    return err;
  };
  expect(await reported({})).toBe(
    'Parcel finds framework/api only with "@parcel/resolver-default": { "packageExports": true } in package.json\n',
  );
  expect(await reported({ "@parcel/resolver-default": { packageExports: true } })).toBe("");
});

// The compiler of a front end that takes in every TypeScript file below its folder, as that of
// Next.js does, would check the framework's sources with its own settings.
test("a build leaves no TypeScript for the front end's compiler to find", async () => {
  using dir = tempDir();
  await runTool(dir.path, ["init", "--ci"]);
  const settings = '{"framework": {"bundle": {"identifier": "org.example.new"}}}';
  expect((await runTool(dir.path, ["build", "--no-bundle", "--config", settings])).code).toBe(0);
  const made = readdirSync(join(dir.path, "src-framework/target"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(made.filter((path) => /\.[cm]?tsx?$/.test(path))).toEqual([]);
});

/** The section `build` that `init` writes for a project, and what it reports. */
async function initialized(files: Readonly<Record<string, string>>) {
  using dir = tempDir(files);
  const { code, err } = await runTool(dir.path, ["init", "--ci"]);
  expect({ code, err }).toEqual({ code: 0, err });
  const conf = readFileSync(join(dir.path, "src-framework/framework.conf.json"), "utf8");
  const { build } = JSON.parse(conf) as { readonly build: Readonly<Record<string, unknown>> };
  const paths = readdirSync(dir.path, { recursive: true, encoding: "utf8" }).sort();
  return { build, err, paths };
}

const viteManifest = (dev = "vite"): string =>
  JSON.stringify({ devDependencies: { vite: "^8.3.8" }, scripts: { dev, build: "vite build" } });

// As in Tauri's template, whose comments and other ports must not be mistaken for the server's.
const viteConfig = `export default defineConfig(async () => ({
  plugins: [react({ server: "{" })], // server: { port: 1 }
  test: { server: { deps: { inline: [] } } },
  preview: { port: 2345 },
  server: {
    /* port: 2, */
    hmr: host ? { protocol: "ws", host, port: 1421 } : undefined,
    port: 1420,
    strictPort: true,
  },
}));
`;

test("init takes the port of the server from the tool's configuration, unless the script has one", async () => {
  const devPath = async (files: Readonly<Record<string, string>>) =>
    (await initialized(files)).build["devPath"];
  expect({
    config: await devPath({ "package.json": viteManifest(), "vite.config.ts": viteConfig }),
    script: await devPath({
      "package.json": viteManifest("vite --port 4000"),
      "vite.config.ts": viteConfig,
    }),
    computed: await devPath({
      "package.json": viteManifest(),
      "vite.config.js":
        "export default { server: { port: Number(env.PORT) }, preview: { port: 3 } }",
    }),
    rsbuild: await devPath(rsbuild),
    webpack: await devPath({
      ...withBuild("webpack-dev-server", "webpack"),
      "webpack.config.js": "module.exports = { devServer: { hot: true, port: 3456 } };",
    }),
    ember: await devPath({
      "package.json": JSON.stringify({
        devDependencies: { vite: "^8.3.8", "ember-source": "^6.8.0" },
        scripts: { start: "vite" },
      }),
      "vite.config.mjs": "export default defineConfig({ plugins: [ember()] });",
    }),
  }).toEqual({
    config: "http://localhost:1420/",
    script: "http://localhost:4000/",
    computed: "http://localhost:5173/",
    rsbuild: "http://localhost:3457/",
    webpack: "http://localhost:3456/",
    ember: "http://localhost:4200/",
  });
});

const viteFile = (settings: string): Readonly<Record<string, string>> => ({
  "package.json": viteManifest(),
  "vite.config.ts": `// outDir: "no"\nexport default defineConfig({\n  ${settings}\n});\n`,
});
const withBuild = (packageName: string, build: string): Readonly<Record<string, string>> => ({
  "package.json": JSON.stringify({
    devDependencies: { [packageName]: "1.0.0" },
    scripts: { build },
  }),
});

const rsbuild: Readonly<Record<string, string>> = {
  ...withBuild("@rsbuild/core", "rsbuild build"),
  "rsbuild.config.ts":
    'export default defineConfig({ server: { port: 3457 }, output: { distPath: { root: "r" } } });',
};

// Each row: the folder of pages, and the files that name it.
test.each([
  ["../build/web", viteFile('plugins: [react()], build: { minify: false, outDir: "build/web" },')],
  ["../out", viteFile('build: { rollupOptions: { output: { outDir: "x" } }, outDir: "./out/" },')],
  ["../dist", viteFile('root: "src", build: { outDir: "../dist", emptyOutDir: true },')],
  ["../src/dist", viteFile('root: "./src", plugins: [],')],
  ["../www", viteFile('root: "src", build: { outDir: resolve(__dirname, "www") },')],
  ["../dist", viteFile("build: { outDir: process.env.OUT },")],
  ["../dist", viteFile('plugins: [site({ build: { assets: "a" }, root: "b" })],')],
  ["../dist", viteFile('build: { outDir: "../../elsewhere" },')],
  ["../w", withBuild("vite", "tsc --outDir types && vite build --outDir w")],
  ["../dist", withBuild("vite", "tsc --outDir types && vite build")],
  ["../w", withBuild("vite", "vite build --outDir w && node pack.js --output a.zip")],
  ["../b", withBuild("react-scripts", "export BUILD_PATH=b; react-scripts build")],
  ["../p/q", withBuild("parcel", 'parcel build index.html --dist-dir "p/q" --no-cache')],
  ["../b", withBuild("react-scripts", "BUILD_PATH=./b react-scripts build")],
  ["../r", rsbuild],
  ["../s", withBuild("@11ty/eleventy", "eleventy --output=s")],
  [
    "../v",
    {
      ...withBuild("@vue/cli-service", "vue-cli-service build"),
      "vue.config.js": "module.exports = defineConfig({ outputDir: 'v', pages: {} })",
    },
  ],
  ...["build", "./build"].map((path): [string, Readonly<Record<string, string>>] => [
    "../build",
    {
      ...withBuild("webpack-dev-server", "webpack --mode production"),
      "webpack.config.js": `module.exports = { output: { filename: "a.js", path: path.resolve(__dirname, "${path}") } };`,
    },
  ]),
  [
    "../a",
    {
      ...withBuild("astro", "astro build"),
      "astro.config.mjs": "export default defineConfig({ outDir: './a' });",
    },
  ],
  [
    "../n",
    {
      ...withBuild("next", "next build"),
      "next.config.ts": 'const nextConfig: NextConfig = { output: "export", distDir: "n" };',
    },
  ],
  [
    "../k",
    {
      ...withBuild("@sveltejs/kit", "vite build"),
      "svelte.config.js": "export default { kit: { adapter: adapter({ pages: 'k' }) } };",
    },
  ],
])("init takes the folder %s of pages from the tool's settings: %p", async (distDir, files) => {
  expect((await initialized(files)).build["distDir"]).toBe(distDir);
});

test("init says at the root of a workspace that another package may have the pages", async () => {
  const root = "This is the root of a workspace";
  const scripts = { dev: "turbo dev", build: "turbo build" };
  const err = async (files: Readonly<Record<string, string>>) => (await initialized(files)).err;
  const npm = { "package.json": JSON.stringify({ workspaces: ["apps/*"], scripts }) };
  const plain = { "package.json": JSON.stringify({ scripts }) };
  expect(await err(npm)).toContain(root);
  expect(await err({ ...plain, "pnpm-workspace.yaml": "" })).toContain(root);
  expect(await err(plain)).not.toContain(root);
});

test("init takes the server and the folder of pages from a configuration of Tauri beside it", async () => {
  const written = async (build: object) => {
    const { devPath, distDir } = (
      await initialized({
        "package.json": viteManifest(),
        "vite.config.ts": viteConfig,
        "src-tauri/tauri.conf.json": JSON.stringify({ build }),
      })
    ).build;
    return [devPath, distDir];
  };
  expect([
    await written({ devUrl: "http://localhost:3420", frontendDist: "../build" }),
    await written({ devPath: "http://127.0.0.1:3421/", distDir: "../out/pages" }),
    await written({ devPath: "../dist", frontendDist: "https://example.org" }),
  ]).toEqual([
    ["http://localhost:3420", "../build"],
    ["http://127.0.0.1:3421/", "../out/pages"],
    ["http://localhost:1420/", "../dist"],
  ]);
});

const scripts = (dev: string, build: string, packages: readonly string[] = []) =>
  JSON.stringify({
    devDependencies: Object.fromEntries(["vite", ...packages].map((one) => [one, "1.0.0"])),
    scripts: { dev, build },
  });
const stayOut = (shell: string, names = '"dev", "build"') =>
  `Scripts that start or pack an app of ${shell} stay out (${names}): set build.beforeDevCommand and ` +
  "build.beforeBuildCommand to commands that serve and build the pages alone\n";
const vite = { beforeDevCommand: "npm run dev", beforeBuildCommand: "npm run build" };
const server = { devPath: "http://localhost:5173/", distDir: "../dist" };

// Each row: the files of an app of another framework, the section `build`, and the report.
test.each([
  [
    { "package.json": scripts("electron-vite dev", "tsc && electron-vite build") },
    server,
    "Electron",
  ],
  [{ "package.json": scripts("npx electron-forge start", "electron-builder") }, server, "Electron"],
  [
    { "package.json": scripts("concurrently \"vite\" 'electron .'", "neu build") },
    server,
    "Electron",
  ],
  [{ "package.json": scripts("cross-env NODE_ENV=d electron .", "nw .") }, server, "Electron"],
  [
    { "package.json": scripts("vite --outDir electron", "vite build && node electron.js") },
    { ...server, distDir: "../dist", ...vite },
    "",
  ],
  [
    {
      "package.json": scripts("vite", "vite build && electron-packager .", [
        "vite-plugin-electron",
      ]),
    },
    { ...server, beforeDevCommand: vite.beforeDevCommand },
    stayOut("Electron", '"build"'),
  ],
  [
    { "package.json": scripts("vite", "vite build", ["vite-plugin-electron"]) },
    { ...server, ...vite },
    "Remove vite-plugin-electron from the configuration of Vite: it starts Electron beside the app\n",
  ],
  [
    {
      "neutralino.config.json": JSON.stringify({ cli: { resourcesPath: "/resources/" } }),
      "resources/index.html": "",
    },
    { devPath: "../resources", distDir: "../resources", withGlobalFramework: true },
    "",
  ],
  [
    {
      "neutralino.config.json": JSON.stringify({
        cli: {
          resourcesPath: "/web/build/",
          frontendLibrary: {
            devUrl: "http://localhost:3000",
            projectPath: "/web/",
            devCommand: "npm start",
            buildCommand: "npm run build",
          },
        },
      }),
    },
    {
      devPath: "http://localhost:3000",
      distDir: "../web/build",
      beforeDevCommand: "cd web && npm start",
      beforeBuildCommand: "cd web && npm run build",
    },
    "",
  ],
] as const)(
  "init takes the pages of an app of another framework alone: %j",
  async (files, build, report) => {
    const { paths, ...found } = await initialized(
      files as unknown as Readonly<Record<string, string>>,
    );
    expect(paths).not.toContain("src/main.js");
    expect(found).toEqual({ build, err: report === "Electron" ? stayOut("Electron") : report });
  },
);
