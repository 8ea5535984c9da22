import { expect, test } from "bun:test";
import { launch } from "framework/testing";
import type app from "../src-framework/main.ts";

// Without windows. With mode: "desktop" the app shows them, and running.window() is a page of
// Playwright.
test("the app greets", async () => {
  await using running = await launch<typeof app>({ mode: "memory" });
  expect(await running.invoke("greet", { name: "Ada" })).toBe("Hello, Ada!");
});
