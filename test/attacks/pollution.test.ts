// A page's own script replaces everything that can be replaced, and adds properties to every
// object: none of it may see the key of its document.

import { afterAll, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";

const pollute = readFileSync(join(root, "test/fixtures/pollute.js"), "utf8");
const ui = JSON.stringify(join(root, "src/app/ui.ts"));

/** An app whose bridge treats objects that inherit as bare ones. */
const carelessMain = `
import { Ui } from ${ui};
const { call } = Ui.prototype;
const careless = (source) => \`(...given) => {
  const { setPrototypeOf } = Object;
  Object.setPrototypeOf = (value) => value;
  (\${source})(...given);
  Object.setPrototypeOf = setPrototypeOf;
}\`;
Ui.prototype.call = function (name, args) {
  return call.call(this, name, name === "window.create" ? { ...args, bridge: { ...args.bridge, source: careless(args.bridge.source) } } : args);
};
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;

const csp = "default-src 'self'; script-src 'self' 'unsafe-eval'; connect-src 'self' framework:";
const shared = shareSession();
const apps = new Map<boolean, Promise<DisplayApp>>();

function appOf(isWeak: boolean): Promise<DisplayApp> {
  const started =
    apps.get(isWeak) ??
    startDisplayApp(shared.session, {
      windows: ["main", "second"],
      config: { framework: { security: { csp } } },
      files: {
        "page/pollute.js": pollute,
        // All is polluted before the bridge is used for the first time.
        "page/early.html": `<!doctype html><script src="pollute.js"></script><script src="early.js"></script>`,
        "page/early.js": `callPolluted(location.hash === "#hostile", (result) => {
          localStorage.setItem("early", JSON.stringify(result));
          location.replace("/");
        });`,
        ...(isWeak && { "src-framework/main.ts": carelessMain }),
      },
    });
  apps.set(isWeak, started);
  return started;
}
afterAll(async () => {
  for (const app of apps.values()) await (await app)[Symbol.asyncDispose]();
});

interface Result {
  readonly stolen: readonly string[];
  readonly count: number;
  readonly outcomes: readonly string[];
}

/** In a page that has called before. */
async function late(isWeak: boolean, isHostile: boolean): Promise<Result> {
  const page = (await appOf(isWeak)).page();
  const result = (await page.run(
    `(0, eval)(args[0]);
    // The page is asking for its next job by now.
    await new Promise((resolve) => setTimeout(resolve));
    return await new Promise((resolve) => callPolluted(args[1], resolve))`,
    pollute,
    isHostile,
  )) as Result;
  expect(await page.run(`return await __FRAMEWORK__.invoke("test.echo", "still there")`)).toBe(
    "still there",
  );
  return result;
}

/** In a page whose first script it is. */
async function early(isWeak: boolean, isHostile: boolean): Promise<Result> {
  const app = await appOf(isWeak);
  const opened = app.pageCount("second");
  const address = `/early.html${isHostile ? "#hostile" : ""}`;
  await app.page("second").run(`setTimeout(() => { location.href = args[0]; })`, address);
  await app.pageOpened("second", opened + 1);
  return JSON.parse(
    (await app.page("second").run(`return localStorage.getItem("early")`)) as string,
  ) as Result;
}

for (const [when, run] of [
  ["before the bridge is used", early],
  ["after the bridge was used", late],
] as const) {
  onDisplay(
    `a page that listens in on all that can be replaced, ${when}, does not see its key`,
    async () => {
      const { stolen, count, outcomes } = await run(false, false);
      expect(count).toBeGreaterThan(3000);
      expect(stolen).toEqual([]);
      expect(outcomes).toEqual(outcomes.map(() => "answered"));
    },
  );

  onDisplay(`without bare objects it does, ${when}`, async () => {
    const { stolen } = await run(true, false);
    expect(stolen[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  onDisplay(`a page in which everything throws, ${when}, gets an answer or an error`, async () => {
    const { stolen, outcomes } = await run(false, true);
    expect(stolen).toEqual([]);
    expect(outcomes).not.toContain("no answer");
  });
}
