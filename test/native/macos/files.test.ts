import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../../bundler/project.ts";
import { libsystemInC } from "./bindings/libsystem-c.ts";

const skip = process.platform === "linux" ? missingTool("gcc") : "over the calls of Linux";
test.skipIf(skip !== null)(
  `files are made, read, listed, renamed and removed by macOS' own calls (${skip ?? "over C functions with Apple's layouts"})`,
  () => {
    using folder = tempDir({ "libsystem.c": libsystemInC });
    using files = tempDir();
    const library = join(folder.path, "libsystem.so");
    run(["gcc", "-shared", "-fPIC", "-o", library, join(folder.path, "libsystem.c")]);
    const program = join(import.meta.dirname, "programs/files-program.ts");
    const output = run([process.execPath, program, library, files.path]);
    expect(JSON.parse(output)).toEqual({
      answers: [
        null,
        null,
        null,
        null,
        null,
        "first and more",
        [
          { path: "~/d/e", name: "e", children: [{ path: "~/d/e/renamed", name: "renamed" }] },
          { path: "~/d/ä.txt", name: "ä.txt" },
        ],
        false,
        null,
        'not-found: Cannot remove "~/d/ä.txt": there is no such file or folder',
        'io: Cannot remove "~/d/e": the folder is not empty',
        null,
        [],
      ],
      spelled: "/d/one",
      of: "/d",
      kinds: ["file", null],
      counts: [2, 2],
      exchanged: "two",
      apart: true,
      codes: ["EEXIST", "ENOENT", "ENOENT"],
      startedAs: "/Applications/A.app/Contents/MacOS/a",
      languages: ["zh-Hans-CN", null, null],
    });
  },
);
