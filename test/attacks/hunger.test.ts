// Attacks on the tool by files that are small and take for ever, or all memory, to be read.

import { expect, test } from "bun:test";
import { readPage } from "../../src/cli/audit/page.ts";
import { iconFiles } from "../../src/cli/build/files/icon-files.ts";
import { readPicture } from "../../src/cli/icon/picture.ts";
import { wantsPageServer } from "../../src/cli/dev/page-server.ts";
import { commandLine } from "../../src/app/updater/install/windows-waiter.ts";
import { readIcons } from "../../src/bundler/icons.ts";
import { executableName, productFileName } from "../../src/bundler/product-file-name.ts";
import { readProjectFacts } from "../../src/bundler/project-facts.ts";
import { missingMessages } from "../../src/bundler/windows/nsis/messages.ts";
import { rtfOf } from "../../src/bundler/write/rtf.ts";
import { unreadSettings } from "../../src/cli/dev/unread-settings.ts";
import { blankRust } from "../../src/cli/migrate/rust/text.ts";
import { staysOut } from "../../src/contract/page/page-path.ts";
import { packageName } from "../../src/contract/shipped/package-name.ts";
import { findCode, withNonces } from "../../src/contract/page/html.ts";
import { settledConfig } from "../support/config.ts";
import { blackPng } from "../../harness/png.ts";
import { tempDir } from "../../harness/temp-dir.ts";

// Pages
// ------------------------------------------------------------

/**
 * Markup that is never closed, which a search that begins anew at each place reads to the end each
 * time.
 */
const unclosed = [
  "<script ",
  "<script>",
  "<script src=",
  '<script src="',
  "<script src='a' ",
  "<title>",
  "<style></styl",
  "<a b='",
  '<a "',
  "</a ",
  "<!--",
  "<!",
  "<",
  "<svg>",
  "<script><!--<script>",
  " ",
  "= ",
  "/ ",
];

/** So many repetitions that a quadratic algorithm would take minutes. */
const times = 200_000;

for (const piece of unclosed) {
  test(`pages of nothing but ${JSON.stringify(piece)} are read in one pass`, () => {
    for (const html of [piece.repeat(times), `<a ${piece.repeat(times)}`]) {
      using dir = tempDir({ "index.html": html });
      expect(wantsPageServer(dir.path)).toBe(false);
      const { foreignScripts } = readPage([
        { path: "index.html", source: `${dir.path}/index.html` },
      ]);
      expect(foreignScripts).toEqual([]);
      const changed = withNonces(html, findCode(html), { script: "a", style: "b" });
      expect(changed.length).toBeGreaterThanOrEqual(html.length);
    }
  });
}

// Texts
// ------------------------------------------------------------

/**
 * Patterns at the end of a text. A search that restarts at each place reads to the end each time.
 */
const texts: Readonly<Record<string, (text: string) => unknown>> = {
  "a path that a page asks for": staysOut,
  "the name of a product": (name) =>
    [productFileName(name, "windows"), executableName(name, "linux"), packageName(name, "a.b.c")]
      .length,
  "an argument of a program of Windows": (text) => commandLine([text]).length,
  "messages of an installer": (script) => missingMessages(script).length,
  "a licence": (text) =>
    rtfOf(Buffer.from(`{\\rtf1 ${text}`), { font: "Tahoma", points: 9 }).length,
  "the author of a project": (author) => {
    using dir = tempDir({ "package.json": JSON.stringify({ author }) });
    return readProjectFacts(dir.path).author?.length;
  },
  "code in Rust": (code) => blankRust(code).length,
  "own code": (code) => {
    const tsconfig = '{ "compilerOptions": { "experimentalDecorators": true } }';
    const installed = { "node_modules/framework/package.json": "{}" };
    using dir = tempDir({ ...installed, "tsconfig.json": tsconfig, "src-framework/main.ts": code });
    return unreadSettings(`${dir.path}/src-framework`, [`${dir.path}/src-framework/main.ts`]);
  },
};

