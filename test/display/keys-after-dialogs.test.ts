// Keys that the page was slow to take when a dialog opened, and the keys after that dialog.

import { expect } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { press, type } from "../../harness/x.ts";
import type { DialogRole } from "../support/app/dialog-on-screen.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";

const shared = shareApp();

/** A server that answers when it is released: a page that waits for it does nothing else. */
function slowServer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    async fetch() {
      await promise;
      return new Response("", { headers: { "access-control-allow-origin": "*" } });
    },
  });
  return {
    address: server.url.href,
    release: resolve,
    [Symbol.asyncDispose]: async () => {
      resolve();
      await server.stop(true);
    },
  };
}

for (const [what, command, role, button] of [
  ["a message", `message("Hello")`, "alert", "OK"],
  ["a file chooser", "save()", "file chooser", "Cancel"],
] as const satisfies readonly (readonly [string, string, DialogRole, string])[]) {
  onDisplay(
    `the page gets the first key after ${what} that a key of a slow page opened`,
    async () => {
      const { app } = shared;
      await using server = slowServer();
      // The request begins before the engine knows whether the page used the key.
      await app.page().run(
        `document.body.innerHTML = "<textarea></textarea>";
       document.querySelector("textarea").focus();
       onkeydown = async ({ key }) => {
         if (key !== "F2") return;
         window.answer = __FRAMEWORK__.dialog.${command};
         for (let turn = 0; turn < 100; turn++) await null;
         const request = new XMLHttpRequest();
         request.open("GET", args[0], false);
         request.send();
       };`,
        server.address,
      );
      const { id } = await app.window();
      await press(app.session, id, "F2");
      await waitFor("the dialog", async () =>
        (await app.windows()).some(({ type, isMapped }) => type === "DIALOG" && isMapped),
      );
      server.release();
      // The engine has heard of the press before the first answer, and of the release before the
      // second.
      for (let answer = 0; answer < 2; answer++) await app.page().run("");
      await (await app.dialog(role)).press(button);
      await app.page().run("await window.answer");
      await app.noDialog();

      await type(app.session, id, "abc");
      const text = () => app.page().run("return document.querySelector('textarea').value");
      await waitFor("the last key", async () => String(await text()).endsWith("c"));
      expect(await text()).toBe("abc");
    },
  );
}
