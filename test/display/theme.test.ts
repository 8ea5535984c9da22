// The theme follows what the desktop's portal says.

import { expect } from "bun:test";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";
import { startMockSettingsPortal } from "../../harness/mock-settings-portal.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

onDisplay("a dark desktop makes dark pages, which are told of every change", async () => {
  await using portal = await startMockSettingsPortal(shared.session, "dark");
  await using app = await startDisplayApp(shared.session);
  const page = app.page();
  const becomes = async (theme: "light" | "dark") =>
    waitFor(`a ${theme} page`, async () => {
      const seen = await page.run(
        `return [
          await __FRAMEWORK__.window.appWindow.theme(),
          matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
        ];`,
      );
      return Bun.deepEquals(seen, [theme, theme]);
    });
  await becomes("dark");
  await page.run(
    `window.heard = [];
     await __FRAMEWORK__.window.appWindow.onThemeChanged(({ payload }) => window.heard.push(payload));`,
  );
  portal.prefer("light");
  await becomes("light");
  portal.prefer("dark");
  await becomes("dark");
  portal.prefer("none");
  await becomes("light");
  await waitFor(
    "all events",
    async () => ((await page.run("return heard")) as unknown[]).length === 3,
  );
  expect(await page.run("return heard")).toEqual(["light", "dark", "light"]);
});

for (const [variable, expected] of [
  ["Adwaita:dark", "dark"],
  ["Adwaita", "light"],
] as const) {
  onDisplay(`GTK_THEME=${variable} makes a ${expected} page, and says so`, async () => {
    await using app = await startDisplayApp(shared.session, { env: { GTK_THEME: variable } });
    const seen = await app.page().run(
      `return [
        await __FRAMEWORK__.window.appWindow.theme(),
        matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      ];`,
    );
    expect(seen).toEqual([expected, expected]);
  });
}
