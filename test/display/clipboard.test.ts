// The clipboard, with another program at its other end.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { close } from "../../harness/x.ts";
import { onDisplay, root, shareApp, startDisplayApp } from "../support/app/display-app.ts";
import type { RunningApp } from "../../harness/running-app.ts";
import { clipboardStories } from "./clipboard-stories.ts";

const shared = shareApp({ config: { framework: { allowlist: { clipboard: { all: true } } } } });

const start = (...args: readonly string[]): RunningApp =>
  shared.app.session.start([
    process.execPath,
    join(root, "test/fixtures/clipboard-program.ts"),
    ...args,
  ]);

/** The text that another program pastes. */
async function paste(): Promise<unknown> {
  await using program = start("read");
  return JSON.parse(await program.line(/^(null|")/)) as unknown;
}

/** Copies in another program, for as long as the scope lasts. */
async function copy(text: string): Promise<RunningApp> {
  const file = join(shared.app.session.folder, "copied.txt");
  writeFileSync(file, text);
  const program = start("copy", file);
  await program.line("copied");
  return program;
}

clipboardStories(shared, onDisplay, { paste, copy });

onDisplay("a picture is no text", async () => {
  await using program = start("picture");
  await program.line("copied");
  expect(await shared.app.page().call("clipboard.readText")).toBeNull();
});

onDisplay(
  "a program that hangs with the text costs ten seconds and an error, and nothing else",
  async () => {
    const page = shared.app.page();
    await using other = await copy("unreachable");
    await using _awake = pause(other);
    const began = performance.now();
    // Both at once, so that the second one is no later.
    const reads = [page.call("clipboard.readText"), page.call("clipboard.readText")];
    for (const read of reads) {
      await expect(read).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(
          "did not answer within 10 s; end that program, or copy something else",
        ),
      });
    }
    expect(performance.now() - began).toBeLessThan(30_000);
    await page.call("clipboard.writeText", "ours");
    expect(await page.call("clipboard.readText")).toBe("ours");
  },
);

onDisplay("a clipboard manager that hangs does not keep the app from ending", async () => {
  const { session } = shared.app;
  const manager = session.start([
    process.execPath,
    join(root, "test/fixtures/clipboard-program.ts"),
    "manage",
  ]);
  await manager.line("manages");
  await using app = await startDisplayApp(session, {
    windows: ["other"],
    config: { framework: { allowlist: { clipboard: { all: true } } } },
  });
  await app.page("other").call("clipboard.writeText", "kept");
  {
    await using _awake = pause(manager);
    await close(session, (await app.window("other")).id);
    await app.running.line(
      "the copied text is lost: the desktop's clipboard manager did not take it within 0.9 s",
    );
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  }
  await manager[Symbol.asyncDispose]();
});

/** Stops a program until the end of the scope. */
function pause({ pid }: RunningApp): AsyncDisposable {
  process.kill(pid, "SIGSTOP");
  return {
    async [Symbol.asyncDispose]() {
      process.kill(pid, "SIGCONT");
    },
  };
}
