import type { ToApp, ToUi } from "../../contract/page/message.ts";
import { answer } from "../start.ts";
import { MemoryPlatform } from "./platform.ts";

/**
 * The channel of an app without windows, in tests by its author: both ends are on one thread, and
 * the ui thread's end is the memory platform. It ends the process when the app ends.
 */
export function openMemoryChannel(): {
  post(message: ToUi): void;
  listen(receive: (message: ToApp) => void): void;
} {
  let receive: (message: ToApp) => void = () => {};
  const deliver = (message: ToApp): void => queueMicrotask(() => receive(message));
  const platform = new MemoryPlatform({
    emit: (event, payload) => deliver({ kind: "event", event, payload } as ToApp),
  });
  // Keeps the process alive: an app whose windows are records waits for the tool.
  const running = setInterval(() => {}, 1 << 30);
  return {
    post(message) {
      queueMicrotask(() => {
        answer(platform, message, deliver);
        if (message.call !== "app.quit") return;
        clearInterval(running);
        // oxlint-disable-next-line no-restricted-properties -- the process has no native loop that ends it
        process.exit(message.args.code);
      });
    },
    listen: (listener) => (receive = listener),
  };
}
