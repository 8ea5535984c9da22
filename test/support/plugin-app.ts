import { join } from "node:path";
import { root, type DisplayAppOptions } from "./app/display-app.ts";

/** The calls of each plugin in `main.ts`. */
const factories = {
  sql: "sql()",
  "fs-watch": "fsWatch()",
  upload: "upload()",
  websocket: "websocket()",
  positioner: "positioner()",
  log: 'log({ targets: ["folder"] })',
} as const;

/** The page half of a plugin, as a module that a page can import. */
async function pageModule(plugin: string): Promise<string> {
  const entry = join(root, "plugins", plugin, "api.ts");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser", format: "esm" });
  return await (outputs[0] as Bun.BuildArtifact).text();
}

/** An app with all of these plugins, whose pages import `/<name>.js`. */
export async function pluginApp(
  allowlist: NonNullable<NonNullable<DisplayAppOptions["config"]>["framework"]>["allowlist"] &
    object,
): Promise<DisplayAppOptions> {
  const names = Object.keys(factories);
  const source = (path: string): string => JSON.stringify(join(root, path));
  const main = `
    ${Object.entries(factories)
      .map(
        ([name, made]) =>
          `import { ${made.split("(")[0]} } from ${source(`plugins/${name}/index.ts`)};`,
      )
      .join("\n")}
    import definition from ${source("test/fixtures/display-app/main.ts")};
    export default { ...definition, plugins: [${Object.values(factories).join(", ")}] };
  `;
  const allowed = names.map((name) => [name, { allowlist: { all: true } }] as const);
  const modules = names.map(async (name) => [`page/${name}.js`, await pageModule(name)] as const);
  return {
    config: {
      plugins: {
        ...Object.fromEntries(allowed),
        sql: { allowlist: { all: true }, scope: ["*.db"] },
      },
      framework: { allowlist },
    },
    files: { "src-framework/main.ts": main, ...Object.fromEntries(await Promise.all(modules)) },
  };
}
