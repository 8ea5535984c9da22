import {
  causedEvents,
  type AutomationArgs,
  type AutomationCommand,
  type AutomationEvents,
  type AutomationResult,
  type WindowInfo,
} from "../../contract/automation.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { ReplyMessage, ToApp } from "../../contract/page/message.ts";
import type { Dispatcher } from "../calls/dispatch.ts";
import type { Origins } from "../calls/origins.ts";
import { plainNames } from "../opening/open-request.ts";
import type { Services } from "../services.ts";
import type { PageScripting } from "./page-scripting.ts";
import type { WatchedDesktop } from "./watched-desktop.ts";

/** The app that a tool drives. */
export interface Driven {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly origins: Origins;
  readonly desktop: WatchedDesktop;
  readonly scripting: PageScripting;
  readonly tell: <E extends keyof AutomationEvents>(event: E, payload: AutomationEvents[E]) => void;
}

type Commands = {
  readonly [N in AutomationCommand]: (
    app: Driven,
    args: AutomationArgs<N>,
  ) => AutomationResult<N> | Promise<AutomationResult<N>>;
};

/** The action of each command of the line. */
export const automationCommands: Commands = {
  "windows.list": ({ services }) =>
    Promise.all(services.windows.labels.map((label) => windowInfo(services, label))),
  "page.evaluate": async (
    { services, desktop, scripting, origins },
    { window, expression, frame },
  ) => {
    await desktop.pageOpened(window, () => services.windows.labels.includes(window));
    const sender = services.documents.senderOf(window);
    if (sender !== null && !origins.mayCall(sender))
      throw new FrameworkError(
        "not-allowed",
        `Cannot evaluate in window "${window}": pages of "${sender.origin}" may call nothing`,
      );
    return await scripting.evaluate(services, window, expression, frame);
  },
  "page.run": ({ services }, { window, script }) =>
    services.ui.tell("window.evaluate", { window, script, pages: null }),
  "window.focus": ({ services }, { window }) =>
    services.windows.apply(window, { name: "setFocus", value: null }),
  "window.apply": ({ services }, { window, operation }) =>
    services.windows.apply(window, operation),
  "window.open": ({ services }, { window, url }) => services.windows.create(window, { url }),
  "window.destroy": ({ services }, { window }) => services.windows.destroy(window),
  invoke: async ({ services, desktop, dispatcher }, { window, command, args }) => {
    await desktop.pageOpened(window, () => services.windows.labels.includes(window));
    const sender = services.documents.senderOf(window);
    if (sender === null)
      throw new FrameworkError(
        "not-found",
        `Cannot call "${command}" from window "${window}": it has no page`,
      );
    const reply = await dispatcher.answer(
      sender,
      null,
      () => ({ command, args, inline: true }),
      "message-alone",
    );
    const message = JSON.parse(reply.json) as Exclude<ReplyMessage, { readonly ticket: string }>;
    reply.room?.[Symbol.dispose]();
    if (!message.ok) throw FrameworkError.from(message.error);
    return { result: message.result, attachments: message.attachments ?? [] };
  },
  "event.emit": ({ services }, { event, payload, window = null }) =>
    services.events.emit(event, payload, { window }),
  "event.listen": ({ services, tell }, { event }) =>
    services.events.watch(event, ({ payload, windowLabel }) =>
      tell("event.emitted", { event, payload, window: windowLabel }),
    ),
  open: ({ services }, { args, cwd }) =>
    services.openings.open({ args, cwd, names: plainNames(args), isAddress: false }),
  "prompt.answer": ({ services }, answer) => services.ui.tell("page.answerPrompt", answer),
  "dialog.answer": ({ desktop }, { id, answer }) => desktop.answerDialog(id, answer),
  "popup.answer": ({ desktop }, { id, item }) => desktop.answerPopup(id, item),
  "desktop.read": ({ desktop }) => desktop.state,
  "desktop.cause": ({ desktop }, { event, payload }) => {
    if (!causedEvents.includes(event))
      throw new FrameworkError(
        "bad-argument",
        `Cannot cause "${event}": want one of ${causedEvents.join(", ")}`,
      );
    desktop.cause({ kind: "event", event, payload } as ToApp);
  },
  "clipboard.read": ({ services }) => services.ui.call("clipboard.read", null),
  "clipboard.write": ({ services }, { text }) => services.ui.call("clipboard.write", { text }),
  quit: ({ services }, { code }) => void services.exit.quit(code),
};

async function windowInfo({ windows, documents }: Services, label: string): Promise<WindowInfo> {
  const state = await windows.read(label);
  const { title, isVisible, isFocused, isMinimized, isMaximized, isFullscreen } = state;
  return {
    label,
    title,
    origin: documents.originOf(label),
    isVisible,
    isFocused,
    area: { ...state.innerPosition, ...state.innerSize },
    scaleFactor: state.scaleFactor,
    outerArea: { ...state.outerPosition, ...state.outerSize },
    isMinimized,
    isMaximized,
    isFullscreen,
  };
}
