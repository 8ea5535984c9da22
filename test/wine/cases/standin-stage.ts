import { outPointer } from "../../../src/native/windows/com/client.ts";
import { reported, type ReportLine } from "../../../harness/webview2/report.ts";
import { later } from "../../../src/native/windows/loop.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import { shlwapi, user32 as win32 } from "../../../harness/webview2/win32.ts";
import * as client from "../engine/bare-client.ts";
import type { Bare } from "../engine/bare-client.ts";

const GW_CHILD = 5;

/** The answer to a page. */
export interface Answer {
  readonly status?: number;
  readonly headers?: string;
  readonly body?: string;
}

/** The objects of a case: a view in a window, and its events. */
export class StandInStage implements Disposable {
  readonly window: number;
  readonly environment: Bare;
  readonly controller: Bare;
  readonly view: Bare;
  /** Names of events, in their order, with what is worth to be compared. */
  readonly received: string[] = [];
  readonly messages: { readonly source: string; readonly json: string }[] = [];
  /** By address. */
  readonly site = new Map<string, Answer>([[page, { body: "<!doctype html><title>page</title>" }]]);
  readonly requests: { readonly method: string; readonly url: string; readonly context: number }[] =
    [];

  private constructor(window: number, environment: Bare, controller: Bare, view: Bare) {
    this.window = window;
    this.environment = environment;
    this.controller = controller;
    this.view = view;
  }

  static async open(): Promise<StandInStage> {
    const window = client.makeWindow("stand-in");
    const environment = await client.openEnvironment("C:\\users\\Public\\data");
    const controller = await client.openController(environment, window);
    controller["put_Bounds"]?.(client.rect(0, 0, 480, 360));
    const view = client.objectOf(controller, "get_CoreWebView2", "ICoreWebView2");
    const stage = new StandInStage(window, environment, controller, view);
    stage.#listen();
    return stage;
  }

  #listen(): void {
    const { view, received } = this;
    const id = (args: Bare): string => String(client.numberOf(args, "get_NavigationId"));
    const args = (event: string): string => `ICoreWebView2${event}EventArgs`;
    client.on(view, "NavigationStarting", args("NavigationStarting"), (event) =>
      received.push(`NavigationStarting ${id(event)} ${client.textOf(event, "get_Uri")}`),
    );
    client.on(view, "SourceChanged", args("SourceChanged"), (event) =>
      received.push(`SourceChanged ${client.numberOf(event, "get_IsNewDocument")}`),
    );
    client.on(view, "ContentLoading", args("ContentLoading"), (event) =>
      received.push(`ContentLoading ${id(event)} ${client.numberOf(event, "get_IsErrorPage")}`),
    );
    client.on(view, "NavigationCompleted", args("NavigationCompleted"), (event) =>
      received.push(`NavigationCompleted ${id(event)} ${client.numberOf(event, "get_IsSuccess")}`),
    );
    client.on(view, "WebMessageReceived", args("WebMessageReceived"), (event) =>
      this.messages.push({
        source: client.textOf(event, "get_Source"),
        json: client.textOf(event, "get_WebMessageAsJson"),
      }),
    );
  }

  /** Answers the requests to the app's host from `site`, at once or with a deferral. */
  serve(answersLater = false): void {
    this.view["AddWebResourceRequestedFilterWithRequestSourceKinds"]?.(wide(`${page}*`), 0, -1);
    client.on(
      this.view,
      "WebResourceRequested",
      "ICoreWebView2WebResourceRequestedEventArgs",
      (args) => {
        using request = client.objectOf(args, "get_Request", "ICoreWebView2WebResourceRequest");
        const url = client.textOf(request, "get_Uri");
        // Chromium asks each site for its icon, at a time of its own.
        if (url.endsWith("/favicon.ico")) return this.answer(args, { status: 404 });
        this.requests.push({
          method: client.textOf(request, "get_Method"),
          url,
          context: client.numberOf(args, "get_ResourceContext"),
        });
        const answer = this.site.get(url) ?? { status: 404, body: "missing" };
        if (!answersLater) return this.answer(args, answer);
        const deferral = client.objectOf(args, "GetDeferral", "ICoreWebView2Deferral");
        const kept = client.bare(args.address, "ICoreWebView2WebResourceRequestedEventArgs", true);
        later(20, () => {
          this.answer(kept, answer);
          deferral["Complete"]?.();
          deferral[Symbol.dispose]();
          kept[Symbol.dispose]();
        });
      },
    );
  }

  /** Answers a request. */
  answer(
    args: Bare,
    { status = 200, headers = "content-type: text/html;charset=utf-8", body = "" }: Answer,
  ): void {
    const bytes = Buffer.from(body);
    const stream = shlwapi.SHCreateMemStream(bytes.length === 0 ? null : bytes, bytes.length) ?? 0;
    using content = client.borrowedStream(stream);
    const response = outPointer((out) =>
      this.environment["CreateWebResourceResponse"]?.(
        content.address,
        status,
        wide("Told"),
        wide(headers),
        out,
      ),
    );
    using held = client.bare(response, "ICoreWebView2WebResourceResponse");
    args["put_Response"]?.(held.address);
  }

  /** Waits until something is there; the loop runs meanwhile. */
  async until<T>(what: string, ask: () => T | undefined | false | null): Promise<T> {
    for (let left = 600; left > 0; left--) {
      const answer = ask();
      if (answer !== undefined && answer !== false && answer !== null) return answer;
      await pause(20);
    }
    throw new Error(
      `Waited in vain for ${what}\n${JSON.stringify([this.received, this.messages, reported()])}`,
    );
  }

  /** Shows a page and waits until its navigation is over. */
  async show(url: string = page): Promise<void> {
    const over = this.#completed;
    this.view["Navigate"]?.(wide(url));
    await this.until(`the end of ${url}`, () => this.#completed > over);
  }

  get #completed(): number {
    return this.received.filter((each) => each.startsWith("NavigationCompleted")).length;
  }

  async execute(source: string): Promise<unknown> {
    const json = await client.completed(
      "ExecuteScript",
      (handler) => this.view["ExecuteScript"]?.(wide(source), handler),
      client.wideAt,
    );
    return JSON.parse(json);
  }

  addScript(source: string): Promise<string> {
    return client.completed(
      "AddScriptToExecuteOnDocumentCreated",
      (handler) => this.view["AddScriptToExecuteOnDocumentCreated"]?.(wide(source), handler),
      client.wideAt,
    );
  }

  /** The window of the view inside the app's. */
  get input(): number {
    const found = win32.GetWindow(this.window, GW_CHILD);
    if (found === 0) throw new Error("Cannot find the window of the view");
    return found;
  }

  settings(): Bare {
    return client.objectOf(this.view, "get_Settings", "ICoreWebView2Settings");
  }

  close(): void {
    this.controller["Close"]?.();
  }

  [Symbol.dispose](): void {
    this.view[Symbol.dispose]();
    this.controller[Symbol.dispose]();
    this.environment[Symbol.dispose]();
    user32.DestroyWindow(this.window);
  }
}

export const page = "https://framework.localhost/";

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void later(milliseconds, resolve));
}

/** The mistakes that the stand-in has found since a case began. */
export function mistakesSince(start: number): string[] {
  return reported()
    .slice(start)
    .flatMap((line: ReportLine) => ("wrong" in line ? [line.wrong] : []));
}
