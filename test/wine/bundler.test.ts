// The output for Windows on a Windows host equals that of the same project on Linux, to the byte,
// and a build there starts no program of the project.

import { expect, test } from "bun:test";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingWine, startWine } from "../../harness/wine.ts";
import { missingTool, Project } from "../bundler/project.ts";
import { makeCertificates } from "../bundler/signing/certificates.ts";
import { hostFiles, makeForWindows } from "../bundler/windows/host-bytes.ts";
import { runtime } from "../bundler/windows/resources.ts";

const skip = missingWine() ?? missingTool("openssl");
if (skip !== null) console.warn(`skipped: ${skip}`);

test.skipIf(skip !== null)("a Windows host makes the same bytes", async () => {
  await using wine = await startWine({ windowManager: false });
  using project = new Project({
    "data/a b.txt": "hello",
    "data/deep/ü.txt": "x\r\ny\n",
    "data/lib.dll": runtime(),
    "wix/f.wxs": `<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi"><Fragment><DirectoryRef Id="INSTALLDIR"><Component Id="One" Guid="*"><File Id="One" Source="one.txt" KeyPath="yes"/></Component></DirectoryRef></Fragment></Wix>`,
    "wix/one.txt": "1",
    "runtime.exe": runtime(),
  });
  const settings = project.settings({
    bundle: { resources: { "data/": "texts" } },
    windows: { allowDowngrades: false, digestAlgorithm: "sha384" },
    wix: {
      language: ["en-US", "de-DE"],
      license: "LICENSE",
      fragmentPaths: ["wix/f.wxs"],
      componentRefs: ["One"],
    },
    nsis: { license: "LICENSE", languages: ["English", "German"], installMode: "both" },
  });
  project.write({ "settings.json": JSON.stringify(settings) });
  const { pem } = makeCertificates(project.folder, "rsa");
  writeFileSync(join(project.folder, "signer.pem"), readFileSync(pem));
  const [here, there] = [join(project.folder, "here"), join(project.folder, "there")];
  for (const folder of [here, there]) mkdirSync(folder);
  await makeForWindows(project.folder, here);
  // Rights of files are Linux' own, and may be no part of what Windows gets.
  chmodSync(join(project.folder, "data/a b.txt"), 0o600);
  const program = join(import.meta.dir, "programs/bundler-program.ts");
  const args = [project.folder, there].map((path) => wine.windowsPath(path));
  await using tool = wine.bun(program, args);
  expect(await tool.result()).toMatchObject({ code: 0 });
  const made = (folder: string) => globSync("**/*.*", { cwd: folder }).toSorted();
  expect([here, there].map(made)).toEqual([hostFiles, hostFiles]);
  const differing = hostFiles.filter(
    (name) => !readFileSync(join(here, name)).equals(readFileSync(join(there, name))),
  );
  expect(differing).toEqual([]);
});

test.skipIf(skip !== null)("a build starts no git.exe of the project", async () => {
  await using wine = await startWine({ windowManager: false });
  const code = 'require("node:fs").writeFileSync("ran", "");';
  using project = tempDir({ ".git/HEAD": "", "package.json": "{}", "git.ts": code });
  const { path } = project;
  const { success, logs } = await Bun.build({
    entrypoints: [join(path, "git.ts")],
    compile: {
      target: "bun-windows-x64",
      executablePath: wine.bunFile,
      outfile: join(path, "git.exe"),
    },
  });
  expect({ success, logs }).toEqual({ success: true, logs: [] });
  const run = async (script: string): Promise<void> => {
    await using program = wine.bun(script, [wine.windowsPath(path)]);
    expect(await program.result()).toMatchObject({ code: 0 });
  };
  await run(join(import.meta.dir, "programs/source-date-program.ts"));
  expect(existsSync(join(path, "ran"))).toBe(false);
  writeFileSync(
    join(path, "by-name.js"),
    'require("node:child_process").spawnSync("git", ["rev-list"], { cwd: process.argv[2] });',
  );
  await run(join(path, "by-name.js"));
  expect(existsSync(join(path, "ran"))).toBe(true);
});
