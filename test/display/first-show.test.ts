// A window that waits for its first page.

import { expect } from "bun:test";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { onDisplay, root, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

const fixture = JSON.stringify(join(root, "test/fixtures/display-app/main.ts"));

// Notes of each stage of the late page whether its window can be seen then.
const main = `import fixture from ${fixture};
  const seen = [];
  export default {
    ...fixture,
    commands: { ...fixture.commands, seen: () => seen },
    async setup(app) {
      await fixture.setup?.(app);
      app.windows.onPageLoad(async ({ window, stage }) => {
        if (window !== "main") seen.push([stage, (await app.windows.get(window).state()).isVisible]);
        else if (stage === "finished")
          await app.windows.open("late", { url: "late.html", title: "late", showWhenPainted: true });
      });
    },
  };`;

// It is complete long after the app has asked.
const late = `<!doctype html><script>
  const end = performance.now() + 1000;
  while (performance.now() < end);
</script>`;

onDisplay("it is not on the screen before the page is complete, and is afterwards", async () => {
  await using app = await startDisplayApp(shared.session, {
    files: { "src-framework/main.ts": main, "page/late.html": late },
  });
  const seen = (): Promise<unknown> => app.page().run(`return __FRAMEWORK__.invoke("seen")`);
  await waitFor("both stages", async () => ((await seen()) as unknown[]).length === 2);
  expect(await seen()).toEqual([
    ["started", false],
    ["finished", true],
  ]);
  await waitFor("the window", async () =>
    (await app.windows()).some(({ title }) => title === "late"),
  );
});
