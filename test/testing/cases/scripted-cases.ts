// Tests of the editor where tests of apps have no display of their own, as on Windows and macOS:
// scripts in the page are the pointer and the keys. Dialogs are shown on Windows, except in memory
// and to a client of WebDriver. A test starts this as `framework test` on such a system.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import type app from "../../fixtures/editor-app/src-framework/main.ts";
import { launch, type App } from "../../../src/testing/index.ts";
import { appEnvironment } from "./environment.ts";
import { startProgram } from "../../../src/testing/process/running-app.ts";
import { waitFor } from "../../../src/testing/process/wait.ts";

type Editor = App<typeof app>;

const environment = appEnvironment();
const isWindows = process.platform === "win32";

test("in memory, changes are saved before the window closes", async () => {
  await using editor = await launch<typeof app>({ mode: "memory" });
  await saveChanges(editor);
});

/**
 * Cancels the question that comes before the window closes, then saves, which ends the app. The
 * file may exist.
 */
async function saveChanges(editor: Editor): Promise<void> {
  await editor.invoke("edit", { text: "Hello" });
  await editor.windows.close();
  await (await editor.dialogs.next()).cancel();
  expect(await editor.windows.list()).toHaveLength(1);
  const asked = editor.events.next("asked");
  await editor.windows.close();
  await (await editor.dialogs.next()).press("Save", true);
  expect(await asked).toBe(true);
  const file = join(editor.home, "note.txt");
  await (await editor.dialogs.next()).choose(file);
  expect((await editor.exited).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe("Hello");
}

describe("an app with windows", () => {
  let editor: Editor;
  let page: Page;
  beforeAll(async () => {
    const dialogs = isWindows ? "shown" : "held";
    const reports = join(process.cwd(), "reports");
    editor = await launch<typeof app>({ env: environment, dialogs, reports });
    page = await editor.window();
  });
  afterAll(() => editor?.[Symbol.asyncDispose]());

  test("fields are filled, buttons clicked and texts read by locators", async () => {
    await page.getByRole("textbox", { name: "Text" }).fill("Hello");
    await page.getByRole("button", { name: "Count" }).click();
    // The page says whether it trusts the click.
    expect(await page.getByRole("status").textContent()).toBe("5 false");
  });

  test("keys are typed, chosen and combined", async () => {
    const field = page.getByRole("textbox");
    await field.fill("one");
    await field.focus();
    await page.keyboard.type(" Two!");
    expect(await field.inputValue()).toBe("one Two!");
    await field.press("Control+a");
    await field.press("Delete");
    expect(await field.inputValue()).toBe("");
  });

  test("functions are evaluated in the page and in its frame", async () => {
    const title = () => (globalThis as unknown as { document: { title: string } }).document.title;
    expect(await editor.evaluateIn({ frame: [0] }, title)).toBe("Help");
    expect(await page.evaluate((given) => given * 2, 21)).toBe(42);
  });

  test("the console output of a page is reported", async () => {
    const reported = page.waitForEvent("console");
    await page.getByRole("button").click();
    expect((await reported).text()).toBe("counted");
  });

  test("an item of the menu is chosen, and the message that follows is read and answered", async () => {
    await editor.invoke("edit", { text: "four" });
    const done = editor.events.next("done");
    await editor.menus.choose(["File", "Count"]);
    const message = await editor.dialogs.next();
    expect([message.kind, message.title, message.text, message.buttons]).toEqual([
      "message",
      "Editor",
      "4 letters",
      ["OK"],
    ]);
    await message.press("OK");
    expect(await done).toBe("count");
  });

  test("files are opened and dropped", async () => {
    const file = join(editor.home, "note.txt");
    writeFileSync(file, "text");
    const opened = editor.events.next("done");
    await editor.open(file);
    expect(await opened).toEqual([file]);
    const dropped = editor.events.next("framework://file-drop");
    await editor.windows.dropFiles([file]);
    expect(await dropped).toEqual([file]);
  });

  test("the clipboard is that of the system", async () => {
    await editor.clipboard.write("from the test");
    expect(await editor.clipboard.read()).toBe("from the test");
  });

  test("a picture shows the page, where a test can take one", async () => {
    if (!isWindows) {
      await expect(page.screenshot()).rejects.toThrow("framework/testing takes none on macOS");
      return;
    }
    const paint = (colour: string) =>
      page.evaluate(`void (document.documentElement.style.background = "${colour}")`);
    await paint("rgb(200, 30, 10)");
    const png = await waitFor("the colour in the corner", async () => {
      const taken = await page.screenshot();
      // A signature of 8 bytes, a header of 25, and the pixels after the 8 bytes of their chunk.
      const rows = inflateSync(taken.subarray(41, 41 + taken.readUInt32BE(33)));
      return String([...rows.subarray(1, 4)]) === "200,30,10" && taken;
    });
    const size = await page.evaluate("[innerWidth, innerHeight]");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size as number[]);
    await paint("");
  });

  test("a failure is reported with the tree of the page", async () => {
    const failing = editor.test("no button", () => page.getByText("Missing").click({ timeout: 1 }));
    const error = await failing.catch((thrown: Error) => thrown);
    const file = /Report: (.*)$/m.exec(String(error))?.[1] ?? "";
    const html = readFileSync(file, "utf8");
    expect(html).toContain("- button &#34;Count&#34;");
    expect(html.includes("data:image/png;base64,")).toBe(isWindows);
  });

  test("changes are saved before the window closes", () => saveChanges(editor));

  test("an app starts again with the same home, shows its page, and ends when it is asked to", async () => {
    await editor.restart();
    expect(readFileSync(join(editor.home, "note.txt"), "utf8")).toBe("Hello");
    const again = await editor.window();
    expect(await again.getByRole("textbox").inputValue()).toBe("");
    expect((await editor.quit()).code).toBe(0);
  });
});

