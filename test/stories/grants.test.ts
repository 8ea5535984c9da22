import { expect, test } from "bun:test";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { here, testOnEach, testWithout } from "../support/each-system.ts";

const allow = ["dialog.all", "fs.all"];

/** An app whose user chooses `paths` in the next file dialog. */
const choosing = (paths: string[]) => startInMemory({ allow, answers: { file: () => paths } });

testOnEach("a chosen file can be read, its neighbour cannot", async () => {
  using dir = tempDir({ "a.txt": "chosen", "b.txt": "not" });
  using app = await choosing([here(dir.path, "a.txt")]);
  const read = (name: string) => app.page.invoke("fs.readTextFile", { path: here(dir.path, name) });
  await expect(read("a.txt")).rejects.toMatchObject({ code: "out-of-scope" });
  await app.page.invoke("dialog.open", {});
  expect(await read("a.txt")).toBe("chosen");
  await expect(read("b.txt")).rejects.toMatchObject({ code: "out-of-scope" });
});

test("cancelling leaves the scope as it was", async () => {
  using app = await choosing([]);
  expect(await app.page.invoke("dialog.open", {})).toBeNull();
  expect(app.services.grants.list()).toEqual([]);
});

testOnEach("a chosen place to save can be written and read, and nothing else", async () => {
  using dir = tempDir({});
  const path = here(dir.path, "new.txt");
  using app = await choosing([path]);
  expect(await app.page.invoke("dialog.save", {})).toBe(path);
  await app.page.invoke("fs.writeTextFile", { path, contents: "saved" });
  expect(await app.page.invoke("fs.readTextFile", { path })).toBe("saved");
  await expect(
    app.page.invoke("fs.writeTextFile", { path: here(dir.path, "other.txt"), contents: "" }),
  ).rejects.toMatchObject({ code: "out-of-scope" });
});

for (const name of [
  "[a].txt",
  "*",
  "a?b",
  "{x,y}",
  "a b 'c'",
  'a "b"',
  "100%",
  "new\nline",
  "ünï.txt",
]) {
  const story = /[*?"|\n]/.test(name)
    ? testWithout(["windows"], "no file can have that name")
    : test;
  story(`choosing ${JSON.stringify(name)} grants that file and nothing else`, async () => {
    using dir = tempDir({ [name]: "this", "a.txt": "other", aXb: "other", x: "other" });
    using app = await choosing([here(dir.path, name)]);
    await app.page.invoke("dialog.open", {});
    expect(await app.page.invoke("fs.readTextFile", { path: here(dir.path, name) })).toBe("this");
    for (const other of ["a.txt", "aXb", "x"]) {
      await expect(
        app.page.invoke("fs.readTextFile", { path: here(dir.path, other) }),
      ).rejects.toMatchObject({
        code: "out-of-scope",
      });
    }
  });
}

testOnEach(
  "a chosen folder lets its direct children be read, with recursive all below",
  async () => {
    using dir = tempDir({ "a.txt": "direct", "sub/b.txt": "deep" });
    const deep = { path: here(dir.path, "sub/b.txt") };
    using app = await choosing([here(dir.path)]);
    await app.page.invoke("dialog.open", { options: { directory: true } });
    expect(await app.page.invoke("fs.readTextFile", { path: here(dir.path, "a.txt") })).toBe(
      "direct",
    );
    await expect(app.page.invoke("fs.readTextFile", deep)).rejects.toMatchObject({
      code: "out-of-scope",
    });
    await app.page.invoke("dialog.open", { options: { directory: true, recursive: true } });
    expect(await app.page.invoke("fs.readTextFile", deep)).toBe("deep");
  },
);

testOnEach("both scopes know a choice before the promise settles", async () => {
  using dir = tempDir({ "a.png": "" });
  const path = here(dir.path, "a.png");
  using app = await choosing([path]);
  expect(await app.page.invoke("dialog.open", {})).toBe(path);
  expect(app.services.fsScope.check(path, "main").text).toBe(path);
  expect(app.services.assetScope.check(path, "main").text).toBe(path);
});

testOnEach("a denied path stays denied when it is chosen", async () => {
  using dir = tempDir({ "secret/key": "no" });
  const path = here(dir.path, "secret/key");
  using app = await startInMemory({
    allow,
    answers: { file: () => [path] },
    config: {
      framework: {
        allowlist: { fs: { scope: { allow: [], deny: [`${here(dir.path)}/secret/**`] } } },
      },
    },
  });
  await app.page.invoke("dialog.open", {});
  await expect(app.page.invoke("fs.readTextFile", { path })).rejects.toMatchObject({
    code: "out-of-scope",
  });
});
