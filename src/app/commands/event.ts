import type { Handlers } from "../calls/context.ts";
import { checkPageEvent } from "../events/events.ts";

/** The handlers of the event module. */
export const eventHandlers: Handlers<"event"> = {
  "event.listen"({ id, event, window, once }, { sender, services, uses }) {
    uses?.note({ kind: "event", outcome: "allowed", rule: "listen", detail: event });
    services.events.subscribe(sender, { id, event, window: window ?? null, once: once ?? false });
  },
  "event.unlisten"({ id }, { sender, services }) {
    services.events.unsubscribe(sender.document, id);
  },
  "event.next": (_, { sender, services }) => services.events.next(sender.document),
  "event.emit"({ event, payload, window }, { sender, services, uses }) {
    checkPageEvent(event);
    uses?.note({ kind: "event", outcome: "allowed", rule: "emit", detail: event });
    services.events.emit(event, payload, { window: sender.window, to: window ?? null });
  },
};