for (const [what, read] of Object.entries(texts)) {
  test(`${what}: read in one pass, also where the same comes again and again`, () => {
    for (const piece of [" ", ".", "-", "/", "\\", "\n", "\r", "\0", "(", "_", 'r#"', '"\\']) {
      const [text, shorter] = [3 * times, 1].map((count) => read(`.a ${piece.repeat(count)} b`));
      expect(typeof text).toBe(typeof shorter);
    }
  });
}

// Pictures
// ------------------------------------------------------------

const side = 5000;
const output = `it has ${side} × ${side} pixels, and may have 16777216 at most`;

test("a picture that claims too many pixels is not decoded: without the rule room is made for them", async () => {
  using dir = tempDir({ "app-icon.png": blackPng(side, side) });
  const path = `${dir.path}/app-icon.png`;
  await expect(readPicture(path, 1024)).rejects.toThrow(`Cannot read "${path}": ${output}`);
  const { width, height } = await new Bun.Image(blackPng(side, side))
    .png()
    .bytes()
    .then((bytes) => new Bun.Image(bytes).metadata());
  expect([width, height]).toEqual([side, side]);
});

test("so it is where only the head of a picture is there", async () => {
  for (const [width, height] of [
    [15_000, 15_000],
    [60_000, 60_000],
    [0xffff_ffff, 0xffff_ffff],
  ] as const) {
    using dir = tempDir({ "app-icon.png": blackPng(width, height, 0) });
    await expect(readPicture(`${dir.path}/app-icon.png`, 1024)).rejects.toThrow(
      "pixels, and may have 16777216 at most",
    );
  }
});

test("an SVG of less than a pixel is not drawn: without the rule it has a hundred million", async () => {
  const drawn = async (size: string) => {
    using dir = tempDir({ "app-icon.svg": `<svg xmlns="http://www.w3.org/2000/svg" ${size}/>` });
    const { width, height } = await readPicture(`${dir.path}/app-icon.svg`, 64);
    return [width, height];
  };
  for (const size of [
    'width="0.4" height="0.004"',
    'width="0.004" height="0.4"',
    'viewBox="0 0 0.1 0.1"',
  ])
    await expect(drawn(size)).rejects.toThrow(
      'app-icon.svg": it must be at least a pixel wide or high',
    );
  expect(await drawn('width="10" height="0.4"')).toEqual([64, 3]);
  expect(await drawn('width="0.4" height="10"')).toEqual([3, 64]);
});

test("an SVG at which the renderer breaks off is named, and so is what is wrong", async () => {
  const filter =
    '<filter id="f" width="1e9" height="1e9"><feGaussianBlur stdDeviation="1e6"/></filter>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${filter}<rect filter="url(#f)" width="64" height="64"/></svg>`;
  using dir = tempDir({ "app-icon.svg": svg });
  const path = `${dir.path}/app-icon.svg`;
  await expect(readPicture(path, 1024)).rejects.toThrow(
    `Cannot read "${path}": it cannot be drawn`,
  );
});

test("an icon of a package, of a window or of the tray is refused by its size", () => {
  using dir = tempDir({ "icon.png": blackPng(side, side, 0), "small.png": blackPng(32, 32) });
  const path = `${dir.path}/icon.png`;
  expect(() => readIcons(dir.path, ["small.png", "icon.png"])).toThrow(
    `Cannot use icon "${path}": ${output}`,
  );
  const own = (framework: object) =>
    iconFiles(
      {
        config: settledConfig({ framework }),
        isWritten: () => false,
        fileOf: () => "",
        configFolder: dir.path,
        frontEndFolder: dir.path,
        outputFolder: "",
      },
      "linux",
    );
  expect(() => own({ bundle: { identifier: "a.b", icon: ["icon.png"] } })).toThrow(output);
  const small = { bundle: { identifier: "a.b", icon: ["small.png"] } };
  expect(() => own({ ...small, systemTray: { iconPath: "icon.png" } })).toThrow(output);
  expect(own({ ...small, systemTray: { iconPath: "small.png" } })).toEqual({
    window: `${dir.path}/small.png`,
    tray: `${dir.path}/small.png`,
  });
});
