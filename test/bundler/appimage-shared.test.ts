// AppImages of apps that share their runtime.

import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../src/bundler/index.ts";
import type { SharedApp } from "../../src/bundler/runtime/shared-app.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { sharedAppOf } from "../support/fake-runtime.ts";
import { fakeRuntime } from "../support/starter-app.ts";
import { Project } from "./project.ts";

const isHere = process.platform === "linux" && process.arch === "x64";
const runtime = fakeRuntime('#!/bin/sh\necho "runs: $*"\necho "image: $APPIMAGE"\n');

async function makeImage(project: Project, shared: SharedApp): Promise<string> {
  const staged = project.stageFor("linux", {}, { shared, executable: "nothing/there" });
  const [made] = await bundle({ staged, formats: ["appimage"], outDir: project.folder });
  return made?.path ?? "";
}

const files = { "built/app/main.js": "// @bun\n", "built/app/app.pack": "pages\n" };

test.skipIf(!isHere)(
  "an AppImage of an app that shares its runtime gets it once, and hands on what it was given",
  async () => {
    await using server = await RuntimeServer.of(runtime.archive);
    using project = new Project(files);
    const shared = sharedAppOf(join(project.folder, "built/app"), runtime, [server.address]);
    const made = await makeImage(project, shared);
    expect(statSync(made).size).toBeLessThan(350_000);
    using place = tempDir();
    const image = join(place.path, "Greeter.AppImage");
    const [home, temporary] = [join(place.path, "home"), join(place.path, "tmp")];
    copyFileSync(made, image);
    for (const folder of [home, temporary]) mkdirSync(folder);
    const start = async (args: readonly string[], added: Readonly<Record<string, string>> = {}) => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: temporary, ...added };
      await using started = startProgram([image, ...args], { env, cwd: place.path });
      const { code } = await started.end();
      return { code, output: started.output.map(({ text }) => text) };
    };
    const load = { FRAMEWORK_RUNTIME: "load" };
    expect(await start([], load)).toEqual({ code: 0, output: [] });
    const { code, output } = await start(["one", "two words"]);
    expect({ code, image: output[1] }).toEqual({ code: 0, image: `image: ${image}` });
    const app = String.raw`${temporary}/(?:\.mount_|appimage_)\w+/usr/lib/greeter/app`;
    expect(output[0]).toMatch(
      new RegExp(String.raw`^runs: --config=${app}/bunfig\.toml .*${app}/main\.js one two words$`),
    );
    expect(server.asked).toEqual([null]);
    // The file that stays, not the mount that goes.
    const apps = join(home, ".local/share/framework/runtimes", runtime.key, "apps");
    expect(readdirSync(apps).map((name) => readFileSync(join(apps, name), "utf8"))).toEqual([image]);
    await waitFor("the end of the mounts", () => readdirSync(temporary).length === 0);
  },
);

test("without an address no AppImage is made of an app that shares its runtime", async () => {
  using project = new Project(files);
  const shared = sharedAppOf(join(project.folder, "built/app"), runtime, []);
  await expect(makeImage(project, shared)).rejects.toThrow(
    'Cannot make "appimage": bundle.runtimeAddresses must name where the runtime is',
  );
});
