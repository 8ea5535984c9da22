import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, joinMacExecutables, signMacExecutable } from "../../../src/bundler/index.ts";
import type { MacSigning } from "../../../src/bundler/macos/mac-signing.ts";
import { entitlementsOf } from "../../../src/bundler/macos/signature/code-signature.ts";
import {
  runtimeEntitlements,
  type Entitlements,
} from "../../../src/bundler/macos/signature/entitlements.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, type AppCase, type Project } from "../project.ts";
import { makeDeveloperId, team } from "./developer-id.ts";
import { program } from "./programs.ts";
import { macProject } from "./project.ts";
import { problemsOf, readCode } from "./verifier.ts";
import { signCode } from "../../support/macos/code-in-memory.ts";

const list = (body: string): string =>
  `<?xml version="1.0"?><plist version="1.0"><dict>${body}</dict></plist>`;

async function contentsOf(
  project: Project,
  app: AppCase = {},
  macSigning?: MacSigning,
): Promise<string> {
  const staged = project.stageFor("macos", app, macSigning === undefined ? {} : { macSigning });
  const packages = await bundle({ staged, formats: ["app"], outDir: join(project.folder, "out") });
  return join(packages[0]?.path ?? "", "Contents");
}

/** A sidecar that was signed before, with these rights. */
function toolWith(entitlements: Entitlements): ReturnType<typeof signCode> {
  const facts = { identifier: "tool", isHardened: false, info: null, resources: null };
  return signCode(program({ architecture: "x64" }), { ...facts, entitlements }, null);
}

function codeAt(contents: string, path: string) {
  const bytes = readFileSync(join(contents, path));
  const [code] = readCode(bytes);
  return { ...code?.directory, entitlements: entitlementsOf(bytes) };
}

test("an app may do what its runtime must, and what its own file says over that", async () => {
  using project = macProject({
    "own.plist": list(
      "<key>com.apple.security.device.camera</key><true/><key>com.apple.security.cs.allow-dyld-environment-variables</key><false/>",
    ),
  });
  expect(codeAt(await contentsOf(project), "MacOS/app").entitlements).toEqual({
    ...runtimeEntitlements,
  });
  const own = await contentsOf(project, { macOS: { entitlements: "own.plist" } });
  expect(codeAt(own, "MacOS/app").entitlements).toEqual({
    ...runtimeEntitlements,
    "com.apple.security.device.camera": true,
    "com.apple.security.cs.allow-dyld-environment-variables": false,
  });
});

test("a sidecar keeps its rights, and has those of the app's own file", async () => {
  const entitlements = { "com.apple.security.cs.allow-jit": true };
  const tool = await toolWith(entitlements);
  using project = macProject({
    "bin/tool-x86_64-apple-darwin": tool.bytes,
    "own.plist": list("<key>com.apple.security.device.camera</key><true/>"),
  });
  const bundleFields = { externalBin: ["bin/tool"] };
  const contents = await contentsOf(project, {
    bundle: bundleFields,
    macOS: { entitlements: "own.plist" },
  });
  expect(codeAt(contents, "MacOS/tool").entitlements).toEqual({
    ...entitlements,
    "com.apple.security.device.camera": true,
  });
});

test("entitlements that are none are refused", () => {
  using project = macProject({ "own.plist": "no list" });
  const staging = (entitlements: string) => () =>
    project.stageFor("macos", { macOS: { entitlements } });
  expect(staging("own.plist")).toThrow('Cannot use "own.plist": it must be a property list');
  expect(staging("none.plist")).toThrow('Cannot read "none.plist"');
});

test("an executable is signed where it lies, and joined of one for each processor", async () => {
  using folder = tempDir();
  const place = (name: string): string => join(folder.path, name);
  writeFileSync(place("x64"), program({ architecture: "x64" }));
  writeFileSync(place("arm64"), program());
  joinMacExecutables([place("x64"), place("arm64")], place("app"));
  await signMacExecutable(place("app"), "org.example.greeter", { kind: "ad-hoc" });
  const codes = readCode(readFileSync(place("app")));
  expect(codes.map(({ problems, directory }) => [problems, directory.identifier])).toEqual([
    [[], "org.example.greeter"],
    [[], "org.example.greeter"],
  ]);
  expect(statSync(place("app")).mode & 0o777).toBe(0o755);
  writeFileSync(place("text"), "no program");
  await expect(signMacExecutable(place("text"), "x", { kind: "ad-hoc" })).rejects.toThrow(
    `Cannot sign "${place("text")}": it must be a program of macOS`,
  );
});

