// The toolkit's own words in the user's language, and the language that pages get.

import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { onDisplay, shareApp, startDisplayApp } from "../support/app/display-app.ts";

const hasGerman = existsSync("/usr/share/locale/de/LC_MESSAGES/gtk30.mo");
if (!hasGerman) console.warn("skipped: GTK's German words are not installed");

const shared = shareApp({ session: { env: { LANGUAGE: "de" } } });

for (const [name, buttons] of [
  ["dialog.message", ["OK"]],
  ["dialog.ask", ["Nein", "Ja"]],
  ["dialog.confirm", ["Abbrechen", "OK"]],
] as const) {
  onDisplay.skipIf(!hasGerman)(
    `${name}: the toolkit's labels are in the user's language, given ones stay`,
    async () => {
      const { app } = shared;
      const answer = app.page().call(name, "Hello");
      const dialog = await app.dialog();
      expect((await dialog.content()).buttons).toEqual([...buttons]);
      await dialog.press(buttons.at(-1) ?? "");
      await answer;
    },
  );
}

onDisplay("a page gets a language that Intl knows when only an encoding is set", async () => {
  await using app = await startDisplayApp(shared.app.session, { env: { LC_ALL: "C.UTF-8" } });
  const reported = await app
    .page()
    .run("return [navigator.language, (1.5).toLocaleString(navigator.language)]");
  expect(reported).toEqual(["en-US", "1.5"]);
});
