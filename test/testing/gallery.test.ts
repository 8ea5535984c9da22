// Apps of docs/gallery.md, used as a person would, by `framework/testing` alone. The others are in
// examples.test.ts, test/display/notes.test.ts and test/install/templates.test.ts.

import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../../src/testing/index.ts";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import { platform } from "../support/update-site.ts";
import { copyProject } from "../support/project-copy.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { keepPicture } from "../support/gallery-picture.ts";

onDisplay("tasks are kept in SQLite from one start to the next", async () => {
  using project = copyProject("examples/tasks");
  await using app = await launch({ project: project.path });
  const page = await app.window();
  for (const task of ["Write the tests", "Draw an icon", "Ship it"]) {
    await page.getByLabel("New task").fill(task);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText(task).waitFor();
  }
  await page.getByLabel("Write the tests").check();
  await page.getByRole("status").filter({ hasText: "2 of 3 to do" }).waitFor();
  await keepPicture(app, "tasks");

  await app.restart();
  const again = await app.window();
  await again.getByRole("status").filter({ hasText: "2 of 3 to do" }).waitFor();
  await again.getByRole("button", { name: "Remove what is done" }).click();
  await again.getByRole("status").filter({ hasText: "2 of 2 to do" }).waitFor();
});

onDisplay("a change in the window of preferences shows in the other one", async () => {
  using project = copyProject("examples/preferences");
  await using app = await launch({ project: project.path });
  const clock = (await app.window()).locator("time");
  await clock.filter({ hasText: /:\d\d:\d\d/ }).waitFor();
  await keepPicture(app, "clock");
  await app.menus.choose(["File", "Preferences…"]);
  const preferences = await app.window("preferences");
  await keepPicture(app, "preferences", "preferences");
  await preferences.getByLabel("Seconds").uncheck();
  await clock.filter({ hasNotText: /:\d\d:/ }).waitFor();

  // Changes in the last 100 ms are saved when the app ends.
  await app.quit();
  await app.restart();
  const again = (await app.window()).locator("time");
  await again.filter({ hasText: /^\d?\d:\d\d(?!:)/ }).waitFor();
  expect(await again.textContent()).not.toMatch(/:\d\d:/);
});

onDisplay("a note is shown as it will look", async () => {
  using project = copyProject("examples/notes");
  await using app = await launch({ project: project.path });
  const page = await app.window();
  await page.getByLabel("Note").fill("# Packing\n\n- *two* books\n- **the tickets**\n");
  await page.getByRole("heading", { name: "Packing" }).waitFor();
  await keepPicture(app, "notes");
});

onDisplay(
  "a newer version is offered with its notes, and an error of its installation is shown",
  async () => {
    let version = "1.0.0";
    using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) =>
        url.endsWith(".json")
          ? Response.json({
              version,
              notes: "- A list of tasks\n- Starts in half the time",
              pub_date: "2026-11-28T12:00:00Z",
              platforms: {
                [platform]: {
                  signature: "bm90IHNpZ25lZA==",
                  url: new URL("/app.tar.gz", url).href,
                },
              },
            })
          : new Response(null, { status: 404 }),
    });
    using project = copyProject("examples/updates");
    const file = join(project.path, "src-framework/framework.conf.json");
    const config = JSON.parse(readFileSync(file, "utf8"));
    config.framework.updater.endpoints = [new URL("/feed.json", server.url).href];
    config.framework.updater.pubkey = generateKeys(null).publicKey;
    writeFileSync(file, JSON.stringify(config));

    await using app = await launch({ project: project.path });
    const page = await app.window();
    const status = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    await page.getByRole("button", { name: "Check for updates" }).click();
    await status("This is the newest version");
    version = "1.1.0";
    await page.getByRole("button", { name: "Check for updates" }).click();
    await status("Version 1.1.0 is there");
    await page.getByText("Starts in half the time").waitFor();
    await keepPicture(app, "updates");
    await page.getByRole("button", { name: "Install and restart" }).click();
    // In development no file could be replaced.
    await status("Cannot");
  },
);

onDisplay("the page and own code count with the same package of a workspace", async () => {
  using project = copyProject("examples/monorepo");
  const folder = join(project.path, "apps/desktop");
  await using app = await launch({
    project: folder,
    files: { "poem.txt": "Roses are red, violets are blue." },
  });
  const page = await app.window();
  const status = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  await page.getByLabel("Text").fill("To be, or not to be: that is the question.");
  await status("10 words");
  await keepPicture(app, "monorepo");
  await page.getByRole("button", { name: "Count a file" }).click();
  await (await app.dialogs.next()).choose(join(app.home, "poem.txt"));
  await status("6 words in poem.txt");
});
