import type { Address } from "../../../src/native/ffi/signature.ts";
import { outText } from "../../../src/native/windows/com/apartment.ts";
import { comInterface, comObject, outNumber } from "../../../src/native/windows/com/client.ts";
import { E_INVALIDARG, S_OK } from "../../../src/native/windows/com/hresult.ts";
import { lend, type ServedInterface } from "../../../src/native/windows/com/server.ts";
import { giveText } from "../../../src/native/windows/com/text.ts";
import { bytesAt } from "../../../src/native/windows/memory.ts";
import { IStream as StreamMethods } from "../../../src/native/windows/lib/webview2-events.ts";
import type { CreateEnvironment } from "../../../src/native/windows/page/runtime.ts";
import { wideTextAt, wideTextIn } from "../../../src/native/windows/wide-text.ts";
import * as interfaces from "../../../harness/webview2/interfaces.ts";
import { serveSome } from "../../../harness/webview2/serve-some.ts";
import {
  giveLong,
  giveNumber,
  giveObject,
  turn,
  Handler,
  Unknown,
  versions,
  type HeldHandler,
} from "./webview2-served.ts";
import { memoryStream } from "./without-windows.ts";
import { ScriptedPage } from "./webview2-page.ts";

// A runtime of WebView2 by script: its objects by the ordered lists of methods, and pages that run
// the scripts placed into them. It does nothing by itself: a test tells what happens, and in which
// order.

const Options = comInterface("Options", interfaces.ICoreWebView2EnvironmentOptions.iid, {
  get_AdditionalBrowserArguments: "3:p>i",
  get_Language: "5:p>i",
  get_TargetCompatibleBrowserVersion: "7:p>i",
});
const Options5 = comInterface("Options5", interfaces.ICoreWebView2EnvironmentOptions5.iid, {
  get_EnableTrackingPrevention: "3:p>i",
});

export function bytesOf(stream: Address): Uint8Array {
  const reader = comObject(stream, StreamMethods);
  const count = new Uint32Array(new ArrayBuffer(4));
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = new Uint8Array(new ArrayBuffer(65_536));
    reader.Read(part, part.length, count);
    if (count[0] === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, count[0]));
  }
}

/** The answer to a request. */
export interface ScriptedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** The runtime, and the views that were made by it. */
export class ScriptedRuntime {
  readonly views: ScriptedView[] = [];
  /** The options of new environments. */
  readonly options: Record<string, unknown>[] = [];
  /** Makes controllers when the test says so. */
  holdsControllers = false;
  readonly heldControllers: (() => void)[] = [];
  /** Takes scripts when the test says so. */
  holdsScripts = false;
  readonly heldScripts: (() => void)[] = [];
  readonly responses = new Map<Address, ScriptedResponse>();
  /** Its process has ended, of which it has not told yet. */
  hasEnded = false;
  /** The code with which it refuses to make controllers. */
  refusal = S_OK;
  /** Makes controllers that do not say what their view is. */
  losesViews = false;

  readonly create: CreateEnvironment = (_checks, kind, folder, options, handler) => {
    const given = comObject(options as Address, Options);
    using newer = given.query(Options5);
    this.options.push({
      kind,
      folder: textIn(folder),
      arguments: outText((out) => given.get_AdditionalBrowserArguments(out)),
      language: outText((out) => given.get_Language(out)),
      version: outText((out) => given.get_TargetCompatibleBrowserVersion(out)),
      tracking: outNumber((out) => newer!.get_EnableTrackingPrevention(out)),
    });
    const kept = comObject(handler as Address, Handler).again(Handler);
    setTimeout(() => {
      lend(this.#environment(), (environment) => kept.Completed(S_OK, environment));
      kept[Symbol.dispose]();
    });
    return S_OK;
  };

  #environment(): Address {
    return serveSome(versions("ICoreWebView2Environment"), {
      CreateCoreWebView2Controller: (window: number, handler: Address) => {
        const kept = comObject(handler, Handler).again(Handler);
        const make = (): void => {
          if (this.hasEnded || this.refusal < 0) {
            kept.Completed(this.hasEnded ? ERROR_INVALID_STATE : this.refusal, null);
          } else {
            const view = new ScriptedView(this, window);
            this.views.push(view);
            lend(view.controller, (controller) => kept.Completed(S_OK, controller));
          }
          kept[Symbol.dispose]();
        };
        if (this.holdsControllers) this.heldControllers.push(make);
        else setTimeout(make);
        return S_OK;
      },
      CreateWebResourceResponse: (
        stream: Address | null,
        status: number,
        reason: Address,
        headers: Address,
        out: Address,
      ) => {
        if (this.hasEnded) return ERROR_INVALID_STATE;
        const response = serveSome([interfaces.ICoreWebView2WebResourceResponse], {}, () =>
          this.responses.delete(response),
        );
        this.responses.set(response, {
          status,
          reason: wideTextAt(reason),
          headers: wideTextAt(headers).split("\r\n"),
          body: stream === null || stream === 0 ? new Uint8Array() : bytesOf(stream),
        });
        return giveObject(out, response);
      },
    });
  }
}

