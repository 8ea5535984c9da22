// The example, built and packaged as its author would, installed, started, seen and answered.

import { afterAll, beforeAll, describe, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Package } from "../../src/bundler/index.ts";
import { missingPrograms } from "../../harness/display.ts";
import { packExample } from "../support/example-package.ts";
import { missingForThrowAwayRoot, rootCommand } from "./throw-away-root.ts";
import { useApp } from "./used-app.ts";

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;

describe.skipIf(missing !== null)(`the example (${missing ?? "with a display"})`, () => {
  const place = mkdtempSync(join(tmpdir(), "framework-example-"));
  let packages: Package[] = [];

  beforeAll(async () => {
    packages = await packExample("examples/dialogs", ["deb", "appimage"], place);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function pathOf(format: Package["format"]): string {
    return packages.find((made) => made.format === format)?.path ?? "";
  }

  test("as an AppImage shows its page and answers a dialog", () => useApp([pathOf("appimage")]));

  const rootless = missingForThrowAwayRoot();
  test.skipIf(rootless !== null)(
    `from its deb shows its page and answers a dialog (${rootless ?? "as root"})`,
    async () => {
      const root = join(place, "root");
      mkdirSync(root);
      const name = pathOf("deb").split("/").at(-1) ?? "";
      await useApp(
        rootCommand(
          root,
          join(place, "deb"),
          `dpkg -i "/packages/${name}" && cd / && exec dialogs`,
        ),
      );
    },
  );
});
