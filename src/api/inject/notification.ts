// Placed only if the configuration lets pages send notifications: the web's `window.Notification`,
// sent by the app. The engine's own would request a permission that is never granted.

import type {} from "../invoke.ts";
import { bare } from "./primordials.ts";

{
  const { call } = window.__FRAMEWORK_BRIDGE__!;
  const send = (options: Record<string, unknown>) =>
    call("notification.send", bare({ options }), false);

  class AppNotification extends EventTarget {
    static readonly permission = "granted";
    static readonly maxActions = 0;

    static requestPermission(done?: (permission: "granted") => void): Promise<"granted"> {
      done?.("granted");
      return Promise.resolve("granted");
    }

    readonly title: string;
    readonly body: string;
    readonly icon: string;
    onshow: ((event: Event) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    onclick: ((event: Event) => void) | null = null;
    onclose: ((event: Event) => void) | null = null;

    constructor(title: string, { body = "", icon = "" }: NotificationOptions = {}) {
      super();
      this.title = String(title);
      this.body = String(body);
      this.icon = String(icon);
      void this.#send();
    }

    async #send(): Promise<void> {
      try {
        await send(bare({ title: this.title, body: this.body, icon: this.icon }));
      } catch {
        return this.#tell(new Event("error"), this.onerror);
      }
      this.#tell(new Event("show"), this.onshow);
    }

    /** The desktop removes it by itself. */
    close(): void {}

    #tell(event: Event, handler: ((event: Event) => void) | null): void {
      handler?.call(this, event);
      this.dispatchEvent(event);
    }
  }

  Object.defineProperty(window, "Notification", {
    value: AppNotification,
    writable: true,
    configurable: true,
  });
}
