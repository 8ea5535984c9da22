// Apps whose first page is slow, asks a question, or is not their own.

import { expect } from "bun:test";
import { launch } from "../../src/testing/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { onDisplay } from "../support/app/display-app.ts";

function projectOf(html: string) {
  const config = {
    build: { distDir: "../page" },
    framework: {
      bundle: { identifier: "org.example.start" },
      windows: [{ title: "Start" }],
    },
  };
  return tempDir({
    "src-framework/framework.conf.json": JSON.stringify(config),
    "page/index.html": `<!doctype html><title>Start</title>${html}`,
  });
}

onDisplay("an app that was started again has its first page", async () => {
  using project = projectOf("<script src=slow.js></script><p id=end>end</p>");
  await using app = await launch({ project: project.path });
  await app.restart();
  expect(await app.evaluate(() => Reflect.get(globalThis, "document").readyState)).toBe("complete");
});
