// Apps whose first page is slow, asks a question, or is not their own.

import { expect } from "bun:test";
import { Sessions } from "../../src/testing/driver/sessions.ts";
import { handlePrompt } from "../../src/testing/driver/commands/prompts.ts";
import { launch } from "../../src/testing/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { onDisplay } from "../support/app/display-app.ts";

function projectOf(html: string, window: object = {}) {
  const config = {
    build: { distDir: "../page" },
    framework: {
      bundle: { identifier: "org.example.start" },
      windows: [{ title: "Start", ...window }],
    },
  };
  return tempDir({
    "src-framework/framework.conf.json": JSON.stringify(config),
    "page/index.html": `<!doctype html><title>Start</title>${html}`,
  });
}

for (const [when, script] of [
  ["while it is loaded", "alert('first')"],
  ["as soon as it is loaded", "addEventListener('load', () => setTimeout(() => alert('first')))"],
] as const)
  onDisplay(
    `a page that asks ${when} has a session, whose commands find the question`,
    async () => {
      using project = projectOf(`<script>${script}</script>`);
      await using sessions = new Sessions(project.path);
      const { sessionId } = (await sessions.start({ capabilities: {} })) as { sessionId: string };
      const session = sessions.find(sessionId);
      await expect(handlePrompt(session)).rejects.toThrow('The page asks "first"');
      expect(await session.onPage<string>("title")).toBe("Start");
    },
  );

onDisplay("a foreign page has a session, which knows its address", async () => {
  using server = Bun.serve({
    port: 0,
    fetch: () =>
      new Response("<title>Foreign</title>", { headers: { "content-type": "text/html" } }),
  });
  using project = projectOf("", { url: server.url.href });
  await using sessions = new Sessions(project.path);
  const { sessionId } = (await sessions.start({ capabilities: {} })) as { sessionId: string };
  expect(sessions.find(sessionId).loads.url("main")).toBe(server.url.href);
});

onDisplay("an app that was started again has its first page", async () => {
  using project = projectOf("<script src=slow.js></script><p id=end>end</p>");
  await using app = await launch({ project: project.path });
  await app.restart();
  expect(await app.evaluate(() => Reflect.get(globalThis, "document").readyState)).toBe("complete");
});
