// The clipboard, with another program at its other end.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, root, shareApp } from "../support/display-app.ts";
import type { RunningApp } from "../../harness/running-app.ts";

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

const read = (): Promise<unknown> => shared.app.page().call("clipboard.readText");
const write = (text: string): Promise<unknown> => shared.app.page().call("clipboard.writeText", text);

const long = "0123456789 äöü ".repeat(200_000);

onDisplay("a clipboard that nobody has filled is null", async () => {
  expect(await read()).toBeNull();
});

for (const [name, text] of [
  ["signs", "“é ✓ 😀” <b>&amp;\n\ttab"],
  ["an empty text", ""],
  ["a long text", long],
] as const) {
  onDisplay(`${name}: what the page writes, it reads, and so does another program`, async () => {
    expect(await write(text)).toBeUndefined();
    expect(await read()).toBe(text);
    expect(await paste()).toBe(text);
  });
}

for (const [name, text] of [
  ["signs", "“é ✓ 😀”\n"],
  ["a long text", long],
] as const) {
  onDisplay(`${name}: what another program copies, the page reads`, async () => {
    await using _program = await copy(text);
    expect(await read()).toBe(text);
  });
}

onDisplay("a picture is no text", async () => {
  await using program = start("picture");
  await program.line("copied");
  expect(await read()).toBeNull();
});

onDisplay("a NUL and half a character are replaced", async () => {
  await write("a\0b\ud83dc");
  expect(await paste()).toBe("a\uFFFDb\uFFFDc");
});

onDisplay("the text is the last one's who copied", async () => {
  await write("first");
  await using _program = await copy("second");
  expect(await read()).toBe("second");
  await write("third");
  expect(await paste()).toBe("third");
});
