import {
  automationGlobal,
  type AutomationEvents,
  type WindowInfo,
} from "../../contract/automation.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { Line } from "../line.ts";
import type { PageInput } from "../page-input.ts";
import { ignored, type Method } from "./protocol.ts";

const objects = `${automationGlobal}.objects`;

interface CallParams {
  readonly functionDeclaration: string;
  readonly arguments?: readonly { readonly value?: unknown; readonly objectId?: string }[];
  readonly returnByValue?: boolean;
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Metrics extends Clip {
  readonly contentWidth: number;
  readonly contentHeight: number;
  readonly scale: number;
}

export interface PageSessionOptions {
  readonly line: Line;
  readonly input: PageInput;
  readonly window: string;
  /** Sends an event to Playwright. */
  readonly emit: (method: string, params: unknown) => void;
}

/**
 * A window's page as a target of the DevTools protocol. Its worlds share one global of the page:
 * Playwright's additions to its own world are an object that no page looks for.
 */
export class PageSession {
  readonly window: string;
  readonly #line: Line;
  readonly #input: PageInput;
  readonly #emit: PageSessionOptions["emit"];
  readonly #initScripts = new Map<string, string>();
  #worldName = "";
  #document = 0;
  readonly #listened = Promise.withResolvers<void>();
  #contexts = 0;
  #mainContext = 0;
  #scripts = 0;
  // The document that Playwright waits for after it has requested an address.
  #awaited: string | null = null;
  #loader = "";
  #url = "";

  constructor({ line, input, window, emit }: PageSessionOptions) {
    this.#line = line;
    this.#input = input;
    this.window = window;
    this.#emit = emit;
  }

