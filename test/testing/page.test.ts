import { afterAll, beforeAll, expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { missingPrograms } from "../../harness/display.ts";
import type { App } from "../../src/testing/index.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { shareEditor } from "../support/app/editor-app.ts";

const editor = shareEditor();
let app: App;
let page: Page;

beforeAll(async () => {
  if (missingPrograms().length > 0) return;
  app = (await editor.launch()) as unknown as App;
  page = await app.window();
});
afterAll(() => app?.[Symbol.asyncDispose]());

onDisplay("a locator fills a field, and the page's own code hears of it", async () => {
  await page.getByRole("textbox", { name: "Text" }).fill("Hello");
  expect(await page.title()).toBe("Typed");
});

onDisplay("a click is that of a pointer", async () => {
  await page.getByRole("textbox").fill("four");
  await page.getByRole("button", { name: "Count" }).click();
  expect(await page.getByRole("status").textContent()).toBe("4 true");
});

onDisplay("keys are typed, chosen and combined", async () => {
  const field = page.getByRole("textbox");
  await field.fill("one");
  await field.press("End");
  await page.keyboard.type(" Two!");
  expect(await field.inputValue()).toBe("one Two!");
  await field.press("Control+a");
  await field.press("Delete");
  expect(await field.inputValue()).toBe("");
});

onDisplay("a locator that fits several elements is refused", async () => {
  await expect(page.locator("p *").click()).rejects.toThrow("strict mode violation");
});

onDisplay("a locator waits for its element", async () => {
  const added = `document.body.insertAdjacentHTML("beforeend", "<p id=late>late</p>")`;
  await page.evaluate(`void setTimeout(() => ${added}, 50)`);
  expect(await page.locator("#late").textContent()).toBe("late");
});

onDisplay("functions are evaluated under a policy without eval", async () => {
  expect(await page.evaluate((given) => given * 2, 21)).toBe(42);
  const body = await page.evaluateHandle("document.body");
  expect(await body.evaluate((node: { nodeName: string }) => node.nodeName)).toBe("BODY");
  await expect(page.evaluate("globalThis[`eval`](`1`)")).rejects.toThrow("unsafe-eval");
});

onDisplay("a function runs in a frame, with the frame's own globals", async () => {
  const read = (selector: string) => {
    const { document } = globalThis as unknown as {
      document: { title: string; querySelector(text: string): { textContent: string } };
    };
    return [document.title, document.querySelector(selector).textContent];
  };
  expect(await app.evaluateIn({ frame: [0] }, read, "p")).toEqual(["Help", "Write, then save."]);
  await expect(app.evaluateIn({ frame: [7] }, read, "p")).rejects.toMatchObject({
    code: "command-failed",
  });
});

onDisplay("the tree of a page is read as a screen reader has it", async () => {
  expect(await page.locator("p", { has: page.getByRole("button") }).ariaSnapshot()).toContain(
    '- button "Count"',
  );
});

onDisplay("a picture has the size of the page", async () => {
  const png = await page.screenshot();
  const size = await page.evaluate("[innerWidth, innerHeight]");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size as number[]);
});

onDisplay("the console output of a page is reported", async () => {
  const reported = page.waitForEvent("console");
  await page.getByRole("button").click();
  expect((await reported).text()).toBe("counted");
});

onDisplay("a failure is reported with the picture and the tree of the page", async () => {
  const message = await app
    .test("no button", () => page.getByText("Missing").click({ timeout: 300 }))
    .then(
      () => "",
      (error: Error) => error.message,
    );
  const file = /Report: (.*)$/m.exec(message)?.[1] ?? "";
  const html = readFileSync(file, "utf8");
  for (const text of [
    "Window main: ",
    "data:image/png;base64,",
    "- button &#34;Count&#34;",
    "counted",
  ])
    expect(html).toContain(text);
});

onDisplay("a page is loaded anew", async () => {
  await page.getByRole("textbox").fill("gone");
  await page.reload();
  expect(await page.getByRole("textbox").inputValue()).toBe("");
});
