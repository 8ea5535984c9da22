// Examples of docs/gallery.md whose pages another front end builds. Their packages are those of
// test/front-ends.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "../../harness/display.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { launch, type App } from "../../src/testing/index.ts";
import { root } from "../support/app/display-app.ts";
import { keepPicture } from "../support/gallery-picture.ts";
import { copyProjectInto } from "../support/project-copy.ts";

const packages = join(root, "test/front-ends/node_modules");
const missing = existsSync(packages)
  ? (missingPrograms().map((name) => `needs ${name}`)[0] ?? null)
  : "needs the packages of test/front-ends";

/** The folder of the copies, and the home of the programs that build them. */
let copies: string;
let home: TempDir;

/** Copies an example, and builds its page as its user does. */
async function build(example: string, ...scripts: readonly string[]): Promise<string> {
  const project = join(copies, example);
  copyProjectInto(`examples/${example}`, project, packages);
  for (const script of scripts) {
    const env = { PATH: process.env["PATH"] ?? "", HOME: home.path, NEXT_TELEMETRY_DISABLED: "1" };
    await using program = startProgram(["npm", "run", script], { cwd: project, env });
    await program.endWith(0);
  }
  return project;
}

/** Waits until the file of an app has this text. */
async function kept(app: App, file: string, text: string): Promise<void> {
  const path = join(app.home, ".local/share", file);
  await waitFor(
    `"${text}" in ${file}`,
    () => existsSync(path) && readFileSync(path, "utf8").includes(text),
  );
}

describe.skipIf(missing !== null)(`front ends (${missing ?? "with a display"})`, () => {
  beforeAll(() => {
    // In the checkout: Next.js reads no packages outside the folder of the topmost lock file.
    mkdirSync(join(root, "build"), { recursive: true });
    home = tempDir();
    copies = mkdtempSync(join(root, "build/front-ends-"));
  });
  afterAll(() => {
    home[Symbol.dispose]();
    rmSync(copies, { recursive: true, force: true });
  });

  test("the app with SvelteKit keeps bookmarks, and opens a route with a parameter again", async () => {
    await using app = await launch({ project: await build("sveltekit", "check", "build") });
    const page = await app.window();
    const found = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    for (const [title, address] of [
      ["WebKitGTK", "https://webkitgtk.org/"],
      ["Svelte", "https://svelte.dev/docs"],
      ["MDN", "https://developer.mozilla.org/"],
    ] as const) {
      await page.getByLabel("Title").fill(title);
      await page.getByLabel("Address").fill(address);
      await page.getByLabel("Address").press("Enter");
      await page.getByRole("link", { name: title }).waitFor();
    }
    await found("3 of 3 bookmarks");
    await keepPicture(app, "sveltekit");

    await page.getByRole("link", { name: "WebKitGTK" }).click();
    await page.getByRole("heading", { name: "WebKitGTK" }).waitFor();
    await page.getByLabel("Note").fill("The engine on Linux");
    await kept(app, "org.example.bookmarks/bookmarks/all.json", "The engine on Linux");
    await page.reload();
    await page.getByRole("heading", { name: "WebKitGTK" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/1");
    expect(await page.getByLabel("Note").inputValue()).toBe("The engine on Linux");

    await page.getByRole("link", { name: "All bookmarks" }).click();
    await page.getByLabel("Search").fill("linux");
    await found("1 of 3 bookmarks");
    await page.getByRole("link", { name: "WebKitGTK" }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    await (await app.dialogs.next()).press("Yes");
    await found("2 of 2 bookmarks");
    await app.restart();
    const again = await app.window();
    await again.getByRole("status").filter({ hasText: "2 of 2 bookmarks" }).waitFor();
  });

  test("the app with Next.js keeps habits, and opens a route with a query again", async () => {
    await using app = await launch({ project: await build("next", "build") });
    const page = await app.window();
    const status = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    for (const name of ["Reading", "A walk", "Practise"]) {
      await page.getByLabel("New habit").fill(name);
      await page.getByRole("button", { name: "Add" }).click();
      await page.getByRole("link", { name }).waitFor();
    }
    const week = page.getByRole("row", { name: "Reading" }).getByRole("checkbox");
    // The last column is today.
    for (const column of [2, 4, 5, 6]) await week.nth(column).check();
    await page.getByLabel("A walk, today").check();
    await status("2 of 3 done today");
    await keepPicture(app, "next");

    await page.getByRole("link", { name: "Reading" }).click();
    await status("Days in a row: 3");
    await page.reload();
    await status("Days in a row: 3");
    expect(new URL(page.url()).pathname).toBe("/habit");

    await page.getByRole("button", { name: "Remove" }).click();
    await (await app.dialogs.next()).press("Yes");
    await status("1 of 2 done today");
    await app.restart();
    const again = await app.window();
    await again.getByRole("status").filter({ hasText: "1 of 2 done today" }).waitFor();
  });
});
