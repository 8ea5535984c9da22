/**
 * Makes `packages/create/dist`, which `npm pack ./packages/create` packs: the program as one file
 * for Node.js, the templates, and the icons of a new project.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newIcons } from "../src/cli/init/icons.ts";

const project = join(import.meta.dirname, "..");
const output = join(project, "packages/create/dist");

rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, "icons"), { recursive: true });
const { outputs } = await Bun.build({
  entrypoints: [join(project, "src/cli/init/create-main.ts")],
  target: "node",
  banner: "#!/usr/bin/env node",
});
const [program] = outputs;
if (program === undefined) throw new Error("The bundler made no file");
writeFileSync(join(output, "create.mjs"), await program.text(), { mode: 0o755 });
cpSync(join(project, "src/cli/init/templates"), join(output, "templates"), { recursive: true });
for (const [name, bytes] of Object.entries(await newIcons()))
  writeFileSync(join(output, "icons", name), bytes);
