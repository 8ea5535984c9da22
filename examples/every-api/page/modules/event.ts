import { text, write } from "../../../dialogs/page/form.ts";
import { emit, listen, once } from "framework/api/event";
import type { Module } from "../module.ts";

export const eventModule: Module = {
  name: "event",
  about: "Messages without an answer, between pages and the app.",
  cards: [
    {
      name: "listen",
      about: "Write every event of a name into the answers",
      controls: [text("event", "Event", "greeting")],
      run: ({ event = "" }) =>
        listen(String(event), ({ payload }) =>
          write(`heard ${String(event)}`, JSON.stringify(payload)),
        ),
    },
    {
      name: "once",
      about: "Only the first one",
      controls: [text("event", "Event", "greeting")],
      run: ({ event = "" }) =>
        once(String(event), ({ payload }) =>
          write(`heard ${String(event)} once`, JSON.stringify(payload)),
        ),
    },
    {
      name: "emit",
      about: "Emit one",
      controls: [text("event", "Event", "greeting"), text("payload", "Payload", "Good morning")],
      run: ({ event = "", payload = "" }) => emit(String(event), payload),
    },
  ],
};
