// Apps for macOS that share their runtime, by the tool: they need none for macOS on this machine.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { publishedRuntimes, publishedVersion } from "../../src/bundler/index.ts";
import { slots } from "../../src/bundler/macos/signature/blob.ts";
import { imagesOf } from "../../src/bundler/write/macho.ts";
import { starterFolder } from "../../stub/starter-macos.ts";
import { problemsOf, readCode } from "../bundler/macos/verifier.ts";
import { hello } from "./mac-project.ts";
import { runTool } from "./tool.ts";

const address = "https://runtimes.example/bun.tgz";

interface Built {
  readonly code: number | null;
  readonly err: string;
  readonly packages: Readonly<Record<string, string>>;
}

async function build(folder: string, target: string): Promise<Built> {
  const { code, out, err } = await runTool(folder, ["build", "--target", target, "--json"]);
  if (code !== 0) return { code, err, packages: {} };
  const { packages } = JSON.parse(out) as { packages: { format: string; path: string }[] };
  return { code, err, packages: Object.fromEntries(packages.map(({ format, path }) => [format, path])) };
}

for (const architecture of ["arm64", "x64"] as const) {
  test(`an app for ${architecture} is signed, small, and says what it runs on`, async () => {
    using project = hello({ runtime: "shared", runtimeAddresses: [address] });
    const { packages, err } = await build(project.path, `macos-${architecture}`);
    const contents = join(packages["app"] ?? "", "Contents");
    expect(err).toContain("Making dmg");
    expect(problemsOf(contents, "MacOS/Hello")).toEqual([]);
    // Signing changes what load commands say of the signature, and nothing of the code.
    const [made, source] = [join(contents, "MacOS/Hello"), join(starterFolder, `starter-${architecture}`)]
      .flatMap((path) => imagesOf(readFileSync(path)))
      .map(({ bytes, text }) => bytes.subarray(0x1000, text.size));
    expect(source?.length).toBeGreaterThan(10_000);
    expect(made?.equals(source ?? Buffer.alloc(0))).toBe(true);
    expect(statSync(packages["dmg"] ?? "").size).toBeLessThan(300_000);

    const app = join(contents, "Resources/app");
    expect(readdirSync(app).toSorted()).toEqual([
      "app-thread.js",
      "app.pack",
      "bunfig.toml",
      "main.js",
      "runtime.conf",
      "tsconfig.json",
    ]);
    const runtime = publishedRuntimes[`macos-${architecture}`];
    expect(readFileSync(join(app, "runtime.conf"), "utf8").split("\n").slice(0, 10)).toEqual([
      "format=1",
      "name=Hello",
      `version=${publishedVersion}`,
      `key=${publishedVersion}-${runtime?.executable.sha256.slice(0, 16)}`,
      `archive-sha512=${runtime?.archive.sha512}`,
      `archive-size=${runtime?.archive.size}`,
      "member=package/bin/bun",
      `executable-sha256=${runtime?.executable.sha256}`,
      `executable-size=${runtime?.executable.size}`,
      `address=${address}`,
    ]);
    // What the app is told to be started by.
    expect(readFileSync(join(app, "main.js"), "utf8")).toContain("../../MacOS/Hello");
    writeFileSync(join(app, "main.js"), "evil()");
    expect(problemsOf(contents, "MacOS/Hello")).not.toEqual([]);
  });
}

test("the starter has no rights of the runtime", async () => {
  using project = hello({ runtime: "shared", runtimeAddresses: [address], targets: ["app"] });
  const { packages } = await build(project.path, "macos-arm64");
  const [code] = readCode(readFileSync(join(packages["app"] ?? "", "Contents/MacOS/Hello")));
  expect([...(code?.blobs.keys() ?? [])]).not.toContain(slots.entitlements);
});

test("the same project gives the same app in another folder", async () => {
  const sums = [];
  for (let round = 0; round < 2; round++) {
    using project = hello({ runtime: "shared", runtimeAddresses: [address] });
    const { packages } = await build(project.path, "macos-arm64");
    sums.push(
      createHash("sha256")
        .update(readFileSync(packages["dmg"] ?? ""))
        .digest("hex"),
    );
  }
  expect(sums[1]).toBe(sums[0] ?? "");
});

test("a resource may not lie where the app itself does", async () => {
  using project = hello({
    runtime: "shared",
    runtimeAddresses: [address],
    resources: ["App/notes.txt"],
  });
  await Bun.write(join(project.path, "src-framework/App/notes.txt"), "notes");
  const { code, err } = await build(project.path, "macos-arm64");
  expect(code).toBe(1);
  expect(err).toContain('Cannot ship "App/notes.txt": the folder "app" is that of the app itself');
});
