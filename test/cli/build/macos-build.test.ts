// Apps for macOS made by the tool, from the configuration to the packages, and read by independent
// programs. Bun's executables for macOS are too large to be installed for every test run;
// docs/macos-packages.md says how to get them.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parse } from "plist";
import { readPackedSpec } from "../../../src/app/app-spec.ts";
import { openPack } from "../../../src/app/pack.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { makeCertificates } from "../../bundler/signing/certificates.ts";
import { missingBun } from "../../bundler/macos/programs.ts";
import { problemsOf, readCode } from "../../bundler/macos/verifier.ts";
import { missingTool, run } from "../../bundler/project.ts";
import { machOProblems } from "../../support/loader/mac-loader.ts";
import { copyProject } from "../../support/project-copy.ts";
import { install } from "../installed-framework.ts";
import { hello } from "./mac-project.ts";
import { runTool } from "../tool.ts";

const targets = {
  "aarch64-apple-darwin": { name: "arm64", reads: ["ARM64"] },
  "x86_64-apple-darwin": { name: "x64", reads: ["X86_64"] },
  "universal-apple-darwin": { name: "universal", reads: ["X86_64", "ARM64"] },
} as const;
type Triple = keyof typeof targets;

interface Made {
  readonly err: string;
  readonly app: string;
  readonly image: string;
  /** The app's program. */
  readonly program: string;
}

interface BuildOptions {
  readonly env?: Record<string, string>;
  readonly before?: string;
  readonly tool?: string;
  /** Images are not made as small as they can be. */
  readonly isQuick?: boolean;
}

async function build(
  folder: string,
  target: Triple,
  { env = {}, isQuick = false, ...tool }: BuildOptions = {},
): Promise<Made> {
  const args = ["build", "--target", target, "--json", ...(isQuick ? ["--debug"] : [])];
  const { code, out, err } = await runTool(folder, args, env, tool);
  if (code !== 0) throw new Error(err);
  const { packages, executable } = JSON.parse(out) as {
    executable: string;
    packages: { format: string; path: string }[];
  };
  const [app = "", image = ""] = ["app", "dmg"].map(
    (format) => packages.find((each) => each.format === format)?.path ?? "",
  );
  return {
    err,
    app,
    image,
    program: join(app, "Contents/MacOS", executable.split("/").at(-1) ?? ""),
  };
}

const sum = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The processors of a macOS program, as llvm reports them. */
function processors(path: string): string[] {
  const output = run(["llvm-objdump", "--macho", "--arch=all", "--private-header", path]);
  return [...output.matchAll(/^\s*MH_MAGIC_64\s+(\w+)/gm)].map(([, name = ""]) => name);
}

