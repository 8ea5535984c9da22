// An app whose isolation hook lets through a list of commands.

import { expect } from "bun:test";
import { launch } from "../../src/testing/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { onDisplay } from "../support/app/display-app.ts";

onDisplay("pages answer a test past a hook that refuses all other commands", async () => {
  using folder = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Isolated" },
      build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
      framework: {
        bundle: { identifier: "org.example.isolated" },
        pattern: { use: "isolation", options: { dir: "../isolation" } },
        windows: [{ title: "Isolated" }],
      },
    }),
    "page/index.html": "<!doctype html><title>Isolated</title>",
    "isolation/index.html": `<!doctype html><script>
      window.__FRAMEWORK_ISOLATION_HOOK__ = (call) => {
        if (call.command !== "app.getName") throw new Error("not in the list");
        return call;
      };
    </script>`,
  });
  await using app = await launch({ project: folder.path });
  const call = async (name: string): Promise<unknown> =>
    await app.evaluate((chosen) => {
      const page = globalThis as unknown as {
        __FRAMEWORK__: { app: Record<string, () => Promise<string>> };
      };
      return page.__FRAMEWORK__.app[chosen]?.().catch(String);
    }, name);
  expect(await call("getName")).toBe("Isolated");
  expect(await call("getVersion")).toBe('Cannot run "app.getVersion": not in the list');
});
