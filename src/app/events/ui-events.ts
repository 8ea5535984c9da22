import { plainError } from "../../contract/errors.ts";
import type { ReplyMessage } from "../../contract/page/message.ts";
import { readPlaced } from "../calls/call-order.ts";
import type { Calls } from "../calls/calls.ts";
import type { Dispatcher } from "../calls/dispatch.ts";
import { replyPacket } from "../calls/packets.ts";
import type { Requests } from "../pages/requests.ts";
import type { Services } from "../services.ts";
import { reportWindowEvents } from "../windows/window-events.ts";

/** The answer to a message that is no call. */
const nothing = JSON.stringify({ ok: true } satisfies ReplyMessage);

/**
 * Connects every event of the ui thread to its listener: calls of pages are answered, other events
 * are passed on.
 */
export function followUi(
  services: Services,
  { dispatcher, calls, requests }: { dispatcher: Dispatcher; calls: Calls; requests: Requests },
): void {
  const { ui, documents, windows, exit } = services;
  ui.on("page.opened", (sender) => documents.opened(sender));
  ui.on("page.kept", ({ sender, epoch }) => documents.opened(sender, epoch));
  ui.on("page.closed", ({ document }) => {
    dispatcher.beginWaiting(document);
    documents.closed(document);
    calls.closed(document);
  });
  ui.on("page.loadChanged", (load) => windows.pageLoaded(load));
  ui.on("page.crashed", (crash) => windows.pageCrashed(crash));
  ui.on("page.message", ({ request, sender, text }) => {
    const message = readPlaced(text);
    if (message.kind !== "call") {
      const known = documents.order(sender.document);
      const order = known?.epoch === message.epoch ? known : null;
      const tell = (): void => ui.tell("page.reply", { request, text: nothing });
      if (message.kind === "gave-up") order?.giveUp(message.number);
      if (message.kind === "gave-up" || order === null) tell();
      else void order.whenReached(message.number).then(tell);
      return;
    }
    void dispatcher
      .answer(sender, message.place, () => calls.text(sender, message.text), "message")
      .then((reply) => {
        const isWhole = reply.attachments.length === 0;
        const json = isWhole
          ? reply.json
          : JSON.stringify({
              ok: true,
              ticket: documents.keep(sender.document, replyPacket(reply), reply.room),
            });
        ui.tell("page.reply", { request, text: json });
        if (isWhole) reply.room?.[Symbol.dispose]();
      });
  });
  ui.on("page.request", (request) => {
    void requests
      .respond(request)
      .then((response) => ui.tell("page.respond", { request: request.request, response }));
  });
  ui.on("window.closeRequested", ({ window }) => {
    // In development a window may be older than this thread, which has yet to adopt it.
    if (windows.labels.includes(window)) windows.requestClose(window).catch(unlessGone);
  });
  ui.on("window.closed", ({ window }) => {
    windows.closed(window);
    services.menus.windowClosed(window);
    if (windows.labels.length === 0 && exit.endsWithLastWindow) void endWithLastWindow(services);
  });
  ui.on("app.exitRequested", ({ reason }) => {
    void exit.requests.mayEnd(reason).then((ends) => ui.tell("app.answerExit", { ends }));
  });
  ui.on("shortcut.pressed", ({ id }) => services.shortcuts.pressed(id));
  ui.on("menu.chosen", ({ window, item }) => services.menus.chosen(window, item));
  ui.on("tray.clicked", (click) => services.tray.clicked(click));
  ui.on("tray.menuClicked", ({ item }) => services.tray.chosen(item));
  ui.on("app.opened", ({ addresses }) => services.openings.openAddresses(addresses));
  reportWindowEvents(services);
  ui.on("app.terminate", () => void exit.quit(0));
}

/** Own code may keep the app, or have opened another window meanwhile. */
async function endWithLastWindow({ exit, windows }: Services): Promise<void> {
  if (!(await exit.requests.mayEnd("last-window")) || windows.labels.length > 0) return;
  // Its dialog stays until the user has read it, and ends the app with 1.
  if (await exit.errors.endsApp()) return;
  await exit.quit(0);
}

/**
 * Until a window is closed its button can be pressed again, and the app's own code may be quicker,
 * too.
 */
function unlessGone(error: unknown): void {
  if (plainError(error).code !== "not-found") throw error;
}
