// Where an app that shares its runtime gets that, when its author does not say so.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedRuntimes, publishedVersion } from "../../src/bundler/runtime/published-runtimes.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { run } from "../bundler/project.ts";
import { thisMachine } from "../support/this-machine.ts";
import { runTool, type ToolResult } from "./tool.ts";

const icon = join(import.meta.dir, "../../examples/dialogs/src-framework/icons/128x128.png");

function project(npmSettings: string): TempDir {
  return tempDir({
    ".npmrc": npmSettings,
    "package.json": '{"name": "small", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: {
        bundle: {
          active: true,
          runtime: "shared",
          identifier: "org.example.small",
          icon: [icon],
          targets: ["appimage"],
        },
        windows: [{}],
      },
    }),
  });
}

/** Builds with the project's settings of npm, and no others. */
function build({ path }: TempDir): Promise<ToolResult> {
  return runTool(path, ["build"], { HOME: path, npm_config_registry: "", NPM_CONFIG_REGISTRY: "" });
}

test.skipIf(process.platform !== "linux")(
  "it is got from where npm would get its package for the project",
  async () => {
    using app = project(
      "registry=https://packages.example/\n@oven:registry=https://runtimes.example/some/npm/\n",
    );
    expect(await build(app)).toMatchObject({ code: 0 });
    const made = join(app.path, "src-framework/target/release/bundle/appimage");
    const [image = ""] = readdirSync(made);
    run([join(made, image), "--appimage-extract"], { cwd: app.path });
    const conf = readFileSync(join(app.path, "squashfs-root/usr/lib/small/app/runtime.conf"), "utf8");
    const { name = "" } = publishedRuntimes[`linux-${thisMachine.architecture}`] ?? {};
    const file = `${name.replace("@oven/", "")}-${publishedVersion}.tgz`;
    expect(conf.match(/^address=.*$/gm)).toEqual([
      `address=https://runtimes.example/some/npm/${name}/-/${file}`,
    ]);
  },
);

for (const [what, registry] of [
  ["is not secure", "http://packages.example/"],
  ["wants a password", "https://me:word@packages.example/"],
]) {
  test(`where npm's registry ${what}, the build says that the author has to name a place`, async () => {
    using app = project(`registry=${registry}\n`);
    const { code, out, err } = await build(app);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^Cannot have apps get their runtime from npm's registry.*[:;] say in framework\.bundle\.runtimeAddresses where (it|the runtime) is$/m,
    );
    expect(err).not.toContain("word@");
  });
}
