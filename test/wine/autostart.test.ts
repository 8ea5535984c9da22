// Starts at login on Windows: values of the registry, looked at from outside.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const runKey = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
const approved =
  "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run";
const file = "C:\\Program Files\\My Äpp\\app.exe";

let wine: WineSession;
beforeAll(async () => {
  if (missing === null) wine = await startWine();
});
afterAll(async () => {
  if (missing === null) await wine[Symbol.asyncDispose]();
});

/** The plugin's report on an app of this name. */
async function ask(what: string, name = "My App", ...command: readonly string[]): Promise<unknown> {
  const [program = file, ...args] = command;
  const app = wine.bun(join(import.meta.dir, "programs/autostart-program.ts"), [
    what,
    name,
    program,
    ...args,
  ]);
  await using _ = app;
  const { out } = await app.result();
  return JSON.parse(out.trim());
}

const reg = (...args: readonly string[]) => wine.run(["reg.exe", ...args]);

test.skipIf(missing !== null)(
  "a start at login is a value of the user's Run key, in quotes",
  async () => {
    expect(await ask("isEnabled")).toBe(false);
    expect(await ask("enable", "My App", file, "--framework-autostart", "a b")).toBeNull();
    const { out } = await reg("query", runKey, "/v", "My App");
    expect(out).toContain('app.exe" "--framework-autostart" "a b"');
    expect(out).toContain('"C:\\Program Files\\My ');
    expect(await ask("isEnabled")).toBe(true);
    expect(await ask("isEnabled", "My App", "C:\\other.exe")).toBe(false);
    expect(await ask("isEnabled", "Another")).toBe(false);
  },
);

test.skipIf(missing !== null)(
  "an entry that the user has switched off stays off, and enable says so",
  async () => {
    await ask("enable");
    await reg(
      "add",
      approved,
      "/v",
      "My App",
      "/t",
      "REG_BINARY",
      "/d",
      "030000000000000000000000",
      "/f",
    );
    expect(await ask("isEnabled")).toBe(false);
    expect(await ask("enable")).toContain(
      "its user has switched that off in the settings of Windows",
    );
    await reg(
      "add",
      approved,
      "/v",
      "My App",
      "/t",
      "REG_BINARY",
      "/d",
      "020000000000000000000000",
      "/f",
    );
    expect(await ask("isEnabled")).toBe(true);
  },
);

test.skipIf(missing !== null)(
  "switched off it is gone, and what Tauri's plugin wrote is the app's, too",
  async () => {
    await ask("disable");
    expect((await reg("query", runKey, "/v", "My App")).code).toBe(1);
    expect(await ask("disable")).toBeNull();
    await reg("add", runKey, "/v", "My App", "/d", "C:\\Apps\\a.exe --flag", "/f");
    expect(await ask("isEnabled", "My App", "C:\\Apps\\a.exe")).toBe(true);
    await ask("disable", "My App", "C:\\Apps\\a.exe");
    expect(await ask("isEnabled", "My App", "C:\\Apps\\a.exe")).toBe(false);
  },
);