const skip = missingTool("openssl");
describe.skipIf(skip !== null)(`by a certificate (${skip ?? "of openssl's"})`, () => {
  /** Without a time stamp, for which a server would have to be asked. */
  function unstamped(folder: string): MacSigning {
    const signing = makeDeveloperId(folder).signing();
    return signing.kind === "certificate"
      ? { ...signing, by: { ...signing.by, timeStamp: null } }
      : signing;
  }

  for (const hardenedRuntime of [true, false]) {
    test(`everything is signed${hardenedRuntime ? ", hardened" : ", and not hardened where that is not wanted"}`, async () => {
      using folder = tempDir();
      using project = macProject({
        "bin/tool-x86_64-apple-darwin": program({ architecture: "x64" }),
      });
      const app = { bundle: { externalBin: ["bin/tool"] }, macOS: { hardenedRuntime } };
      const contents = await contentsOf(project, app, unstamped(folder.path));
      for (const path of ["MacOS/app", "MacOS/tool"])
        expect(codeAt(contents, path)).toMatchObject({
          team,
          flags: hardenedRuntime ? 0x10000 : 0,
        });
      expect(problemsOf(contents, "MacOS/app")).toEqual([]);
    });
  }
});

test("an ad-hoc signature is hardened unless the configuration says otherwise", async () => {
  using project = macProject();
  const flagsOf = async (hardenedRuntime: boolean): Promise<number | undefined> =>
    codeAt(await contentsOf(project, { macOS: { hardenedRuntime } }), "MacOS/app").flags;
  expect([await flagsOf(true), await flagsOf(false)]).toEqual([0x10002, 2]);
});

describe("by the system's own tool", () => {
  /** A program by that name, which records its arguments. */
  function standIn(folder: string, exit = 0): string {
    const path = join(folder, "codesign");
    writeFileSync(
      path,
      `#!/bin/sh\nfor word; do printf '%s ' "\${word##*/}"; done >> ${folder}/asked\nfor word; do case "$before" in --entitlements) cat "$word" >> ${folder}/rights;; esac; before="$word"; done\necho >> ${folder}/asked\necho it said no >&2\nexit ${exit}\n`,
    );
    chmodSync(path, 0o755);
    return folder;
  }

  async function asking(
    exit: number,
    app: AppCase = {},
    tool: Uint8Array = program({ architecture: "x64" }),
  ): Promise<{ asked: string[]; rights: string }> {
    using folder = tempDir();
    using project = macProject({
      "bin/tool-x86_64-apple-darwin": tool,
      "libs/libthing.dylib": program({ isLibrary: true }),
    });
    const before = process.env["PATH"];
    process.env["PATH"] = `${standIn(folder.path, exit)}:${before}`;
    try {
      const identity = "Developer ID Application: Ada";
      const all = {
        bundle: { externalBin: ["bin/tool"] },
        macOS: { frameworks: ["libs/libthing.dylib"], ...app.macOS },
      };
      const staged = project.stageFor("macos", all, { macSigning: { kind: "tool", identity } });
      await bundle({ staged, formats: ["dmg"], outDir: join(project.folder, "out") });
      const text = (name: string): string => {
        const path = join(folder.path, name);
        return existsSync(path) ? readFileSync(path, "utf8") : "";
      };
      return {
        asked: text("asked")
          .trim()
          .split(" \n")
          .map((line) => line.trim()),
        rights: text("rights"),
      };
    } finally {
      process.env["PATH"] = before;
    }
  }

  test("everything is signed from the inside out", async () => {
    const { asked, rights } = await asking(0);
    const by = "--sign Developer ID Application: Ada";
    const options = "--force --timestamp --options runtime";
    expect(asked).toEqual([
      `${options} ${by} libthing.dylib`,
      `${options} ${by} tool`,
      `${options} --identifier org.example.greeter --entitlements entitlements.plist ${by} Greeter.app`,
      `--force --timestamp --identifier org.example.greeter ${by} greeter_1.2.3_x64.dmg`,
    ]);
    expect(rights).toContain("com.apple.security.cs.allow-jit");
  });

  test("a sidecar keeps its rights, which the tool would drop", async () => {
    const { bytes } = await toolWith({ "com.apple.security.device.camera": true });
    const { asked, rights } = await asking(0, {}, bytes);
    expect(asked[1]).toEndWith(
      "--entitlements entitlements.plist --sign Developer ID Application: Ada tool",
    );
    expect(rights).toContain("com.apple.security.device.camera");
  });

  test("it is not hardened where that is not wanted", async () => {
    const { asked } = await asking(0, { macOS: { hardenedRuntime: false } });
    expect(asked.join()).not.toContain("runtime");
  });

  test("the error has its output when it fails", async () => {
    await expect(asking(3)).rejects.toThrow("codesign ended with 3\nit said no");
  });
});