export const ERROR_INVALID_STATE = 0x8007139f | 0;

/** The text in memory that the app gave with a call, at an address or as it is. */
function textIn(memory: Address | NodeJS.TypedArray): string {
  return typeof memory === "number" ? wideTextAt(memory) : wideTextIn(memory as Uint8Array);
}

/** A controller, its view, settings and profile in one. */
export class ScriptedView {
  readonly controller: Address;
  readonly window: number;
  /** The values that were set, by the names of settings. */
  readonly set: Record<string, unknown> = {};
  /** The calls to the view, in order. */
  readonly calls: string[] = [];
  /** The calls about its size, place and visibility, in order. */
  readonly shownOf: string[] = [];
  readonly filters: string[] = [];
  readonly scripts = new Map<string, string>();
  page: ScriptedPage | null = null;
  isClosed = false;
  /**
   * Its answer to MoveFocus: with `E_INVALIDARG` Windows does not let the page have the keyboard.
   */
  focusResult = S_OK;
  readonly #runtime: ScriptedRuntime;
  readonly #view: Address;
  readonly #kept: { [Symbol.dispose](): void };
  readonly #handlers = new Map<string, HeldHandler>();
  #navigations = 0;
  #scriptCount = 0;
  #source = "about:blank";

  constructor(runtime: ScriptedRuntime, window: number) {
    this.#runtime = runtime;
    this.window = window;
    const settings = serveSome(
      versions("ICoreWebView2Settings"),
      this.#setters("ICoreWebView2Settings9"),
    );
    const profile = serveSome(
      versions("ICoreWebView2Profile"),
      this.#setters("ICoreWebView2Profile8"),
    );
    this.#view = serveSome(versions("ICoreWebView2"), {
      ...this.#adders(),
      get_Settings: (out: Address) => giveObject(out, settings),
      get_Profile: (out: Address) => giveObject(out, profile),
      get_Source: (out: Address) => giveText(out, this.#source),
      Navigate: (address: Address) => this.#reported(`Navigate ${wideTextAt(address)}`),
      Reload: () => this.#reported("Reload"),
      CallDevToolsProtocolMethod: (method: Address, parameters: Address) =>
        this.#reported(`${wideTextAt(method)} ${wideTextAt(parameters)}`),
      OpenDevToolsWindow: () => this.#reported("OpenDevToolsWindow"),
      ShowPrintUI: (kind: number) => this.#reported(`ShowPrintUI ${kind}`),
      ExecuteScript: (script: Address) => {
        this.page?.run(wideTextAt(script));
        return S_OK;
      },
      PostWebMessageAsString: (text: Address) => {
        const { page } = this;
        const data = wideTextAt(text);
        // An operation in progress is lost when another document comes.
        setTimeout(() => page === this.page && page?.hear(data));
        return S_OK;
      },
      AddScriptToExecuteOnDocumentCreated: (script: Address, handler: Address) => {
        const source = wideTextAt(script);
        const kept = comObject(handler, Handler).again(Handler);
        const name = `script ${++this.#scriptCount}`;
        const take = (): void => {
          this.scripts.set(name, source);
          const text = Buffer.from(`${name}\0`, "utf16le");
          const memory = new Uint8Array(text);
          if (this.#runtime.hasEnded) kept.Completed(ERROR_INVALID_STATE, null);
          else kept.Completed(S_OK, memory as never);
          kept[Symbol.dispose]();
        };
        if (this.#runtime.holdsScripts) this.#runtime.heldScripts.push(take);
        else setTimeout(take);
        return S_OK;
      },
      RemoveScriptToExecuteOnDocumentCreated: (name: Address) => {
        this.scripts.delete(wideTextAt(name));
        return S_OK;
      },
      AddWebResourceRequestedFilterWithRequestSourceKinds: (
        pattern: Address,
        context: number,
        kinds: number,
      ) => {
        this.filters.push(`${wideTextAt(pattern)} ${context} ${kinds}`);
        return S_OK;
      },
    });
    this.controller = serveSome(versions("ICoreWebView2Controller"), {
      ...this.#setters("ICoreWebView2Controller4"),
      put_Bounds: (bounds: Address) => {
        this.set["Bounds"] = [...new Int32Array(bytesAt(bounds, 16).buffer)];
        this.shownOf.push("Bounds");
        return S_OK;
      },
      put_IsVisible: (isVisible: number) => {
        this.set["IsVisible"] = isVisible;
        this.shownOf.push(`IsVisible ${isVisible}`);
        return S_OK;
      },
      get_CoreWebView2: (out: Address) =>
        this.#runtime.losesViews ? ERROR_INVALID_STATE : giveObject(out, this.#view),
      // By SetFocus, of a window that is hidden with the page.
      MoveFocus: (reason: number) => {
        if (this.set["IsVisible"] !== 1) return E_INVALIDARG;
        this.#reported(`MoveFocus ${reason}`);
        return this.focusResult;
      },
      add_AcceleratorKeyPressed: (handler: Address) => {
        this.#handlers.set("AcceleratorKeyPressed", comObject(handler, Handler).again(Handler));
        return S_OK;
      },
      NotifyParentWindowPositionChanged: () => {
        this.shownOf.push("NotifyParentWindowPositionChanged");
        return S_OK;
      },
      Close: () => this.#close(),
    });
    const keep = [settings, profile, this.#view].map((object) =>
      comObject(object, Unknown).again(Unknown),
    );
    this.#kept = { [Symbol.dispose]: () => keep.forEach((one) => one[Symbol.dispose]()) };
  }

  /**
   * Shows a document, as the engine does. With `greetsFirst` its message comes before the app's
   * event.
   */
  async show(
    address: string,
    { isErrorPage = false, greetsFirst = false, frame = null as string | null } = {},
  ): Promise<ScriptedPage> {
    const id = this.start(address);
    this.#source = address;
    if (!greetsFirst) this.load(id, isErrorPage);
    const place = { address: isErrorPage ? "chrome-error://chromewebdata/" : address, frame };
    const page = new ScriptedPage(place, (text) => this.postFrom(address, text));
    this.page = page;
    page.begin([...this.scripts.values()]);
    await turn();
    if (greetsFirst) this.load(id, isErrorPage);
    this.complete(id);
    await turn();
    return page;
  }

  /** Presses a key, or lets it go: whether the app took it. */
  key(kind: "down" | "up", code: number, parameter = 0): boolean {
    let isTaken = false;
    this.fire("AcceleratorKeyPressed", versions("ICoreWebView2AcceleratorKeyPressedEventArgs"), {
      get_KeyEventKind: (out: Address) => giveNumber(out, kind === "down" ? 0 : 1),
      get_VirtualKey: (out: Address) => giveNumber(out, code),
      get_KeyEventLParam: (out: Address) => giveNumber(out, parameter),
      put_Handled: (value: number) => {
        isTaken = value !== 0;
        return S_OK;
      },
    });
    return isTaken;
  }

  /** Begins a navigation; its number, or 0 when the app has called it off. */
  start(address: string): number {
    const id = ++this.#navigations;
    let isCancelled = false;
    this.fire("NavigationStarting", versions("ICoreWebView2NavigationStartingEventArgs"), {
      get_Uri: (out: Address) => giveText(out, address),
      get_NavigationId: (out: Address) => giveLong(out, id),
      put_Cancel: (value: number) => {
        isCancelled = value !== 0;
        return S_OK;
      },
    });
    return isCancelled ? 0 : id;
  }

  load(id: number, isErrorPage = false): void {
    this.fire("ContentLoading", [interfaces.ICoreWebView2ContentLoadingEventArgs], {
      get_IsErrorPage: (out: Address) => giveNumber(out, isErrorPage ? 1 : 0),
      get_NavigationId: (out: Address) => giveLong(out, id),
    });
  }

  complete(id: number): void {
    this.fire("NavigationCompleted", versions("ICoreWebView2NavigationCompletedEventArgs"), {
      get_NavigationId: (out: Address) => giveLong(out, id),
    });
  }

  /** Brings a message of a document to the app; what is no string is `null`. */
  postFrom(source: string, text: string | null): void {
    setTimeout(() =>
      this.fire("WebMessageReceived", [interfaces.ICoreWebView2WebMessageReceivedEventArgs], {
        get_Source: (out: Address) => giveText(out, source),
        TryGetWebMessageAsString: (out: Address) =>
          text === null ? E_INVALIDARG : giveText(out, text),
      }),
    );
  }

  /** Asks the app for an address; settles with its response. */
  request(
    url: string,
    {
      method = "GET",
      headers = {} as Readonly<Record<string, string>>,
      body = null as Uint8Array | null,
      context = 8,
    } = {},
  ): Promise<ScriptedResponse | null> {
    const { promise, resolve } = Promise.withResolvers<ScriptedResponse | null>();
    let response: ScriptedResponse | null = null;
    const all = Object.entries(headers);
    const iterate = (out: Address): number => {
      let at = 0;
      return giveObject(
        out,
        serveSome([interfaces.ICoreWebView2HttpHeadersCollectionIterator], {
          GetCurrentHeader: (name: Address, value: Address) => {
            giveText(name, all[at]![0]);
            return giveText(value, all[at]![1]);
          },
          get_HasCurrentHeader: (has: Address) => giveNumber(has, at < all.length ? 1 : 0),
          MoveNext: (has: Address) => giveNumber(has, ++at < all.length ? 1 : 0),
        }),
      );
    };
    this.fire("WebResourceRequested", versions("ICoreWebView2WebResourceRequestedEventArgs"), {
      get_Request: (out: Address) =>
        giveObject(
          out,
          serveSome([interfaces.ICoreWebView2WebResourceRequest], {
            get_Uri: (to: Address) => giveText(to, url),
            get_Method: (to: Address) => giveText(to, method),
            get_Content: (to: Address) => giveLong(to, body === null ? 0 : memoryStream(body)),
            get_Headers: (to: Address) =>
              giveObject(
                to,
                serveSome([interfaces.ICoreWebView2HttpRequestHeaders], { GetIterator: iterate }),
              ),
          }),
        ),
      get_ResourceContext: (out: Address) => giveNumber(out, context),
      put_Response: (given: Address) => {
        response = this.#runtime.responses.get(given) ?? null;
        return S_OK;
      },
      GetDeferral: (out: Address) =>
        giveObject(
          out,
          serveSome([interfaces.ICoreWebView2Deferral], {
            Complete: () => {
              resolve(response);
              return S_OK;
            },
          }),
        ),
    });
    return promise;
  }

  /** Has the app's handler of an event called, as far as it has one. */
  fire(
    name: string,
    args: readonly ServedInterface[],
    handlers: Parameters<typeof serveSome>[1],
  ): void {
    lend(serveSome(args, handlers), (address) =>
      this.#handlers.get(name)?.Event(this.#view, address),
    );
  }

  #reported(call: string): number {
    this.calls.push(call);
    return S_OK;
  }

