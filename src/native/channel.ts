import type {
  HandedOver,
  LifeMessage,
  RestartMessage,
  ToApp,
  ToUi,
} from "../contract/page/message.ts";
import { appThreadData } from "./app-thread-data.ts";
import { readToApp, shortenToUi, type PostedToApp } from "./short-messages.ts";
import { writeDirectly } from "./standard-streams.ts";
import { wakeBy, wakeOnce } from "./wake.ts";

/**
 * The app thread's end of the channel to the ui thread, made from the data that `start.ts` passed
 * to the Worker. Each message is followed by a wake: the native loop does not read ports by itself.
 */
export function openChannel(): {
  readonly ownsThread: true;
  post(message: ToUi): void;
  listen(receive: (message: ToApp) => void): void;
  tellLife(message: LifeMessage): void;
  /** The state of the previous app thread, in development; `null`: there was none. */
  readonly handedOver: HandedOver | null;
  /** Ends this thread, and starts another one in its place. */
  restart(handedOver: HandedOver): void;
} {
  const { port, taken, woken, waker, streams, handedOver } = appThreadData();
  writeDirectly(streams);
  const wakeLoop = wakeBy(waker);
  const wake = (): void => wakeOnce(woken, wakeLoop);
  const send = (message: LifeMessage | RestartMessage): void => {
    port.postMessage(message);
    wake();
  };
  return {
    ownsThread: true,
    post(message) {
      port.postMessage(shortenToUi(message), responseBody(message));
      wake();
    },
    listen(receive) {
      port.onmessage = (event) => {
        try {
          receive(readToApp(event.data as PostedToApp));
        } finally {
          // Not before: the app's own code may run in it, and never return.
          Atomics.add(taken, 0, 1);
        }
      };
    },
    tellLife: send,
    handedOver,
    restart: (left) => send({ restart: left }),
  };
}

/** The buffer of a response is transferred, not copied. */
function responseBody(message: ToUi): ArrayBuffer[] {
  if (message.call !== "page.respond" || message.args.response.body.kind !== "bytes") return [];
  return [message.args.response.body.bytes.buffer as ArrayBuffer];
}
