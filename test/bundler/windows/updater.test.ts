import { inflateRawSync } from "node:zlib";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "bun:test";
import { bundle, type Format } from "../../../src/bundler/index.ts";
import { webviewOfUpdates } from "../../../src/bundler/windows/webview.ts";
import { parseChunkIndex } from "../../../src/contract/shipped/chunk-index.ts";
import { missingTool, Project, run } from "../project.ts";
import { noise } from "../../support/noise.ts";

const skip = missingTool("makensis") ?? missingTool("7z");
if (skip !== null) console.warn(`skipped: ${skip}`);

async function made(project: Project, ...formats: Format[]): Promise<string[]> {
  const staged = project.stageFor("windows");
  const outDir = join(project.folder, `out-${formats.join("-")}`);
  const packages = await bundle({ staged, formats, outDir, effort: "quick" });
  return packages.filter(({ format }) => format === "updater").map(({ path }) => path);
}

describe.skipIf(skip !== null)(
  `the updater's download on Windows (${skip ?? "read by 7z"})`,
  () => {
    test("is the script installer, whose chunks are those of the app's own files", async () => {
      const program = noise(1_000_000, 5);
      using project = new Project({ "bin/app": program });
      const [archive = "", chunks = "", index = "", ...others] = await made(
        project,
        "nsis",
        "msi",
        "updater",
      );
      expect([archive, chunks, index].map((path) => basename(path))).toEqual([
        "greeter_1.2.3_x64-setup.nsis.zip",
        "greeter_1.2.3_x64-setup.nsis.chunks",
        "greeter_1.2.3_x64-setup.nsis.chunks.index",
      ]);
      expect(others).toEqual([]);
      run(["7z", "x", "-y", `-o${project.folder}/zip`, archive]);
      const installer = readFileSync(join(project.folder, "zip/greeter_1.2.3_x64-setup.exe"));
      // Not compressed, so that the installed bytes are found in it.
      expect(installer.includes(program.subarray(200_000, 900_000))).toBe(true);
      const file = readFileSync(chunks);
      let at = 0;
      const parts = parseChunkIndex(readFileSync(index)).chunks.map(({ size, packedSize }) => {
        const part = file.subarray(at, (at += packedSize));
        return packedSize < size ? inflateRawSync(part) : part;
      });
      expect(Buffer.concat(parts).equals(installer)).toBe(true);
      run([
        "7z",
        "x",
        "-y",
        `-o${project.folder}/app`,
        join(project.folder, "zip/greeter_1.2.3_x64-setup.exe"),
      ]);
    });

    for (const [type, format] of [
      ["embedBootstrapper", "nsis"],
      ["embedBootstrapper", "msi"],
      ["offlineInstaller", "nsis"],
      ["skip", "nsis"],
    ] as const)
      test(`holds no engine, and downloads a missing one: ${type}, ${format}`, async () => {
        const engine = noise(2_000_000, 9);
        using project = new Project({
          "webview2/MicrosoftEdgeWebview2Setup.exe": engine,
          "webview2/MicrosoftEdgeWebView2RuntimeInstallerX64.exe": engine,
        });
        const webviewInstallMode = type === "skip" ? { type } : { type, silent: true };
        const staged = project.stageFor("windows", { windows: { webviewInstallMode } });
        expect(webviewOfUpdates(staged)).toMatchObject({
          kind: "download",
          arguments: "/silent /install",
        });
        const outDir = join(project.folder, "out");
        const packages = await bundle({
          staged,
          formats: [format, "updater"],
          outDir,
          effort: "quick",
        });
        const archive = packages.find(({ path }) => path.endsWith(".zip"))?.path ?? "";
        run(["7z", "x", "-y", `-o${project.folder}/zip`, archive]);
        const [name = ""] = readdirSync(join(project.folder, "zip"));
        const update = readFileSync(join(project.folder, "zip", name));
        expect(update.includes(engine.subarray(1000, 2000))).toBe(false);
        expect(update.length).toBeLessThan(1_000_000);
      });

    test("brings the engine that is a part of the app", () => {
      using project = new Project({ "engine/msedgewebview2.exe": "" });
      const webviewInstallMode = { type: "fixedRuntime", path: "engine" } as const;
      expect(
        webviewOfUpdates(project.stageFor("windows", { windows: { webviewInstallMode } })).kind,
      ).toBe("skip");
    });

    test("is the package of Windows Installer, where that is all there is", async () => {
      using project = new Project();
      const archives = await made(project, "msi", "updater");
      expect(archives.map((path) => basename(path))).toEqual(["greeter_1.2.3_x64_en-US.msi.zip"]);
      expect(run(["7z", "l", archives[0] ?? ""])).toContain("greeter_1.2.3_x64_en-US.msi");
    });
  },
);
