// The user's state in a page stays when own code is restarted, in development.

import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

const options = {
  config: {
    framework: {
      allowlist: { shell: { execute: true, scope: [{ name: "sh", cmd: "sh", args: true }] } },
      windows: [{ label: "main", title: "main" }],
    },
  },
} as const;

/** Adds a command whose answer shows the version of the code, and one that never answers. */
function ownCode(original: string, version: string): string {
  const path = /from ("[^"]+")/.exec(original)?.[1] ?? "";
  return `import app from ${path};
export default {
  commands: {
    ...app.commands,
    version: () => ${JSON.stringify(version)},
    wait: () => new Promise(() => {}),
    tick: (_, { app }) => app.events.emit("tick", ${JSON.stringify(version)}),
  },
};\n`;
}

const state = (app: DisplayApp): Promise<Record<string, unknown>> =>
  app
    .page()
    .run("return { ...window.seen, typed: document.querySelector('input')?.value }") as never;

/** The result of a call. `null` while there is none yet. */
const invoke = (app: DisplayApp, command: string): Promise<unknown> =>
  app
    .page()
    .run(
      "return await __FRAMEWORK__.invoke(args[0]).then((result) => result ?? null, (error) => error.code)",
      command,
    )
    .catch(() => null);

/** Waits until this version runs. A question may get lost with the app thread it was asked. */
const runs = (app: DisplayApp, version: string): Promise<unknown> => {
  let isAnswered = false;
  const ask = async (): Promise<boolean> => {
    const answer = invoke(app, "version").then((found) => (isAnswered ||= found === version));
    await Promise.race([answer, Bun.sleep(50)]);
    return isAnswered;
  };
  return waitFor(`version ${version}`, ask, { state: () => app.running.report() });
};

onDisplay("typed text stays, over mistakes and restarts in a row", async () => {
  await using app = await startDisplayApp(shared.session, options);
  const file = join(app.folder, "src-framework/main.ts");
  const original = readFileSync(file, "utf8");
  const save = (text: string): void => writeFileSync(file, text);
  save(ownCode(original, "one"));
  await runs(app, "one");
  await app.page().run(`
    const input = document.body.appendChild(document.createElement("input"));
    input.value = "typed";
    window.seen = { ticks: [], call: null, stream: null, restarts: 0 };
    const { invoke, event, shell } = __FRAMEWORK__;
    await event.listen("tick", ({ payload }) => seen.ticks.push(payload));
    await event.listen("framework://restarted", () => seen.restarts++);
    invoke("wait").catch(async (error) => {
      seen.call = error.code;
      for (seen.later = "restarted"; seen.later === "restarted"; )
        seen.later = await invoke("version").catch(({ code }) => code);
    });
    const command = new shell.Command("sh", ["-c", "echo begun; sleep 1000"]);
    command.stdout.on("data", (line) => (seen.stream = line));
    command.on("error", (error) => (seen.stream = error));
    await command.spawn();`);
  await waitFor("the stream", async () => String((await state(app))["stream"]).includes("begun"));

  // A mistake: calls have an answer at once, and the page goes on.
  save("export default {{{");
  await app.running.line("The app's code failed; it is started again when it changes");
  save(ownCode(original, "two"));
  await runs(app, "two");
  for (const name of ["three", "four", "five", "six"]) save(ownCode(original, name));
  await runs(app, "six");
  await invoke(app, "tick");
  await waitFor("the event", async () => ((await state(app))["ticks"] as string[]).includes("six"));
  const { restarts, ...others } = await state(app);
  expect(others).toEqual({
    typed: "typed",
    ticks: ["six"],
    call: "restarted",
    later: "unavailable",
    stream: expect.stringContaining("started again"),
  });
  expect(restarts).toBeGreaterThanOrEqual(2);
});

onDisplay("with --reload-pages a restart loads the pages anew", async () => {
  await using app = await startDisplayApp(shared.session, {
    ...options,
    command: [...devCommand, "--reload-pages"],
  });
  const file = join(app.folder, "src-framework/main.ts");
  writeFileSync(file, ownCode(readFileSync(file, "utf8"), "one"));
  await app.pageOpened("main", 2);
  await runs(app, "one");
});
