// The examples, tested as an author tests them: by `framework/testing` alone.

import { expect } from "bun:test";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { launch } from "../../src/testing/index.ts";
import { copyProject } from "../support/project-copy.ts";
import { onDisplay } from "../support/app/display-app.ts";

onDisplay("the dialogs example asks, chooses and saves", async () => {
  using project = copyProject("examples/dialogs");
  await using app = await launch({ project: project.path });
  const page = await app.window();
  const show = (card: string) =>
    page.locator("form", { hasText: card }).getByRole("button", { name: "Show" }).click();
  const answer = page.locator("#log li");

  await show("A question with Yes and No");
  const question = await app.dialogs.next();
  expect([question.text, question.buttons]).toEqual(["Delete the draft?", ["Yes", "No"]]);
  await question.press("Yes");
  await answer.filter({ hasText: "true" }).first().waitFor();

  const file = join(app.home, "note.txt");
  writeFileSync(file, "A note");
  await show("Choose files or folders");
  await (await app.dialogs.next()).choose(file);
  // A file that the user chose may be read.
  await answer.filter({ hasText: "A note" }).first().waitFor();

  await show("Choose where to save");
  const dialog = await app.dialogs.next();
  expect(dialog.kind).toBe("save");
  await dialog.cancel();
  await answer.filter({ hasText: "null" }).first().waitFor();
});
