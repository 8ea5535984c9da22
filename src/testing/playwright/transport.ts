import type { System } from "../../contract/target.ts";
import type { Line } from "../line.ts";
import type { PageInput } from "../page-input.ts";
import { PageSession } from "./page-session.ts";
import { ignored, type Message, type Request, type Transport } from "./protocol.ts";

const context = "app";

/**
 * The transport for `chromium.connectOverCDP` of Playwright, in the place of a browser: each window
 * of the app is a page. No data goes over a network.
 */
export class AppTransport implements Transport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #line: Line;
  readonly #input: PageInput;
  readonly #system: System;
  readonly #pages = new Map<string, PageSession>();
  readonly #removers: (() => void)[] = [];

  constructor(line: Line, input: PageInput, system: System) {
    this.#line = line;
    this.#input = input;
    this.#system = system;
    this.#removers.push(
      line.on("page.loaded", (load) => {
        if (!this.#pages.has(load.window)) this.#attach(load.window);
        void this.#pages.get(load.window)?.loaded(load);
      }),
      line.on("page.console", (entry) => this.#pages.get(entry.window)?.console(entry)),
      line.on("window.closed", ({ window }) => this.#detach(window)),
    );
  }

  send(message: object): void {
    const { id, method, params, sessionId } = message as Request;
    const session = sessionId === undefined ? {} : { sessionId };
    this.#run(method, params, sessionId).then(
      (result) => this.#post({ id, result, ...session }),
      (error: unknown) =>
        this.#post({
          id,
          error: { message: error instanceof Error ? error.message : String(error) },
          ...session,
        }),
    );
  }

  close(): void {
    for (const remove of this.#removers.splice(0)) remove();
    this.onclose?.();
  }

  async #run(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (sessionId !== undefined) {
      const page = this.#pages.get(sessionId);
      if (page === undefined) throw new Error("Target closed");
      return await page.run(method, params);
    }
    switch (method) {
      case "Browser.getVersion":
        return {
          product: "framework/1.0",
          revision: "0",
          protocolVersion: "1.3",
          jsVersion: "",
          userAgent:
            this.#system === "macos"
              ? "Macintosh"
              : this.#system === "windows"
                ? "Windows"
                : "Linux",
        };
      case "Target.setAutoAttach":
        for (const { label } of await this.#line.call("windows.list", {}))
          if (!this.#pages.has(label)) this.#attach(label);
        return {};
      case "Target.getTargetInfo":
        return {
          targetInfo: { targetId: "app", type: "browser", title: "", url: "", attached: true },
        };
      case "Target.closeTarget": {
        const { targetId } = params as { readonly targetId: string };
        await this.#pages.get(targetId)?.run("Page.close", {});
        return { success: true };
      }
      case "Browser.close":
        return {};
    }
    if (ignored.has(method)) return {};
    throw new Error(`Cannot run "${method}": framework/testing has no such method`);
  }

  #attach(window: string): void {
    const emit = (method: string, params: unknown): void =>
      this.#post({ method, params, sessionId: window });
    this.#pages.set(
      window,
      new PageSession({ line: this.#line, input: this.#input, window, emit }),
    );
    const targetInfo = {
      targetId: window,
      type: "page",
      title: window,
      url: "",
      attached: true,
      browserContextId: context,
    };
    this.#post({
      method: "Target.attachedToTarget",
      params: { sessionId: window, targetInfo, waitingForDebugger: false },
    });
  }

  #detach(window: string): void {
    if (!this.#pages.delete(window)) return;
    this.#post({
      method: "Target.detachedFromTarget",
      params: { sessionId: window, targetId: window },
    });
  }

  #post(message: Message): void {
    // In a turn of its own, as a socket would.
    setImmediate(() => this.onmessage?.(message));
  }
}
