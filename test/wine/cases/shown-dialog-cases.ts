// Tests of the editor whose dialogs are shown on the desktop of Windows.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type app from "../../fixtures/editor-app/src-framework/main.ts";
import { launch } from "../../../src/testing/index.ts";
import { appEnvironment } from "../../testing/cases/environment.ts";

test("dialogs on the screen are pressed, cancelled and filled", async () => {
  await using editor = await launch<typeof app>({ dialogs: "shown", env: appEnvironment() });
  await editor.invoke("edit", { text: "Hello" });

  const done = editor.events.next("done");
  await editor.menus.choose(["File", "Count"]);
  await (await editor.dialogs.next()).press("OK");
  expect(await done).toBe("count");

  await editor.windows.close();
  await (await editor.dialogs.next()).cancel();
  await editor.windows.close();
  await (await editor.dialogs.next()).press("Save");
  await (await editor.dialogs.next()).cancel();
  expect(await editor.windows.list()).toHaveLength(1);

  const asked = editor.events.next("asked");
  await editor.windows.close();
  await (await editor.dialogs.next()).press("Save", true);
  expect(await asked).toBe(true);
  const file = join(editor.home, "note.txt");
  await (await editor.dialogs.next()).choose(file);
  expect((await editor.exited).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe("Hello");
});
