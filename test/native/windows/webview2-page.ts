import { createContext, Script, type Context } from "node:vm";

/** The place of a document: in the window, or in a frame whose window shows another address. */
export interface PagePlace {
  readonly address: string;
  /** The address of the window's own document; `null`: this is it. */
  readonly frame: string | null;
}

type Listener = (event: { data: string; stopImmediatePropagation(): void }) => void;

/** A document with what WebView2 gives to scripts. */
export class ScriptedPage {
  readonly #context: Context;
  readonly #listeners: Listener[] = [];
  /** The errors of scripts. */
  readonly errors: unknown[] = [];

  constructor({ address, frame }: PagePlace, post: (text: string | null) => void) {
    const { href, protocol, hostname, port, origin } = new URL(address);
    const ancestorOrigins = frame === null ? [] : [new URL(frame).origin];
    this.#context = createContext({
      location: { href, protocol, hostname, port, origin, ancestorOrigins },
      chrome: {
        webview: {
          postMessage: (data: unknown) => post(typeof data === "string" ? data : null),
          addEventListener: (_type: string, listener: Listener) => this.#listeners.push(listener),
        },
      },
      crypto,
      URL,
      fetch: () => Promise.reject(new Error("no requests here")),
      btoa,
      atob,
      TextDecoder,
      TextEncoder,
      Response,
      Headers,
      ReadableStream,
      ReadableStreamDefaultReader,
      structuredClone,
      setTimeout,
      reportError: (error: unknown) => this.errors.push(error),
    });
    this.run(`
      globalThis.window = globalThis;
      globalThis.top = ${frame === null ? "globalThis" : "{}"};
      globalThis.print = () => "printed";
      globalThis.Document = class { execCommand(name) { return "did " + name; } };
      globalThis.document = new Document();
    `);
  }

  /** Runs the scripts placed before the document's own code. */
  begin(scripts: readonly string[]): void {
    for (const source of scripts) {
      try {
        this.run(source);
      } catch (error) {
        this.errors.push(error);
      }
    }
  }

  run(source: string): unknown {
    return new Script(source).runInContext(this.#context);
  }

  hear(data: string): void {
    let isStopped = false;
    for (const listener of this.#listeners) {
      listener({ data, stopImmediatePropagation: () => void (isStopped = true) });
      if (isStopped) return;
    }
  }
}
