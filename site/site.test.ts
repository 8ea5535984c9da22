// The site in a real browser: search, navigation, narrow screens, and accessibility by axe.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type axe from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { buildSite, repository, serveSite } from "./built-site.ts";

const executablePath = Bun.which("chromium") ?? Bun.which("chromium-browser");
if (executablePath === null) console.warn("skipped: chromium is not installed");
const inBrowser = test.skipIf(executablePath === null);

/** One page of each kind: text with code, lists, wide tables, generated pages. */
const kinds = [
  "/",
  "/docs/",
  "/docs/first-hour.html",
  "/docs/platforms.html",
  "/docs/reference/configuration/bundle.html",
  "/docs/reference/api/dialog.html",
];

let pages: ReadonlyMap<string, string>;
let server: Bun.Server<undefined>;
let browser: Browser;

beforeAll(async () => {
  pages = await buildSite();
  server = serveSite();
  if (executablePath === null) return;
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat([
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ]),
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop(true);
});

/** Opens a page of the site; errors of its scripts fail the test. */
async function visit(
  path: string,
  { width = 1400, ...options }: BrowserContextOptions & { readonly width?: number } = {},
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(new URL(path, server.url).href);
    await use(page);
    expect({ path, errors }).toEqual({ path, errors: [] });
  } finally {
    await context.close();
  }
}

/**
 * The findings of axe that keep a user from reading or acting.
 * @param exclude selectors of parts that are not looked at
 */
async function barriers(page: Page, exclude: readonly string[] = []): Promise<string[]> {
  await page.addScriptTag({ path: join(import.meta.dirname, "node_modules/axe-core/axe.min.js") });
  const found = await page.evaluate(async (exclude) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      { exclude: [...exclude] },
      { resultTypes: ["violations"] },
    );
    return violations.map(({ id, impact, nodes }) => ({
      impact,
      text: `${id}: ${String(nodes[0]?.target)}`,
    }));
  }, exclude);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ text }) => text);
}

test("every link of every page leads to a page of the site, and its anchor to a place there", () => {
  expect(pages.size).toBeGreaterThan(90);
  const dead = [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].flatMap(([, link = ""]) => {
      const { origin, pathname, hash } = new URL(
        link.replaceAll("&amp;", "&"),
        `site://site${from}`,
      );
      if (
        !link.startsWith("/") &&
        !link.startsWith("#") &&
        !link.startsWith(".") &&
        origin !== "null"
      )
        return [];
      const target = pages.get(decodeURI(pathname).replace(/\/$/, "/index.html"));
      const anchor = decodeURIComponent(hash.slice(1));
      if (target === undefined) return [`${from}: ${link}`];
      return anchor === "" || target.includes(` id="${anchor}"`) ? [] : [`${from}: ${link}`];
    }),
  );
  expect([...new Set(dead)]).toEqual([]);
});

test("every page can be edited, and source files are read in the repository", () => {
  expect(pages.get("/docs/install.html")).toContain(
    `href="${repository}/edit/main/docs/install.md"`,
  );
  expect(pages.get("/docs/index.html")).toContain(`href="${repository}/edit/main/docs/README.md"`);
  expect(pages.get("/docs/windows-packages.html")).toContain(
    `href="${repository}/blob/main/src/bundler/windows/nsis/installer.nsi"`,
  );
});

inBrowser("search finds the words of a page, and leads to their place", async () => {
  await visit("/", {}, async (page) => {
    await page.getByRole("button", { name: "Search" }).click();
    const field = page.getByRole("searchbox");
    await field.fill("disk image");
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await field.fill("fixedRuntime");
    await page.locator(".VPLocalSearchBox .result", { hasText: "web engine" }).first().click();
    await page.waitForURL("**/docs/windows-packages.html#the-web-engine");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("Windows");
  });
});

inBrowser("the sidebar leads to pages, and opens where the page is", async () => {
  await visit("/docs/install.html", {}, async (page) => {
    const sidebar = page.getByRole("navigation", { name: "Sidebar" });
    await sidebar.getByRole("link", { name: "Configuration", exact: true }).click();
    await page.waitForURL("**/docs/reference/configuration/");
    await sidebar.getByRole("link", { name: "System tray", exact: true }).click();
    await page.waitForURL("**/system-tray.html");
    // The title follows the address.
    await page.waitForFunction(() => document.title === "System tray | framework");
  });
});

inBrowser("pictures of windows have an edge, and fit a narrow screen", async () => {
  await visit("/docs/gallery.html", { width: 360 }, async (page) => {
    const pictures = page.locator(".vp-doc img");
    expect(await pictures.count()).toBeGreaterThan(9);
    for (const picture of await pictures.all()) {
      const [edge, right] = await picture.evaluate((one) => [
        getComputedStyle(one).borderTopWidth,
        one.getBoundingClientRect().right,
      ]);
      expect(edge).toBe("1px");
      expect(right).toBeLessThanOrEqual(360);
    }
  });
});

inBrowser("on a narrow screen a menu leads to pages, and search works", async () => {
  await visit("/docs/install.html", { width: 360 }, async (page) => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("link", { name: "Updates", exact: true }).click();
    await page.waitForURL("**/docs/updates.html");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("validDays");
    await page.locator(".VPLocalSearchBox .result", { hasText: "Signatures that end" }).click();
    await page.waitForURL("**/docs/updates.html#signatures-that-end");
  });
});

for (const [width, colorScheme, examined] of [
  [360, "light", kinds],
  // Between the two others only the bar at the top and the front page differ.
  [800, "light", ["/", "/docs/"]],
  [1400, "dark", kinds],
] satisfies [number, "light" | "dark", string[]][])
  inBrowser(
    `pages fit ${width} pixels, and axe finds no barrier where it is ${colorScheme}`,
    async () => {
      for (const path of kinds)
        await visit(path, { width, colorScheme }, async (page) => {
          const { beyond, background } = await page.evaluate(() => ({
            beyond: document.documentElement.scrollWidth - globalThis.innerWidth,
            background: getComputedStyle(document.body).backgroundColor,
          }));
          // Its hundred links are the same on every page, and take half of axe's time.
          const repeated = path === "/docs/" ? [] : [".VPSidebar"];
          const found = examined.includes(path) ? await barriers(page, repeated) : [];
          expect({ path, beyond, background, barriers: found }).toEqual({
            path,
            beyond: 0,
            background: colorScheme === "dark" ? "rgb(27, 27, 31)" : "rgb(255, 255, 255)",
            barriers: [],
          });
        });
    },
  );

inBrowser("without JavaScript pages are read and found", async () => {
  for (const width of [360, 1400])
    await visit("/docs/install.html", { width, javaScriptEnabled: false }, async (page) => {
      expect(await page.getByText("The package is not in the npm registry yet").isVisible()).toBe(
        true,
      );
      expect(await page.locator("button:visible").count()).toBe(0);
      await page.getByRole("link", { name: "A shared runtime" }).click();
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("shared runtime");
    });
});
