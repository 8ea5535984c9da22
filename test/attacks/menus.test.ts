// Menus and questions: the system dialogs that a page may show, and the meaning of their items.

import type { ChoiceRequest } from "../../src/contract/ui/index.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

/** An app whose page has these flags without the rule, and all others of their modules with it. */
async function start(flag: string, isWeak: boolean, answers = {}): Promise<MemoryApp> {
  const others = ["window.setTitle", "dialog.message", "dialog.ask", "dialog.confirm"];
  return await startInMemory({ allow: isWeak ? [flag] : others, answers });
}

const named = [{ text: secret, items: [{ id: "a", text: "A" }] }];

attack("a page without the flag gives its window a menu", async (isWeak) => {
  using app = await start("window.setMenu", isWeak);
  await app.page.invoke("window.setMenu", { entries: named });
  return [...app.platform.menus.shown];
});

attack("a page without the flag changes an item of its window's menu", async (isWeak) => {
  using app = await start("window.setMenu", isWeak);
  await app.services.menus.set("main", [{ id: "a", text: "A" }]);
  await app.page.invoke("window.changeMenuItem", { id: "a", change: { text: secret } });
  return [...app.platform.menus.shown];
});

attack("a page without the flag shows a menu over itself", async (isWeak) => {
  using app = await start("window.popupMenu", isWeak);
  const chosen = app.page.invoke("window.popupMenu", { entries: named });
  await Promise.race([chosen, new Promise((resolve) => setTimeout(resolve, 1))]);
  const shown = [...app.platform.menus.popups.values()].map(({ items }) => items);
  app.platform.menus.popups.get("main")?.choose(null);
  await chosen;
  return shown;
});

attack("a page without the flag asks a question with buttons of its own", async (isWeak) => {
  const asked: ChoiceRequest[] = [];
  const choice = (request: ChoiceRequest) => (asked.push(request), { button: 0, checked: false });
  using app = await start("dialog.choose", isWeak, { choice });
  await app.page.invoke("dialog.choose", { message: "?", options: { buttons: [secret] } });
  return asked;
});

// The framework would perform a choice there: the app would quit, or own code would open the file.
for (const id of ["framework:role:quit", "framework:file:/etc/passwd", "framework:window:main"])
  attack(`an item of a page stands for what the framework does: ${id}`, async (isWeak) => {
    using app = await startInMemory({ allow: ["window.setMenu"] });
    const entries = [{ id: isWeak ? id.slice("framework:".length) : id, text: secret }];
    await app.page.invoke("window.setMenu", { entries });
    return [...app.platform.menus.shown];
  });

attack("a page has a file read as the picture of an item", async (isWeak) => {
  using app = await startInMemory({ allow: ["window.setMenu"] });
  const png = Buffer.from("iVBORw0KGgo=", "base64");
  const icon = isWeak ? new Uint8Array(png) : "/etc/passwd";
  await app.page.invoke("window.setMenu", { entries: [{ id: "a", text: secret, icon }] });
  return [...app.platform.menus.shown].map(([label, items]) => [label, JSON.stringify(items)]);
});
