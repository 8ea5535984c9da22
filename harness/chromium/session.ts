import { ownWorld, pageScript } from "../pages/channel-script.ts";
import { autoAttach, type Browser, type Listen } from "./browser.ts";
import type { ExecutionContext } from "./events.ts";
import { binding, ownWorldScript } from "./own-world.ts";

/** The scripts that start in the documents of a view, and the settings of the view. */
export interface DocumentSettings {
  readonly channel: string | null;
  readonly scripts: ReadonlyMap<number, string>;
  readonly userAgent: string | null;
  readonly background: readonly [number, number, number, number];
  readonly isDark: boolean;
  readonly isScripted: boolean;
}

/**
 * A document's scripts may not be placed while its process is lost; its next one gets them all the
 * same.
 */
const lostPatience = 5000;

/** A session with a view's page, or with a frame of it that has a process of its own. */
export class DocumentSession {
  readonly id: string;
  readonly #browser: Browser;
  readonly #placed = new Map<number, Promise<string>>();
  readonly #contexts = new Map<string, ExecutionContext>();

  constructor(browser: Browser, id: string, listen: Listen) {
    this.#browser = browser;
    this.id = id;
    browser.listen(id, listen);
  }

  send<T>(method: string, params: object = {}): Promise<T> {
    return this.#browser.devTools.send<T>(method, params, this.id);
  }

  run(method: string, params: object = {}): void {
    this.#browser.run(method, params, this.id);
  }

  /**
   * Subscribes to all events and sends all settings, then lets the documents run. Settles when they
   * may.
   */
  async begin({ channel, scripts, ...look }: DocumentSettings): Promise<void> {
    this.run("Page.enable");
    this.run("Runtime.enable");
    // Kept bodies are never read.
    this.run("Network.enable", {
      maxTotalBufferSize: 0,
      maxResourceBufferSize: 0,
      maxPostDataSize: 0,
    });
    this.run("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    this.run("Target.setAutoAttach", autoAttach);
    this.run("Runtime.addBinding", { name: binding, executionContextName: ownWorld });
    const place = "Page.addScriptToEvaluateOnNewDocument";
    this.run(place, { source: ownWorldScript, worldName: ownWorld });
    if (channel !== null) this.run(place, { source: pageScript(channel) });
    for (const [number, source] of scripts) void this.place(number, source);
    this.setUserAgent(look.userAgent);
    this.setBackground(look.background);
    this.setDark(look.isDark);
    if (!look.isScripted) this.setScripting(false);
    await this.#settled(this.send("Runtime.runIfWaitingForDebugger"));
  }

  /** Has a script run at the start of each document. Settles when it will. */
  async place(number: number, source: string): Promise<void> {
    const placed = this.send<{ identifier: string }>("Page.addScriptToEvaluateOnNewDocument", {
      source,
    });
    const identifier = placed.then((result) => result.identifier);
    this.#placed.set(number, identifier);
    await this.#settled(identifier);
  }

  async remove(number: number): Promise<void> {
    const identifier = this.#placed.get(number);
    this.#placed.delete(number);
    const removed = identifier?.then((known) =>
      this.send("Page.removeScriptToEvaluateOnNewDocument", { identifier: known }),
    );
    await this.#settled(removed);
  }

  async #settled(task: Promise<unknown> | undefined): Promise<void> {
    const settled = task?.catch(() => {}); // its target has gone
    await Promise.race([settled, Bun.sleep(lostPatience)]);
  }

  setUserAgent(userAgent: string | null): void {
    if (userAgent !== null) this.run("Emulation.setUserAgentOverride", { userAgent });
  }

  setBackground([r, g, b, a]: DocumentSettings["background"]): void {
    const color = { r: Math.round(r * 255), g: Math.round(g * 255), b: Math.round(b * 255), a };
    this.run("Emulation.setDefaultBackgroundColorOverride", { color });
  }

  setDark(isDark: boolean): void {
    const scheme = { name: "prefers-color-scheme", value: isDark ? "dark" : "light" };
    this.run("Emulation.setEmulatedMedia", { features: [scheme] });
  }

  setScripting(isOn: boolean): void {
    this.run("Emulation.setScriptExecutionDisabled", { value: !isOn });
  }

  contextCreated(context: ExecutionContext): void {
    this.#contexts.set(context.uniqueId, context);
  }

  contextDestroyed(uniqueId: string): void {
    this.#contexts.delete(uniqueId);
  }

  forgetContexts(): void {
    this.#contexts.clear();
  }

  /** The context of the own world's script in a frame. */
  ownContext(frame: string): string | null {
    const own = [...this.#contexts.values()].findLast(
      ({ name, auxData }) => name === ownWorld && auxData?.frameId === frame,
    );
    return own?.uniqueId ?? null;
  }

  close(): void {
    this.#browser.forget(this.id);
  }
}
