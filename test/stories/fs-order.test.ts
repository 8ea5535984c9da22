// Changes to one path are made in the order of the calls, whatever way these take and however long
// each lasts.

import { expect } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { testWithout } from "../support/each-system.ts";

const test = testWithout(["windows"], "its paths are other text");

/** @param delay of each request on its way, in milliseconds; `null`: none */
async function withFolder(
  run: (app: Awaited<ReturnType<typeof startInMemory>>, folder: string) => Promise<void>,
  delay: number | null = 1,
): Promise<void> {
  using folder = tempDir();
  const fs = { all: true, scope: [`${folder.path}/**`] };
  using app = await startInMemory({
    config: { framework: { allowlist: { fs } } },
    ...(delay !== null && { onTheWay: () => Bun.sleep(delay) }),
  });
  await run(app, folder.path);
}

const sizes = [200_000, 100, 90_000, 20_000];
const piece = (number: number): string => `${number}:${"x".repeat(sizes[number % 4] as number)}\n`;
const numbers = Array.from({ length: 20 }, (_, number) => number);

test("pieces that are appended long and short in turns stand in their order", async () => {
  await withFolder(async ({ page }, folder) => {
    const path = join(folder, "log.txt");
    const link = join(folder, "link.txt");
    writeFileSync(path, "");
    symlinkSync(path, link);
    await Promise.all(
      numbers.map((number) =>
        page.invoke("fs.writeTextFile", {
          path: number % 3 === 0 ? link : path,
          contents: piece(number),
          options: { append: true },
        }),
      ),
    );
    expect(readFileSync(path, "utf8") === numbers.map(piece).join("")).toBeTrue();
  });
});

test("of twenty saves that nothing waits for the last one stays, whole", async () => {
  await withFolder(async ({ page }, folder) => {
    const path = join(folder, "notes.txt");
    for (let round = 0; round < 5; round++) {
      const bytes = (number: number) =>
        new Uint8Array(sizes[(number + round) % 4] as number).fill(number);
      await Promise.all(
        numbers.map((number) =>
          number % 2 === 0
            ? page.invoke("fs.writeTextFile", { path, contents: piece(number + round) })
            : page.invoke("fs.writeBinaryFile", { path, contents: bytes(number) }),
        ),
      );
      expect(readFileSync(path).equals(bytes(19))).toBeTrue();
    }
  });
});

test("a file is saved in the order of the calls by whichever of its hard links", async () => {
  await withFolder(async ({ page }, folder) => {
    const paths = ["one", "other"].map((name) => join(folder, name)) as [string, string];
    writeFileSync(paths[0], "");
    linkSync(...paths);
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        numbers.map((number) =>
          page.invoke("fs.writeTextFile", {
            path: paths[number % 2] as string,
            contents: piece(number + round),
          }),
        ),
      );
      expect(readFileSync(paths[0], "utf8") === piece(19 + round)).toBeTrue();
    }
  });
});

test("folders are made, filled, renamed, copied from and removed in the order of the calls", async () => {
  await withFolder(async ({ page }, folder) => {
    const at = (name: string): string => join(folder, name);
    mkdirSync(at("old"));
    for (let index = 0; index < 200; index++) writeFileSync(at(`old/${index}`), "old");
    await Promise.all([
      page.invoke("fs.removeDir", { path: at("old"), options: { recursive: true } }),
      page.invoke("fs.createDir", { path: at("old") }),
      page.invoke("fs.writeTextFile", { path: at("old/a"), contents: "a".repeat(300_000) }),
      page.invoke("fs.copyFile", { source: at("old/a"), destination: at("copy") }),
      page.invoke("fs.writeTextFile", { path: at("old/a"), contents: "second" }),
      page.invoke("fs.renameFile", { oldPath: at("old"), newPath: at("new") }),
      page.invoke("fs.writeTextFile", {
        path: at("new/a"),
        contents: "!",
        options: { append: true },
      }),
      page.invoke("fs.renameFile", { oldPath: at("copy"), newPath: at("new/b") }),
      page.invoke("fs.removeFile", { path: at("new/a") }),
      page.invoke("fs.writeTextFile", { path: at("new/a"), contents: "third" }),
    ]);
    expect(readdirSync(folder)).toEqual(["new"]);
    expect(readdirSync(at("new")).toSorted()).toEqual(["a", "b"]);
    expect(readFileSync(at("new/a"), "utf8")).toBe("third");
    expect(readFileSync(at("new/b"), "utf8") === "a".repeat(300_000)).toBeTrue();
  });
});

test("reads find what changes before them have made", async () => {
  await withFolder(async ({ page }, folder) => {
    const at = (name: string): string => join(folder, name);
    const long = "a".repeat(3_000_000);
    const write = (name: string, contents: string) =>
      page.invoke("fs.writeTextFile", { path: at(name), contents });
    const read = (name: string) => page.invoke("fs.readTextFile", { path: at(name) });
    const exists = (name: string) => page.invoke("fs.exists", { path: at(name) });
    const [, first, , there, , names, , moved, gone, , second] = await Promise.all([
      write("a", long),
      read("a"),
      page.invoke("fs.createDir", { path: at("d") }),
      exists("d"),
      write("d/b", long),
      page.invoke("fs.readDir", { path: at("d") }),
      page.invoke("fs.renameFile", { oldPath: at("d"), newPath: at("e") }),
      page.invoke("fs.readBinaryFile", { path: at("e/b") }),
      exists("d"),
      write("a", "second"),
      read("a"),
    ]);
    expect(first === long).toBeTrue();
    expect([there, gone, second, moved.length]).toEqual([true, false, "second", long.length]);
    expect(names.map(({ name }) => name)).toEqual(["b"]);
  });
});

test("changes of a page that goes away are made in their order, before those of the next page", async () => {
  await withFolder(async (app, folder) => {
    const at = (name: string): string => join(folder, name);
    for (let round = 0; round < 5; round++) {
      for (const name of ["saved", "log", "removed"]) writeFileSync(at(name), "");
      const gone = app.pageOf("main");
      const write = (number: number, name: string, append = false) =>
        gone.invoke("fs.writeTextFile", {
          path: at(name),
          contents: piece(number),
          options: { append },
        });
      void Promise.allSettled(
        numbers.flatMap((number) => [
          write(number, "saved"),
          write(number, "log", true),
          write(number, "removed"),
        ]),
      );
      await waitFor("the second of them", () => readFileSync(at("log"), "utf8").includes("1:"));
      app.platform.navigate("main");
      const next = app.pageOf("main");
      await next.invoke("fs.removeFile", { path: at("removed") });
      for (const name of ["saved", "log"])
        await next.invoke("fs.writeTextFile", {
          path: at(name),
          contents: "!",
          options: { append: true },
        });
      // Those that were still on their way have gone with the page.
      const made = readFileSync(at("log"), "utf8").split("\n").length - 1;
      const log = numbers.slice(0, made).map(piece).join("");
      expect(readFileSync(at("log"), "utf8") === `${log}!`).toBeTrue();
      const saved = [made - 1, made].map((number) => `${piece(number)}!`);
      expect(saved).toContain(readFileSync(at("saved"), "utf8"));
      expect(existsSync(at("removed"))).toBeFalse();
    }
  }, null);
});
