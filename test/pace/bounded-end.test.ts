// The end of an app whose own code never returns, and of one whose output is not read.

import { expect } from "bun:test";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { processTree } from "../../harness/process-tree.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { close, windowTitled } from "../../harness/x.ts";
import { allGone, call, written } from "../display/process-stories.ts";

const mainFile = `
import { writeSync } from "node:fs";
import fixture from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};

let [hook, closing]: (() => unknown)[] = [() => {}, () => {}];
const loop = (): void => { for (;;); };
const wait = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
const begun = (task: () => void) => () => { writeSync(2, "begun\\n"); task(); };

export default {
  ...fixture,
  setup: (app) => {
    app.onExit(() => hook());
    app.windows.onCloseRequested(() => void closing());
  },
  commands: {
    ...fixture.commands,
    loop: begun(loop),
    wait: begun(wait),
    "block in a write": begun(() => writeSync(1, Buffer.alloc(1 << 20))),
    "wait in an exit hook": begun(() => { hook = wait; }),
    "wait in a close handler": begun(() => { closing = wait; }),
    "never settle in an exit hook": () => { hook = () => new Promise(() => {}); },
    "take two seconds in an exit hook": () => {
      hook = () => new Promise((done) => setTimeout(done, 2000)).then(() => console.error("the hook has run"));
    },
    "stay without windows": (_, { app }) => app.endWithLastWindow(false),
    print: (count) => { for (let line = 0; line < count; line++) console.log(\`line \${line} \${"x".repeat(100)}\`); },
  },
};
`;

const options: DisplayAppOptions = { files: { "src-framework/main.ts": mainFile } };
const shared = shareSession();
const made = shareBuiltApp(options);

/**
 * Standard output is a full pipe from the start, if `reads` is false: what holds its other end
 * never reads.
 */
async function start({ reads = true } = {}): Promise<DisplayApp & { readonly folder: string }> {
  const { executable } = made.built;
  const pipe = 'mkfifo "$1" && exec 3<>"$1" && rm "$1" && exec "$0" >&3';
  using folder = tempDir();
  const command = reads
    ? executable
    : ["/bin/sh", "-c", pipe, executable, join(folder.path, "pipe")];
  return await startBuiltApp(shared.session, command, { ...options, folder: shared.session.home });
}

const invoke = (app: DisplayApp, command: string, args: unknown = {}): Promise<unknown> =>
  app.page().run("return await __FRAMEWORK__.invoke(args[0], args[1]);", command, args);

/** Calls a command that may never return. */
async function begin(app: DisplayApp, how: string): Promise<void> {
  call(app, how).catch(() => {});
  await waitFor("own code to begin", () => written(app).includes("begun"));
}

const overdue = "framework: ended: the app's own code did not return within 4 s";

async function endsOverdue(app: DisplayApp): Promise<void> {
  const [began, tree] = [performance.now(), processTree(app.running.pid)];
  expect(await app.running.end()).toEqual({ code: 124, signal: null });
  // A second more than is promised, for a machine that has other things to do.
  expect(performance.now() - began).toBeLessThan(6000);
  expect(written(app)).toContain(overdue);
  await allGone(tree);
}

// Most wait: what loops takes a processor from the other tests for as long.
const endless = ["loop", "wait", "block in a write", "wait in an exit hook"];

for (const how of endless) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    onDisplay(`${signal} ends an app whose own code does this: ${how}`, async () => {
      await using app = await start({ reads: how !== "block in a write" });
      await begin(app, how);
      app.running.signal(signal);
      await endsOverdue(app);
    });
  }
}

for (const how of [...endless, "wait in a close handler"]) {
  onDisplay(
    `the close button of the last window ends an app whose own code does this: ${how}`,
    async () => {
      await using app = await start({ reads: how !== "block in a write" });
      await begin(app, how);
      await close(shared.session, (await windowTitled(shared.session, "main")).id);
      await endsOverdue(app);
    },
  );
}

onDisplay("the close button ends no app that goes on without windows", async () => {
  await using app = await start();
  await call(app, "stay without windows");
  await begin(app, "wait");
  await close(shared.session, (await windowTitled(shared.session, "main")).id);
  await Bun.sleep(5000);
  expect(app.running.isRunning).toBe(true);
});

onDisplay("an exit hook has its time, and the app ends with 0", async () => {
  await using app = await start();
  await call(app, "take two seconds in an exit hook");
  app.running.signal("SIGTERM");
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
  expect(written(app)).toContain("the hook has run");
});

onDisplay("an exit hook that never settles does not keep an app, which ends with 0", async () => {
  await using app = await start();
  await call(app, "never settle in an exit hook");
  app.running.signal("SIGTERM");
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
});

onDisplay("a full pipe does not block an app that prints", async () => {
  await using app = await start({ reads: false });
  // 11 MB: more than is kept.
  await invoke(app, "print", 100_000);
  const began = performance.now();
  for (let count = 0; count < 10; count++) await invoke(app, "print", 100);
  expect(performance.now() - began).toBeLessThan(2000);
  app.running.signal("SIGTERM");
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
});

onDisplay("a reader that reads gets all that an app prints, in order", async () => {
  await using app = await start();
  await invoke(app, "print", 50_000);
  app.running.signal("SIGTERM");
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
  const lines = app.running.output.filter(({ stream }) => stream === "out").map(({ text }) => text);
  expect(lines).toEqual(
    Array.from({ length: 50_000 }, (_, line) => `line ${line} ${"x".repeat(100)}`),
  );
});
