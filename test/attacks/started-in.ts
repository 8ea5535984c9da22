// The files that Bun itself reads in the folder that it is started in, and by which code of that
// folder could run. A row for each, so that each new version of Bun is tried with all of them: its
// counterpart shows a version that begins to read another one.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { secret } from "./attack.ts";

export interface RuntimeInput {
  /** Below a folder in which `work` is the one that is stood in. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: (folder: string) => Readonly<Record<string, string>>;
  /** The content of a program in that folder that would load it. */
  readonly victim: string;
  /** True if this version of Bun loads it. */
  readonly isRead: boolean;
  /**
   * A project may choose the settings that its own code is compiled with: `build` and `dev` use
   * them.
   */
  readonly isOfProject?: boolean;
}

const evil = "evil.js";
const paths = (from: string) =>
  JSON.stringify({ compilerOptions: { paths: { [from]: [`./${evil}`] } } });
const preload = `preload = ["./${evil}"]\n`;
/** A package that the tool has, too, so that it would take this one. */
const shadow = (name: string, settings: object = {}) => ({
  [`work/node_modules/${name}/package.json`]: JSON.stringify({
    name,
    main: "index.js",
    ...settings,
  }),
  [`work/node_modules/${name}/index.js`]: `require("../../${evil}");`,
});
const nothing = "export {};";

export const runtimeInputs: Readonly<Record<string, RuntimeInput>> = {
  "tsconfig.json: whole paths": {
    files: { "work/tsconfig.json": paths("/*") },
    victim: nothing,
    isRead: true,
    isOfProject: true,
  },
  "tsconfig.json: all names": {
    files: { "work/tsconfig.json": paths("*") },
    victim: 'import "commander";',
    isRead: true,
    isOfProject: true,
  },
  "tsconfig.json of the folder above": {
    files: { "tsconfig.json": paths("/*").replace("./", "./work/") },
    victim: nothing,
    isRead: true,
    isOfProject: true,
  },
  "tsconfig.json that extends another": {
    files: { "work/tsconfig.json": '{"extends": "./base.json"}', "work/base.json": paths("/*") },
    victim: nothing,
    isRead: true,
    isOfProject: true,
  },
  "tsconfig.json: the source of JSX": {
    files: {
      "work/tsconfig.json": '{"compilerOptions": {"jsx": "react-jsx", "jsxImportSource": "jsx"}}',
      "work/node_modules/jsx/jsx-runtime.js": `require("../../${evil}");`,
      "work/node_modules/jsx/jsx-dev-runtime.js": `require("../../${evil}");`,
    },
    victim: "export default <p />;",
    isRead: true,
    isOfProject: true,
  },
  "jsconfig.json": {
    files: { "work/jsconfig.json": paths("/*") },
    victim: nothing,
    isRead: true,
    isOfProject: true,
  },
  "bunfig.toml: preload": { files: { "work/bunfig.toml": preload }, victim: nothing, isRead: true },
  "bunfig.toml: macros": {
    files: {
      "work/bunfig.toml": `[macros.commander]\nCommand = "./${evil}"\n`,
      ...shadow("commander", { main: "none.js" }),
      "work/node_modules/commander/none.js": "exports.Command = () => {};",
    },
    victim: 'import { Command } from "commander"; Command();',
    isRead: true,
  },
  ".bunfig.toml of the home folder": {
    files: { "home/.bunfig.toml": preload.replace("./", "../work/") },
    env: (folder) => ({ HOME: join(folder, "home") }),
    victim: nothing,
    isRead: false,
  },
  ".bunfig.toml of the settings folder": {
    files: { "home/.bunfig.toml": preload.replace("./", "../work/") },
    env: (folder) => ({ XDG_CONFIG_HOME: join(folder, "home") }),
    victim: nothing,
    isRead: false,
  },
  ...Object.fromEntries(
    [".env", ".env.local", ".env.development"].map((name) => [
      `${name}: options of programs that are started`,
      {
        files: { [`work/${name}`]: `NODE_OPTIONS=--require=$PWD/${evil}\n` },
        victim: 'require("node:child_process").spawnSync("npm", ["--version"]);',
        isRead: true,
      },
    ]),
  ),
  ".env: options of Bun": {
    files: {
      "work/.env": `BUN_OPTIONS=--preload=$PWD/${evil}\nBUN_INSPECT_PRELOAD=$PWD/${evil}\n`,
    },
    victim: nothing,
    isRead: false,
  },
  ".npmrc": {
    files: {
      "work/.npmrc": `node-options=--require=./${evil}\nprefix=\${PWD}\n`,
      "work/node_modules/npm/bin/npm-cli.js": `require("../../../${evil}");`,
      "work/lib/node_modules/npm/bin/npm-cli.js": `require("../../../../${evil}");`,
    },
    victim: 'require("node:child_process").spawnSync("npm", ["--version"]);',
    isRead: false,
  },
  "package.json: imports": {
    files: { "work/package.json": `{"name": "framework", "imports": {"#own": "./${evil}"}}` },
    victim: 'import "#own";',
    isRead: true,
    isOfProject: true,
  },
  "package.json: exports of our own name": {
    files: {
      "work/package.json": `{"name": "framework", "exports": {"./*": "./${evil}"}, "workspaces": ["*"]}`,
    },
    victim: 'import "framework/api";',
    isRead: true,
    isOfProject: true,
  },
  "package.json: what the page takes instead": {
    files: {
      "work/package.json": `{"browser": {"valibot": "./${evil}"}, "bun": {"macros": {"valibot": {"parse": "./${evil}"}}}}`,
    },
    victim: nothing,
    isRead: false,
    isOfProject: true,
  },
  "node_modules: our dependencies": {
    files: { ...shadow("commander"), ...shadow("valibot"), ...shadow("@clack/prompts") },
    victim: 'import "commander";',
    isRead: true,
    isOfProject: true,
  },
  "node_modules: ourselves": {
    files: { ...shadow("framework"), ...shadow("bun") },
    victim: 'import "framework";',
    isRead: true,
    isOfProject: true,
  },
};

/** Makes the folder of an input. Its code outputs `loot()`. */
export function trap({ files }: RuntimeInput, more: Readonly<Record<string, string>> = {}) {
  const dir: TempDir = tempDir();
  const loot = join(dir.path, "work/loot");
  const code = `require("node:fs").writeFileSync(${JSON.stringify(loot)}, ${JSON.stringify(secret)});`;
  // A macro is called by the name it is imported by.
  const all = { ...more, ...files, [`work/${evil}`]: `${code}\nexports.Command = () => {};\n` };
  for (const [name, text] of Object.entries(all)) {
    const path = join(dir.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll("$PWD", join(dir.path, "work")));
  }
  return {
    folder: dir.path,
    work: join(dir.path, "work"),
    loot: () => (existsSync(loot) ? readFileSync(loot, "utf8") : null),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}
