// A page that watches for changes in files that it may not reach. Its target is the name of a file.

import { afterAll } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fsWatch } from "../../plugins/fs-watch/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const folder = tempDir({ "in/a": "", "out/a": "" });
afterAll(() => folder[Symbol.dispose]());
const inside = join(folder.path, "in");

/**
 * Watches as a page, runs an action, and returns the page's events until a file of its own changes.
 */
async function hears(
  isWeak: boolean,
  path: string,
  happens: () => void,
  scope: readonly string[] = [inside, `${inside}/**`],
): Promise<unknown> {
  using app = await startInMemory({
    definition: defineApp({ plugins: [fsWatch()] }),
    config: {
      plugins: { "fs-watch": { allowlist: { watch: true } } },
      framework: {
        allowlist: {
          fs: { scope: isWeak ? { allow: ["/**"], requireLiteralLeadingDot: false } : [...scope] },
        },
      },
    },
  });
  const heard: unknown[] = [];
  await app.page.listen(
    "watcher://raw-event/1",
    null,
    false,
    ({ payload }) => void heard.push(payload),
  );
  await app.page.invoke("plugin:fs-watch|watch", {
    id: 1,
    paths: [path],
    options: { recursive: true },
  });
  happens();
  await app.page.listen(
    "watcher://raw-event/2",
    null,
    false,
    ({ payload }) => void heard.push(payload),
  );
  await app.page.invoke("plugin:fs-watch|watch", {
    id: 2,
    paths: [inside],
    options: { recursive: false },
  });
  let round = 0;
  await waitFor("a change that may be heard", () => {
    writeFileSync(join(inside, "marker"), `${round++}`);
    return JSON.stringify(heard).includes("marker");
  });
  await app.services.exit.quit(0);
  return heard;
}

attack("a page watches a folder outside of the scope", (isWeak) =>
  hears(isWeak, join(folder.path, "out"), () =>
    writeFileSync(join(folder.path, "out", secret), ""),
  ),
);

attack("a page watches by way of a link", (isWeak) => {
  const link = join(inside, `link-${isWeak}`);
  symlinkSync(join(folder.path, "out"), link);
  return hears(isWeak, link, () => writeFileSync(join(folder.path, "out", secret), `${isWeak}`));
});

attack("a page hears of hidden files that the scope does not name", (isWeak) =>
  hears(isWeak, inside, () => writeFileSync(join(inside, `.${secret}`), `${isWeak}`)),
);
