import { expect, test } from "bun:test";
import { launch } from "framework/testing";
import type app from "../src-framework/main.ts";

// In memory mode the app shows no windows. With mode: "desktop" it does.
test("Pause is marked, and the page hears of it", async () => {
  await using running = await launch<typeof app>({ mode: "memory" });
  await running.tray.choose(["Open"]);
  await running.tray.choose(["Pause"]);
  expect(await running.invoke("status")).toBe("Paused");
});

test("Quit ends the app", async () => {
  await using running = await launch({ mode: "memory" });
  await running.tray.choose(["Quit"]);
  await running.exited;
});
