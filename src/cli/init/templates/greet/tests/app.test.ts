import { expect, test } from "bun:test";
import { launch } from "framework/testing";
import type app from "../src-framework/main.ts";

// In memory mode the app shows no windows. With mode: "desktop" it does, and running.window() is a
// page of Playwright.
test("the app greets", async () => {
  await using running = await launch<typeof app>({ mode: "memory" });
  expect(await running.invoke("greet", { name: "Ada" })).toBe("Hello, Ada!");
});
