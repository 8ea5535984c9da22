// A page whose scope contains programs that run: the app itself, and its programs.

import { expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { OwnPlaces } from "../../src/app/scope/own-places.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { startInMemory, type MemoryPage } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const files = [
  "bin/app",
  "bin/tool",
  "shared/launcher",
  "shared/app/app.pack",
  "shared/app/main.js",
];
const program = "own/tools/program";
/** Its path in the configuration begins with a variable. */
const variableProgram = "kept/tools/program";

interface Attacked {
  readonly page: MemoryPage;
  readonly at: (path: string) => string;
  /** The present content of a path. */
  readonly read: (path: string) => string;
  readonly write: (path: string, contents?: string) => Promise<unknown>;
  readonly move: (from: string, to: string) => Promise<unknown>;
}

/** An app whose pages may write to all of a folder that contains the app and the user's data. */
async function attackOn<Result>(
  isWeak: boolean,
  run: (attacked: Attacked) => Promise<Result>,
  {
    executable = "bin/app",
    prepare,
  }: {
    readonly executable?: string;
    readonly prepare?: (at: (path: string) => string) => void;
  } = {},
): Promise<Result> {
  using folder = tempDir();
  const at = (path: string): string => join(folder.path, path);
  for (const path of [...files, program, variableProgram, "other/file"]) put(at(path), "as it was");
  prepare?.(at);
  using app = await startInMemory({
    allow: ["fs.all", "shell.sidecar", "shell.execute", "shell.open"],
    system: "linux",
    executable: at(executable),
    config: {
      framework: {
        allowlist: {
          fs: { scope: { allow: [`${folder.path}/**`], requireLiteralLeadingDot: false } },
          shell: {
            scope: [
              { name: "mine", cmd: at(program), args: true },
              { name: "in a folder", cmd: `$TEMP/${relative(tmpdir(), at(variableProgram))}` },
              { name: "named", cmd: "named-tool" },
              { name: "absent", cmd: "absent-tool" },
            ],
          },
        },
        bundle: { identifier: "org.example.own", externalBin: ["tools/tool"] },
      },
    },
  });
  const { system, disk } = app.services.host;
  if (isWeak)
    Object.assign(app.services, { ownPlaces: new OwnPlaces({ find: () => [], system, disk }) });
  return await run({
    page: app.page,
    at,
    read: (path) => readFileSync(at(path), "utf8"),
    write: async (path, contents = secret) =>
      await app.page.invoke("fs.writeTextFile", { path: at(path), contents }),
    move: async (from, to) =>
      await app.page.invoke("fs.renameFile", { oldPath: at(from), newPath: at(to) }),
  });
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

attack("a page writes over the executable", (isWeak) =>
  attackOn(isWeak, async ({ write, read }) => {
    await write("bin/app");
    return read("bin/app");
  }),
);

attack("a page appends to a module of an app that shares its runtime", (isWeak) =>
  attackOn(
    isWeak,
    async ({ page, at, read }) => {
      const path = at("shared/app/main.js");
      await page.invoke("fs.writeTextFile", { path, contents: secret, options: { append: true } });
      return read("shared/app/main.js");
    },
    { executable: "shared/launcher" },
  ),
);

attack("a page copies a file over a program that is shipped beside the app", (isWeak) =>
  attackOn(isWeak, async ({ page, at, write, read }) => {
    await write("other/mine");
    await page.invoke("fs.copyFile", { source: at("other/mine"), destination: at("bin/tool") });
    return read("bin/tool");
  }),
);

attack("a page renames a file to a program of shell.scope", (isWeak) =>
  attackOn(isWeak, async ({ write, move, read }) => {
    await write("other/mine");
    await move("other/mine", program);
    return read(program);
  }),
);

attack("a page writes over a program of shell.scope", (isWeak) =>
  attackOn(isWeak, async ({ write, read }) => {
    await write(program);
    return read(program);
  }),
);

attack("a page writes over a program of shell.scope in the folder of a variable", (isWeak) =>
  attackOn(isWeak, async ({ write, read }) => {
    await write(variableProgram);
    return read(variableProgram);
  }),
);

attack("a page makes what an update would put back", (isWeak) =>
  attackOn(isWeak, async ({ write, read }) => {
    await write("bin/.app.01234567.previous");
    return read("bin/.app.01234567.previous");
  }),
);

attack("a page renames a folder above the executable, and makes another one", (isWeak) =>
  attackOn(isWeak, async ({ page, at, move, write, read }) => {
    await move("bin", "old");
    await page.invoke("fs.createDir", { path: at("bin") });
    await write("bin/app");
    return read("bin/app");
  }),
);

attack("a page removes a folder above a program of shell.scope, and makes another one", (isWeak) =>
  attackOn(isWeak, async ({ page, at, write, read }) => {
    await page.invoke("fs.removeDir", { path: at("own"), options: { recursive: true } });
    await page.invoke("fs.createDir", { path: at("own/tools"), options: { recursive: true } });
    await write(program);
    return read(program);
  }),
);

attack(
  "a page prepares a folder, and renames it to where a program of shell.scope is expected",
  (isWeak) =>
    attackOn(
      isWeak,
      async ({ page, at, write, move, read }) => {
        await page.invoke("fs.createDir", { path: at("x/tools"), options: { recursive: true } });
        await write("x/tools/program");
        await move("x", "own");
        return read(program);
      },
      { prepare: (at) => renameSync(at("own"), at("elsewhere")) },
    ),
);

attack("a page replaces a link that leads to a program of shell.scope", (isWeak) =>
  attackOn(
    isWeak,
    async ({ page, at, write, move, read }) => {
      await move("one", "away");
      await page.invoke("fs.createDir", { path: at("one/tools"), options: { recursive: true } });
      await write("one/tools/program");
      return read(program);
    },
    {
      prepare(at) {
        renameSync(at("own"), at("real"));
        symlinkSync("real", at("one"));
        symlinkSync("one", at("own"));
      },
    },
  ),
);

/** An attack while two folders of the app's pages are the first ones of PATH. */
async function inFolderOfPath<Result>(
  isWeak: boolean,
  run: (attacked: Attacked) => Promise<Result>,
): Promise<Result> {
  const before = process.env["PATH"];
  const prepare = (at: (path: string) => string): void => {
    process.env["PATH"] = [at("first"), at("second"), before].join(delimiter);
    mkdirSync(at("first"));
    putProgram(at("second/named-tool"), "as it was");
    putProgram(at("other/mine"), secret);
  };
  try {
    return await attackOn(isWeak, run, { prepare });
  } finally {
    process.env["PATH"] = before;
  }
}

/** The output of a program that a page has copied to `target`. */
function runCopied(isWeak: boolean, target: string, program: string): Promise<string> {
  return inFolderOfPath(isWeak, async ({ page, at }) => {
    await page.invoke("fs.copyFile", { source: at("other/mine"), destination: at(target) });
    const { stdout } = await page.invoke("shell.execute", { program, args: [], options: {} });
    return Buffer.from(stdout).toString();
  });
}

function putProgram(path: string, output: string): void {
  put(path, `#!/bin/sh\necho "${output}"\n`);
  chmodSync(path, 0o755);
}

attack("a page copies a program to where PATH finds it before one of shell.scope", (isWeak) =>
  runCopied(isWeak, "first/named-tool", "named"),
);

attack("a page copies a program to where PATH finds it before a browser", (isWeak) =>
  inFolderOfPath(isWeak, async ({ page, at, read }) => {
    await page.invoke("fs.copyFile", {
      source: at("other/mine"),
      destination: at("first/firefox"),
    });
    return read("first/firefox");
  }),
);

attack("a page makes a program of shell.scope that no folder of PATH holds", (isWeak) =>
  runCopied(isWeak, "second/absent-tool", "absent"),
);

attack("a page writes to the executable by another name of the file", (isWeak) =>
  attackOn(
    isWeak,
    async ({ write, read }) => {
      await write("other/name");
      return read("bin/app");
    },
    { prepare: (at) => linkSync(at("bin/app"), at("other/name")) },
  ),
);

attack("a page writes through a link to the executable", (isWeak) =>
  attackOn(
    isWeak,
    async ({ write, read }) => {
      await write("other/link");
      return read("bin/app");
    },
    { prepare: (at) => symlinkSync("../bin/app", at("other/link")) },
  ),
);

test("a page reads what is run, and changes everything beside it", async () => {
  await attackOn(
    false,
    async ({ page, at, write, move, read }) => {
      expect(await page.invoke("fs.exists", { path: at("bin/app") })).toBe(true);
      expect(
        Buffer.from(await page.invoke("fs.readTextFile", { path: at("bin/app") })).toString(),
      ).toBe("as it was");
      await write("bin/app.txt");
      await write("bin/.apple");
      await write("own/tools/notes.txt");
      await write("other/name");
      expect(read("other/second name")).toBe(secret);
      await move("other", "renamed");
      await page.invoke("fs.removeFile", { path: at("renamed/link") });
      await page.invoke("fs.createDir", {
        path: at("bin/app.d/app"),
        options: { recursive: true },
      });
      await write("bin/app.d/app/app");
      await page.invoke("fs.removeDir", { path: at("bin/app.d"), options: { recursive: true } });
    },
    {
      prepare(at) {
        put(at("other/name"), "");
        linkSync(at("other/name"), at("other/second name"));
        symlinkSync("../bin/app", at("other/link"));
      },
    },
  );
});
