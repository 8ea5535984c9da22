// Packages of an example app in other distributions than this machine's: installed by their own
// package manager, started with their own GTK and WebKitGTK, used, and removed. `npm run verify`
// runs this file.

import { afterAll, beforeAll, describe, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { missingPrograms } from "../../harness/display.ts";
import { distributions, isMade, webkitVersion } from "../../harness/distributions.ts";
import type { Package } from "../../src/bundler/index.ts";
import { packExample } from "../support/example-package.ts";
import { missingForThrowAwayRoot, rootCommand } from "./throw-away-root.ts";
import { useApp } from "./used-app.ts";

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? missingForThrowAwayRoot();
const pictures = join(import.meta.dir, "../../build/distributions");

describe.skipIf(missing !== null)(`packages (${missing ?? "as root"})`, () => {
  const place = mkdtempSync(join(tmpdir(), "framework-distributions-"));
  let packages: readonly Package[] = [];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    packages = await packExample("examples/dialogs", ["deb", "appimage"], place);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const nameOf = (format: Package["format"]): string =>
    basename(packages.find((made) => made.format === format)?.path ?? "");

  for (const one of distributions) {
    const { name, root } = one;
    const words = isMade(one) ? `${name}, WebKitGTK ${webkitVersion(one)}` : `${name} is missing`;
    const inRoot = async (story: string, picture: string): Promise<void> => {
      const folder = mkdtempSync(join(place, "root-"));
      const file = `${name.toLowerCase().replaceAll(" ", "-")}-${picture}.png`;
      await useApp(rootCommand(folder, place, story, root.folder), join(pictures, file));
    };

    describe.skipIf(!isMade(one))(words, () => {
      test("a deb installs, shows its page, and answers a dialog", () =>
        inRoot(`dpkg -i "/packages/deb/${nameOf("deb")}" && cd / && exec dialogs`, "deb"));

      test("an AppImage shows its page, and answers a dialog", () =>
        inRoot(
          `cd / && exec "/packages/appimage/${nameOf("appimage")}" --appimage-extract-and-run`,
          "appimage",
        ));
    });
  }
});
