// `framework dev --json`: standard output holds one report per line.

import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

const reports = (app: DisplayApp): Record<string, unknown>[] =>
  app.running.output
    .filter(({ stream }) => stream === "out")
    .map(({ text }) => JSON.parse(text) as Record<string, unknown>);

const reported = (app: DisplayApp, report: object): Promise<unknown> =>
  waitFor(
    JSON.stringify(report),
    () => reports(app).some((one) => Bun.deepEquals({ ...one, ms: 0 }, { ...report, ms: 0 })),
    { state: () => app.running.report() },
  );

onDisplay("each start, change, mistake and the end is a line of JSON", async () => {
  await using app = await startDisplayApp(shared.session, { command: [...devCommand, "--json"] });
  await reported(app, { event: "started", address: null });
  const main = join(app.folder, "src-framework/main.ts");
  const original = readFileSync(main, "utf8");
  const page = join(app.folder, "page/index.html");
  const configuration = join(app.folder, "src-framework/framework.conf.json");

  writeFileSync(page, readFileSync(page, "utf8").replace("</html>", "<p>new</p></html>"));
  await reported(app, { event: "reloaded", file: page });

  // The output of the app is none of the reports.
  writeFileSync(main, `console.log("from the app");\n${original}`);
  await reported(app, { event: "restarted", file: main });
  await app.running.line("from the app");

  writeFileSync(main, 'throw new Error("on purpose");\n');
  await reported(app, {
    event: "error",
    message: "The app's code failed; it is started again when it changes",
  });
  writeFileSync(main, original);
  const restarts = (): unknown[] => reports(app).filter(({ event }) => event === "restarted");
  await waitFor("the second restart", () => restarts().length === 2);

  const settings = readFileSync(configuration, "utf8");
  writeFileSync(configuration, "{");
  await reported(app, {
    event: "error",
    message: "The configuration has problems: npx framework config --json lists them",
  });
  writeFileSync(configuration, settings.replace('"title":"main"', '"title":"other"'));
  const starts = (): unknown[] => reports(app).filter(({ event }) => event === "started");
  await waitFor("the second start", () => starts().length === 2);

  process.kill(app.running.pid, "SIGTERM");
  await app.running.exited;
  expect(reports(app).at(-1)).toEqual({ event: "ended", code: 143 });
});

onDisplay("the address of a page with hot reloading is shown without its secret", async () => {
  const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");
  await using app = await startDisplayApp(shared.session, {
    command: [...devCommand, "--json"],
    config: { build: { devPath: "../source", distDir: "../page", withGlobalFramework: true } },
    files: {
      "source/index.html": `${page}<script type="module" src="./own.ts"></script>`,
      "source/own.ts": "const word: string = document.title;\n",
    },
  });
  await waitFor("the start", () => reports(app).length > 0);
  expect(reports(app)).toEqual([
    { event: "started", address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) },
  ]);
});