test("a client of WebDriver drives the app", async () => {
  const tool = join(import.meta.dir, "../../../src/cli/main.ts");
  const env = process.env as Record<string, string>;
  const bun = [process.execPath, ...process.execArgv];
  await using driver = startProgram([...bun, tool, "driver", "--port", "0"], { env });
  const [, port] = /:(\d+)\s*$/.exec(await driver.line("WebDriver listens on")) ?? [];
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = method === "POST" ? { method, body: JSON.stringify(body ?? {}) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const options = { app: process.cwd(), env: environment };
  const capabilities = { alwaysMatch: { "framework:options": options } };
  const { sessionId } = (await ask("POST", "", { capabilities })) as { sessionId: string };
  const run = (method: string, path: string, body?: object) =>
    ask(method, `/${sessionId}${path}`, body);
  const find = async (value: string): Promise<string> => {
    const found = await run("POST", "/element", { using: "css selector", value });
    return `/element/${Object.values(found as object)[0] as string}`;
  };

  expect(await run("GET", "/title")).toBe("Editor");
  const field = await find("textarea");
  await run("POST", `${field}/value`, { text: "seven" });
  expect(await run("GET", `${field}/property/value`)).toBe("seven");
  await run("POST", `${await find("button")}/click`);
  expect(await run("GET", `${await find("output")}/text`)).toBe("5 false");

  const script = "setTimeout(() => { window.answer = prompt('Name?') })";
  await run("POST", "/execute/sync", { script, args: [] });
  const prompt = waitFor("the prompt", () => run("GET", "/alert/text").catch(() => null));
  expect(await prompt).toBe("Name?");
  await run("POST", "/alert/text", { text: "Ada" });
  await run("POST", "/alert/accept");
  const read = { script: "return window.answer", args: [] };
  expect(await run("POST", "/execute/sync", read)).toBe("Ada");

  await run("POST", "/framework/menu/choose", { path: ["File", "Count"] });
  expect(await run("POST", "/framework/dialog/next")).toMatchObject({ text: "5 letters" });
  await run("POST", "/framework/dialog/press", { button: "OK" });
  await run("DELETE", "");
  await expect(run("GET", "/title")).rejects.toThrow("invalid session id");
});
