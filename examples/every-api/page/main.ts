import { form, write, type Card, type Options } from "../../dialogs/page/form.ts";
import type { Module } from "./module.ts";
import { appModule } from "./modules/app.ts";
import { cliModule } from "./modules/cli.ts";
import { clipboardModule } from "./modules/clipboard.ts";
import { dialogModule } from "./modules/dialog.ts";
import { eventModule } from "./modules/event.ts";
import { fsModule } from "./modules/fs.ts";
import { globalShortcutModule } from "./modules/global-shortcut.ts";
import { httpModule } from "./modules/http.ts";
import { invokeModule } from "./modules/invoke.ts";
import { notificationModule } from "./modules/notification.ts";
import { osModule } from "./modules/os.ts";
import { pathModule } from "./modules/path.ts";
import { processModule } from "./modules/process.ts";
import { shellModule } from "./modules/shell.ts";
import { trayModule } from "./modules/tray.ts";
import { updaterModule } from "./modules/updater.ts";
import { windowModule } from "./modules/window.ts";

const modules: readonly Module[] = [
  appModule,
  cliModule,
  clipboardModule,
  dialogModule,
  eventModule,
  fsModule,
  globalShortcutModule,
  httpModule,
  invokeModule,
  notificationModule,
  osModule,
  pathModule,
  processModule,
  shellModule,
  trayModule,
  updaterModule,
  windowModule,
];

const links = modules.map(({ name }) => {
  const link = document.createElement("a");
  link.href = `#${name}`;
  link.textContent = name;
  return link;
});
document.querySelector("#modules")!.append(...links);
document.querySelector("#clear")!.addEventListener("click", () => {
  document.querySelector("#log")!.replaceChildren();
});
window.addEventListener("hashchange", open);
open();

/** Shows the module that the address names. */
function open(): void {
  const module = modules.find(({ name }) => name === location.hash.slice(1)) ?? modules[0]!;
  for (const link of links) {
    if (link.textContent === module.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.querySelector("#name")!.textContent = module.name;
  document.querySelector("#about")!.textContent = module.about;
  const cards = module.cards.map((card) => form(card, "Run", (given) => void run(card, given)));
  document.querySelector("#cards")!.replaceChildren(...cards);
}

async function run(card: Card, given: Options): Promise<void> {
  const call = `${card.name}(${JSON.stringify(given)})`;
  try {
    const answer = await card.run(given);
    // A value that is not data, such as the function that ends a listener, has no text.
    write(call, JSON.stringify(answer) ?? "done");
  } catch (error) {
    write(call, String(error), "", "failed");
  }
}
