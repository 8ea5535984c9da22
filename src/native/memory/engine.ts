import type { EngineTraits } from "../../contract/ui/index.ts";

/**
 * Passes the platform a message with its key in front. Settles with the answer; rejects when it is
 * refused.
 */
export type Ask = (message: string) => Promise<string>;

/** The channel of a page's messages out of its engine, and of their answers. */
export interface MemoryTransport {
  /** See `EngineTraits.transport`. */
  readonly script: string;
  /** The object that a page finds as `window.memory`. */
  open(ask: Ask): unknown;
}

/** Each message has its own answer, as in WebKit. */
export const answering: MemoryTransport = {
  script: `(key) => {
    const { ask } = window.memory;
    return (message) => ask(key + message);
  }`,
  open: (ask) => ({ ask }),
};

interface Answer {
  readonly number: number;
  readonly text: string;
  readonly isRefused: boolean;
}

/** A message is sent without an answer, and another one arrives some time later, as in WebView2. */
export const posting: MemoryTransport = {
  script: `(key) => {
    const { post, listen } = window.memory;
    const waiting = new Map();
    let last = 0;
    listen(({ number, text, isRefused }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (isRefused) reject(new Error(text));
      else resolve(text);
    });
    return (message) => {
      const { promise, resolve, reject } = Promise.withResolvers();
      waiting.set(++last, { resolve, reject });
      post(last + " " + key + message);
      return promise;
    };
  }`,
  open(ask) {
    let receive: (answer: Answer) => void = () => {};
    return {
      listen: (listener: (answer: Answer) => void) => (receive = listener),
      post(message: string): void {
        const end = message.indexOf(" ");
        const number = Number(message.slice(0, end));
        ask(message.slice(end + 1)).then(
          (text) => receive({ number, text, isRefused: false }),
          (error: Error) => receive({ number, text: error.message, isRefused: true }),
        );
      },
    };
  },
};

/** An engine with any traits. */
export interface MemoryEngine extends Omit<EngineTraits, "transport"> {
  readonly transport: MemoryTransport;
}

/** An engine with the traits of WebKitGTK. */
export const webkitLike: MemoryEngine = {
  transport: answering,
  playsFromSchemes: false,
  readsBodies: true,
  answersBytes: true,
};
