// The theme follows the desktop's portal.

import { expect } from "bun:test";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";
import type { TestPage } from "../support/app/pages-app.ts";
import { startMockSettingsPortal } from "../../harness/mock-settings-portal.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

const allowlist = { window: { setTheme: true } };

type Theme = "light" | "dark";

/** The theme that the page gets, and the one that it sees. */
const themeSeen = `[
  await __FRAMEWORK__.window.appWindow.theme(),
  matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
]`;

async function becomes(page: TestPage, theme: Theme): Promise<void> {
  await waitFor(`a ${theme} page`, async () =>
    Bun.deepEquals(await page.run(`return ${themeSeen}`), [theme, theme]),
  );
}

const setTheme = (page: TestPage, theme: Theme | null): Promise<unknown> =>
  page.run(`await __FRAMEWORK__.window.appWindow.setTheme(${JSON.stringify(theme)})`);

onDisplay("a dark desktop makes dark pages, which get every change", async () => {
  await using portal = await startMockSettingsPortal(shared.session, "dark");
  await using app = await startDisplayApp(shared.session, {
    windows: ["main", "other"],
    config: { framework: { allowlist } },
  });
  const [page, other] = [app.page(), app.page("other")];
  await becomes(page, "dark");
  await page.run(
    `window.heard = [];
     await __FRAMEWORK__.window.appWindow.onThemeChanged(({ payload }) => window.heard.push(payload));`,
  );
  portal.prefer("light");
  await becomes(page, "light");
  portal.prefer("dark");
  await becomes(page, "dark");
  portal.prefer("none");
  await becomes(page, "light");

  // The app sets a theme, and the desktop's value waits until the app resets it.
  await setTheme(other, "dark");
  for (const each of [page, other]) await becomes(each, "dark");
  portal.prefer("light");
  await setTheme(other, "light");
  for (const each of [page, other]) await becomes(each, "light");
  portal.prefer("dark");
  await setTheme(other, "light");
  await becomes(page, "light");
  await setTheme(other, null);
  for (const each of [page, other]) await becomes(each, "dark");
  portal.prefer("none");
  await becomes(page, "light");
  const expected = ["light", "dark", "light", "dark", "light", "dark", "light"];
  await waitFor(
    "all events",
    async () => ((await page.run("return heard")) as unknown[]).length >= expected.length,
  );
  expect(await page.run("return heard")).toEqual(expected);
});

/** Settings of a user whose GTK is dark, by the name of the theme or by a preference. */
const darkByUser = ["gtk-theme-name=Adwaita-dark", "gtk-application-prefer-dark-theme=1"];

for (const setting of darkByUser) {
  onDisplay(`an app can be light under ${setting}, and dark again`, async () => {
    using settings = tempDir({ "gtk-3.0/settings.ini": `[Settings]\n${setting}\n` });
    await using app = await startDisplayApp(shared.session, {
      env: { XDG_CONFIG_HOME: settings.path },
      config: { framework: { allowlist, windows: [{ theme: "Light" }] } },
    });
    const page = app.page();
    await becomes(page, "light");
    await setTheme(page, null);
    await becomes(page, "dark");
    await setTheme(page, "light");
    await becomes(page, "light");
  });
}

// KDE sets both, and an app that runs sees only the portal's change.
onDisplay("a desktop that prefers light makes a page light whose GTK began dark", async () => {
  using settings = tempDir({
    "gtk-3.0/settings.ini": "[Settings]\ngtk-application-prefer-dark-theme=1\n",
  });
  await using portal = await startMockSettingsPortal(shared.session, "dark");
  await using app = await startDisplayApp(shared.session, {
    env: { XDG_CONFIG_HOME: settings.path },
  });
  const page = app.page();
  await becomes(page, "dark");
  portal.prefer("light");
  await becomes(page, "light");
  portal.prefer("none");
  await becomes(page, "dark");
});

for (const [variable, expected] of [
  ["Adwaita:dark", "dark"],
  ["Adwaita", "light"],
] as const) {
  onDisplay(`GTK_THEME=${variable} makes a ${expected} page, and says so`, async () => {
    await using app = await startDisplayApp(shared.session, { env: { GTK_THEME: variable } });
    expect(await app.page().run(`return ${themeSeen}`)).toEqual([expected, expected]);
  });
}