  /** Handles a request of Playwright. */
  async run(method: string, params: unknown): Promise<unknown> {
    const known = (this.#methods as Readonly<Record<string, Method>>)[method];
    if (known !== undefined) return (await known(params as never)) ?? {};
    if (ignored.has(method)) return {};
    throw new Error(
      `Cannot run "${method}" in window "${this.window}": framework/testing has no such method`,
    );
  }

  /** Another document was shown, or has been loaded. */
  async loaded({ url, document, stage }: AutomationEvents["page.loaded"]): Promise<void> {
    if (stage === "started") {
      this.#document = document;
      this.#url = url;
      this.#loader = this.#awaited ?? `document-${document}`;
      this.#awaited = null;
      this.#emit("Runtime.executionContextsCleared", {});
      this.#emit("Page.frameNavigated", { frame: this.#frame(), type: "Navigation" });
      this.#contextCreated("");
      if (this.#worldName !== "") this.#contextCreated(this.#worldName);
      for (const source of this.#initScripts.values())
        await this.#ask(`(() => { ${source}\n })()`).catch(() => {});
      this.#lifecycle("commit");
      return;
    }
    this.#lifecycle("DOMContentLoaded");
    this.#lifecycle("load");
  }

  /** The page has written to its console. */
  console({ kind, text, place }: AutomationEvents["page.console"]): void {
    const timestamp = Date.now();
    const [, url = "", line = "0", column = "0"] = /^(.*):(\d+):(\d+)$/.exec(place ?? "") ?? [];
    const callFrames = [{ url, lineNumber: Number(line), columnNumber: Number(column) }];
    if (kind === "uncaught") {
      const exception = { type: "object", subtype: "error", className: "Error", description: text };
      const exceptionDetails = { text: "Uncaught", exception, stackTrace: { callFrames } };
      this.#emit("Runtime.exceptionThrown", { timestamp, exceptionDetails });
      return;
    }
    this.#emit("Runtime.consoleAPICalled", {
      type: kind === "warn" ? "warning" : kind,
      args: [{ type: "string", value: text }],
      executionContextId: this.#mainContext,
      stackTrace: { callFrames },
      timestamp,
    });
  }

  readonly #methods = {
    "Page.getFrameTree": async () => {
      this.#url = String(await this.#ask("location.href"));
      this.#loader = `document-${this.#document}`;
      // Playwright listens to events from this answer on.
      setImmediate(() => this.#listened.resolve());
      return { frameTree: { frame: this.#frame() } };
    },
    "Page.createIsolatedWorld": ({ worldName }: { readonly worldName: string }) => {
      this.#worldName = worldName;
      this.#contextCreated(worldName);
      return { executionContextId: this.#contexts };
    },
    "Page.addScriptToEvaluateOnNewDocument": ({ source }: { readonly source: string }) => {
      const identifier = String(++this.#scripts);
      if (source !== "") this.#initScripts.set(identifier, source);
      return { identifier };
    },
    "Page.removeScriptToEvaluateOnNewDocument": ({ identifier }: { readonly identifier: string }) =>
      void this.#initScripts.delete(identifier),
    "Page.navigate": async ({ url }: { readonly url: string }) => {
      this.#awaited = `asked-${++this.#scripts}`;
      const asked = { frameId: this.window, loaderId: this.#awaited };
      await this.#leave(`location.assign(${JSON.stringify(url)})`);
      return asked;
    },
    "Page.reload": () => this.#leave("location.reload()"),
    "Page.close": () =>
      this.#line.call("desktop.cause", {
        event: "window.closeRequested",
        payload: { window: this.window },
      }),
    "Page.bringToFront": () => this.#line.call("window.focus", { window: this.window }),
    "Page.getLayoutMetrics": async () => {
      const { x, y, width, height, contentWidth, contentHeight, scale } = await this.#metrics();
      const viewport = { pageX: x, pageY: y, clientWidth: width, clientHeight: height, scale: 1 };
      const content = { x: 0, y: 0, width: contentWidth, height: contentHeight };
      const scaled = { x: 0, y: 0, width: contentWidth * scale, height: contentHeight * scale };
      return {
        layoutViewport: viewport,
        visualViewport: viewport,
        contentSize: scaled,
        cssLayoutViewport: viewport,
        cssVisualViewport: viewport,
        cssContentSize: content,
      };
    },
    "Page.captureScreenshot": async ({
      format,
      clip,
    }: {
      readonly format: string;
      readonly clip: Clip;
    }) => {
      if (format !== "png")
        throw new Error(`Cannot take a picture as "${format}": want type "png"`);
      const { x, y, scale } = await this.#metrics();
      const area = {
        x: (clip.x - x) * scale,
        y: (clip.y - y) * scale,
        width: clip.width * scale,
        height: clip.height * scale,
      };
      return {
        data: (await this.#input.picture(await this.#windowInfo(), area)).toString("base64"),
      };
    },
    "Runtime.enable": async () => {
      await this.#listened.promise;
      this.#contextCreated("");
      this.#lifecycle("DOMContentLoaded");
      this.#lifecycle("load");
    },
    "Runtime.evaluate": ({
      expression,
      returnByValue = false,
    }: {
      readonly expression: string;
      readonly returnByValue?: boolean;
    }) => this.#ask(`${objects}.evaluate(() => (${adapted(expression)}\n), ${returnByValue})`),
    "Runtime.callFunctionOn": ({
      functionDeclaration,
      arguments: args = [],
      returnByValue = false,
    }: CallParams) => {
      const texts = [args[3]?.value, ...args.flatMap(({ value }) => functionTexts(value))];
      const compiled = [...new Set(texts)].flatMap((text) =>
        typeof text === "string" && isExpression(text)
          ? [`${JSON.stringify(text)}: () => (${adapted(text)}\n)`]
          : [],
      );
      const given = `${JSON.stringify(args)}, ${returnByValue}, { ${compiled.join(", ")} }`;
      return this.#ask(`${objects}.call((${functionDeclaration}), ${given})`);
    },
    "Runtime.getProperties": async ({ objectId }: { readonly objectId: string }) => ({
      result: await this.#ask(`${objects}.properties("${objectId}")`),
    }),
    "Runtime.releaseObject": ({ objectId }: { readonly objectId: string }) =>
      // An object that ended with its document needs no release.
      void this.#ask(`${objects}.release("${objectId}")`).catch(() => {}),
    "DOM.describeNode": ({ objectId }: { readonly objectId: string }) => ({
      node: { nodeId: 0, backendNodeId: Number(objectId), frameId: this.window },
    }),
    "DOM.resolveNode": async ({ backendNodeId }: { readonly backendNodeId: number }) => ({
      object: await this.#ask(`${objects}.again("${backendNodeId}")`),
    }),
    "DOM.scrollIntoViewIfNeeded": async ({ objectId }: { readonly objectId: string }) => {
      if (!(await this.#ask(`${objects}.isConnected("${objectId}")`)))
        throw new Error("Node is detached from document");
      await this.#ask(`${objects}.scrollIntoView("${objectId}")`);
    },
    "DOM.getContentQuads": async ({ objectId }: { readonly objectId: string }) => ({
      quads: await this.#ask(`${objects}.quads("${objectId}")`),
    }),
    "DOM.getBoxModel": async ({ objectId }: { readonly objectId: string }) => ({
      model: { border: await this.#ask(`${objects}.box("${objectId}")`) },
    }),
    "DOM.setFileInputFiles": () => {
      throw new Error("Cannot set the files of an input: click it, and answer app.dialogs.next()");
    },
    "Input.dispatchMouseEvent": async (event: Parameters<PageInput["mouse"]>[1]) =>
      this.#input.mouse(await this.#place(), event),
    "Input.dispatchKeyEvent": async (event: Parameters<PageInput["key"]>[1]) =>
      this.#input.key(await this.#place(), event),
    "Input.insertText": ({ text }: { readonly text: string }) =>
      this.#ask(`${objects}.insertText(${JSON.stringify(text)})`),
  };

  async #place(): Promise<Parameters<PageInput["mouse"]>[0]> {
    const [window, page] = await Promise.all([this.#windowInfo(), this.#metrics()]);
    return { window, page, ask: (expression) => this.#ask(expression) };
  }

  async #windowInfo(): Promise<WindowInfo> {
    const windows = await this.#line.call("windows.list", {});
    const found = windows.find(({ label }) => label === this.window);
    if (found === undefined) throw new Error(`Cannot find window "${this.window}": it was closed`);
    return found;
  }

  async #metrics(): Promise<Metrics> {
    return (await this.#ask(`${objects}.metrics()`)) as Metrics;
  }

  async #leave(script: string): Promise<void> {
    try {
      await this.#ask(`setTimeout(() => ${script})`);
    } catch (error) {
      if (!(error instanceof FrameworkError) || error.code !== "closed") throw error;
      // The page has gone before it could answer; if the app has ended, this throws.
      await this.#windowInfo();
    }
  }

  #ask(expression: string): Promise<unknown> {
    return this.#line.call("page.evaluate", { window: this.window, expression });
  }

  #frame(): object {
    const url = this.#url;
    return {
      id: this.window,
      loaderId: this.#loader,
      url,
      securityOrigin: new URL(url).origin,
      mimeType: "text/html",
    };
  }

  /** @param name that of Playwright's world; empty: the page's own */
  #contextCreated(name: string): void {
    const id = ++this.#contexts;
    const isDefault = name === "";
    if (isDefault) this.#mainContext = id;
    const auxData = { frameId: this.window, isDefault };
    this.#emit("Runtime.executionContextCreated", {
      context: { id, origin: this.#url, name, auxData },
    });
  }

  #lifecycle(name: string): void {
    this.#emit("Page.lifecycleEvent", {
      frameId: this.window,
      loaderId: this.#loader,
      name,
      timestamp: Date.now() / 1000,
    });
  }
}

/** A script of Playwright as an expression. It calls `eval`, which a page's policy may forbid. */
function adapted(script: string): string {
  return script
    .replace(/;\s*$/, "")
    .replaceAll(/\b(?:this\.global|this\.window|globalThis)\.eval\(/g, `${objects}.compiled(`);
}

/**
 * The texts of functions in an argument that Playwright has serialized: `{ o: [{ k, v }] }` is an
 * object. Its scripts evaluate them, directly or in parentheses.
 */
function functionTexts(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { k, v } = value as { readonly k?: unknown; readonly v?: unknown };
  if (typeof k === "string" && /(?:Text|^expression)$/.test(k) && typeof v === "string")
    return [v, `(${v})`];
  return Object.values(value).flatMap(functionTexts);
}

function isExpression(text: string): boolean {
  try {
    // oxlint-disable-next-line no-new, no-new-func, no-implied-eval -- parsed, and never run
    new Function(`return (${text}\n)`);
    return true;
  } catch {
    return false;
  }
}
