// The clipboard, with another program at its other end.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, root, shareApp } from "../support/display-app.ts";
import type { RunningApp } from "../../harness/running-app.ts";
import { clipboardStories } from "./clipboard-stories.ts";

const shared = shareApp({ config: { framework: { allowlist: { clipboard: { all: true } } } } });

const start = (...args: readonly string[]): RunningApp =>
  shared.app.session.start([process.execPath, join(root, "test/fixtures/clipboard-program.ts"), ...args]);

/** What another program pastes. */
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