  #close(): number {
    this.isClosed = true;
    for (const handler of this.#handlers.values()) handler[Symbol.dispose]();
    this.#handlers.clear();
    this.#kept[Symbol.dispose]();
    return S_OK;
  }

  /** `put_…` of an interface, which are kept by their names. */
  #setters(name: string): Parameters<typeof serveSome>[1] {
    const { methods } = (interfaces as unknown as Readonly<Record<string, ServedInterface>>)[name]!;
    const names = Object.keys(methods).filter((method) => method.startsWith("put_"));
    return Object.fromEntries(
      names.map((method) => [
        method,
        (value: number) => {
          const isText = method === "put_UserAgent";
          this.set[method.slice(4)] = isText ? wideTextAt(value) : value;
          return S_OK;
        },
      ]),
    );
  }

  /** `add_…`: one handler of each event is kept. */
  #adders(): Parameters<typeof serveSome>[1] {
    const names = Object.keys(interfaces.ICoreWebView2_27.methods).filter((method) =>
      method.startsWith("add_"),
    );
    return Object.fromEntries(
      names.map((method) => [
        method,
        (handler: Address) => {
          this.#handlers.set(method.slice(4), comObject(handler, Handler).again(Handler));
          return S_OK;
        },
      ]),
    );
  }
}