const skip = missingBun ?? missingTool("7z", "llvm-objdump", "plistutil", "icns2png");
describe.skipIf(skip !== null)(`packages for macOS (${skip ?? "read by other programs"})`, () => {
  const made = new Map<Triple, Made>();
  let project: ReturnType<typeof tempDir>;
  beforeAll(async () => {
    project = hello();
    for (const target of Object.keys(targets) as Triple[])
      made.set(target, await build(project.path, target));
  });
  afterAll(() => project[Symbol.dispose]());

  for (const [target, { name, reads }] of Object.entries(targets) as [
    Triple,
    (typeof targets)[Triple],
  ][]) {
    test(`an app for ${target} is signed, says what it is for, and finds its page`, () => {
      const { app, program } = made.get(target) as Made;
      expect(app).toBe(
        join(project.path, "src-framework/target", target, "release/bundle/app/Hello.app"),
      );
      expect(processors(program)).toEqual([...reads]);
      expect(problemsOf(join(app, "Contents"), "MacOS/Hello")).toEqual([]);
      expect(machOProblems(readFileSync(program))).toEqual([]);
      const { assets } = readPackedSpec(openPack(program));
      if (assets.kind !== "pack") throw new Error("nothing is packed");
      const { offset, length } = assets.files["index.html"] ?? { offset: 0, length: 0 };
      expect(readFileSync(program).toString("utf8", offset, offset + length)).toStartWith(
        "<!doctype html>",
      );
      const info = parse(
        run(["plistutil", "-i", join(app, "Contents/Info.plist"), "-o", "-", "-f", "xml"]),
      );
      expect(info).toMatchObject({
        CFBundleIdentifier: "org.example.hello",
        CFBundleExecutable: "Hello",
        CFBundleShortVersionString: "1.2.3",
        LSMinimumSystemVersion: "13.0",
      });
      expect(run(["icns2png", "-l", join(app, "Contents/Resources/hello.icns")])).toContain(
        "512x512",
      );
    });

    test(`the disk image for ${target} holds that app, as 7z unpacks it`, () => {
      const { image, program } = made.get(target) as Made;
      expect(image).toEndWith(`/dmg/hello_1.2.3_${name}.dmg`);
      const out = join(project.path, `unpacked-${name}`);
      run(["7z", "x", "-snld20", `-o${out}`, image]);
      const unpacked = join(out, "Hello/Hello.app/Contents");
      expect(problemsOf(unpacked, "MacOS/Hello")).toEqual([]);
      expect(sum(join(unpacked, "MacOS/Hello"))).toBe(sum(program));
      const page = join(unpacked, "Resources/hello.icns");
      writeFileSync(page, Buffer.concat([readFileSync(page), Buffer.from("x")]));
      expect(problemsOf(unpacked, "MacOS/Hello")).not.toEqual([]);
    });
  }

  test("each step is reported", () => {
    const { err } = made.get("universal-apple-darwin") as Made;
    for (const line of [
      "Compiling for macos-x64",
      "Compiling for macos-arm64",
      "Signing Hello",
      "Making app",
      "Making dmg",
    ])
      expect(err).toContain(line);
  });

  test("the same project gives the same packages in another folder, time zone and umask", async () => {
    using first = hello();
    install(first.path);
    using second = tempDir();
    const folder = join(second.path, "much/deeper");
    cpSync(first.path, folder, { recursive: true, verbatimSymlinks: true });
    const sums = [];
    for (const [place, zone, mask] of [
      [first.path, "UTC", "022"],
      [folder, "Asia/Tokyo", "077"],
    ] as const) {
      const { image, program } = await build(place, "aarch64-apple-darwin", {
        tool: join(place, "node_modules/framework/src/cli/main.ts"),
        isQuick: true,
        env: { TZ: zone, SOURCE_DATE_EPOCH: "1700000000" },
        before: `umask ${mask};`,
      });
      sums.push([sum(image), sum(program)]);
    }
    expect(sums[1]).toEqual(sums[0] ?? []);
  });

  const noOpenssl = missingTool("openssl");
  test.skipIf(noOpenssl !== null)(
    `the certificate in the environment signs app and image, from PEM and from .p12 (${noOpenssl ?? "of openssl's"})`,
    async () => {
      using folder = hello();
      const certificates = makeCertificates(folder.path, "rsa");
      const sums = [];
      for (const [file, password] of [
        [certificates.pem, ""],
        [certificates.pkcs12("secret"), "secret"],
      ] as const) {
        const { app, image, program } = await build(folder.path, "aarch64-apple-darwin", {
          isQuick: true,
          env: {
            FRAMEWORK_APPLE_CERTIFICATE: file,
            FRAMEWORK_APPLE_CERTIFICATE_PASSWORD: password,
          },
        });
        expect(problemsOf(join(app, "Contents"), "MacOS/Hello")).toEqual([]);
        const [code] = readCode(readFileSync(program));
        writeFileSync(join(folder.path, "cms.der"), code?.blobs.get(0x10000)?.subarray(8) ?? "");
        writeFileSync(join(folder.path, "directory"), code?.blobs.get(0) ?? "");
        const files = [
          "-inform",
          "DER",
          "-in",
          "cms.der",
          "-content",
          "directory",
          "-CAfile",
          certificates.root,
        ];
        run(
          ["openssl", "cms", "-verify", "-binary", "-purpose", "any", ...files, "-out", "verified"],
          {
            cwd: folder.path,
          },
        );
        sums.push(sum(image));
      }
      expect(sums[1]).toBe(sums[0] ?? "");
    },
  );

  test("an example of ours becomes an app", async () => {
    using example = copyProject("examples/dialogs");
    const { app, program } = await build(example.path, "aarch64-apple-darwin", { isQuick: true });
    expect(processors(program)).toEqual(["ARM64"]);
    expect(problemsOf(join(app, "Contents"), "MacOS/Dialogs")).toEqual([]);
  });
});
