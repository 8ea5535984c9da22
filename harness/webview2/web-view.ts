import type { Address } from "../../src/native/ffi/signature.ts";
import { E_INVALIDARG, S_OK, type HResult } from "../../src/native/windows/com/hresult.ts";
import { wide, wideTextAt } from "../../src/native/windows/wide-text.ts";
import { addressOf } from "../../src/native/windows/com/client.ts";
import type { Command, Event, WithoutView } from "../pages/protocol.ts";
import type { Environment } from "./environment.ts";
import { Completion, EventSource } from "./event-source.ts";
import * as interfaces from "./interfaces.ts";
import { NavigationEvents } from "./navigation-events.ts";
import { raiseQuestion } from "./questions.ts";
import { report, wrong } from "./report.ts";
import { serveObject, type ObjectDescription, type Properties } from "./served-object.ts";
import { defaultProfile, defaultSettings } from "./settings.ts";
import { soon } from "./turns.ts";
import { plain, reference, writeValue, type Value } from "./values.ts";
import { versionsOf } from "./versions.ts";
import { WebResources } from "./web-resources.ts";

// COREWEBVIEW2_PREFERRED_COLOR_SCHEME
const darkScheme = 2;

type Held = ReturnType<typeof reference>;

/** HRESULT_FROM_WIN32(ERROR_INVALID_STATE): the answer of a closed view to everything. */
export const closed = 0x8007139f | 0;

/** The view itself. */
export class WebView {
  object: Address = 0;
  readonly settings = defaultSettings();
  readonly #environment: Environment;
  readonly #environmentObject: Address;
  readonly #number: number;
  readonly #events = new EventSource();
  readonly #navigation: NavigationEvents;
  readonly #resources: WebResources;
  readonly #profile: Properties;
  readonly #properties: Properties = {
    DocumentTitle: "",
    ContainsFullScreenElement: false,
    BrowserProcessId: 1,
    IsMuted: false,
    IsSuspended: false,
    MemoryUsageTargetLevel: 0,
    StatusBarText: "",
    CanGoBack: false,
    CanGoForward: false,
  };
  readonly #scripts = new Map<string, number>();
  readonly #evaluations = new Map<number, Completion>();
  #held: Held[] = [];
  #settingsObject: Address = 0;
  #profileObject: Address = 0;
  #lastNumber = 0;
  // The top document that takes messages, and the messages that were posted before it did.
  #document: string | null = null;
  #posts: string[] = [];
  #isClosed = false;

  constructor(environment: Environment, environmentObject: Address, number: number) {
    this.#environment = environment;
    this.#environmentObject = environmentObject;
    this.#number = number;
    this.#profile = defaultProfile(environment.folder);
    const sender = (): Address => this.object;
    this.#navigation = new NavigationEvents(this.#events, sender);
    this.#resources = new WebResources(
      environment.line,
      this.#events,
      sender,
      () => this.#navigation.source,
    );
  }

  #send(command: WithoutView<Command>): void {
    this.#environment.line.send({ ...command, view: this.#number } as Command);
  }

  // ICoreWebView2 and its extensions, with the settings and the profile behind it.
  serve(): void {
    const state = (): HResult => (this.#isClosed ? closed : S_OK);
    this.object = this.#keep({
      name: "WebView",
      interfaces: versionsOf("ICoreWebView2"),
      properties: this.#properties,
      events: this.#events,
      state,
      methods: this.#calls(),
      changed: (property, value) => report({ set: `WebView.${property}`, value: plain(value) }),
    });
    this.#settingsObject = this.#keep({
      name: "Settings",
      interfaces: versionsOf("ICoreWebView2Settings"),
      properties: this.settings,
      state,
      changed: (property, value) => this.#set(property, value),
    });
    this.#profileObject = this.#keep({
      name: "Profile",
      interfaces: versionsOf("ICoreWebView2Profile"),
      properties: this.#profile,
      events: this.#events,
      state,
      changed: (property, value) => {
        report({ set: `Profile.${property}`, value: plain(value) });
        if (property === "PreferredColorScheme")
          this.#send({ do: "setDark", isDark: value === darkScheme });
      },
    });
  }

  #keep(description: ObjectDescription): Address {
    const address = serveObject(description);
    this.#held.push(reference(address));
    return address;
  }

  #set(property: string, value: Value): void {
    report({ set: `Settings.${property}`, value: plain(value) });
    if (property === "UserAgent")
      this.#send({ do: "setUserAgent", userAgent: String(plain(value)) });
    if (property === "IsScriptEnabled") this.#send({ do: "setScripting", isOn: value === true });
  }

  #calls(): NonNullable<ObjectDescription["methods"]> {
    return {
      get_Settings: (out: Address) => writeValue(out, { object: this.#settingsObject }),
      get_Profile: (out: Address) => writeValue(out, { object: this.#profileObject }),
      get_Environment: (out: Address) => writeValue(out, { object: this.#environmentObject }),
      get_Source: (out: Address) => writeValue(out, this.#navigation.source),
      Navigate: (url: Address) => this.#navigate(wideTextAt(url)),
      NavigateToString: (html: Address) => this.#send({ do: "loadHtml", html: wideTextAt(html) }),
      Reload: () => this.#send({ do: "reload" }),
      Stop: () => this.#send({ do: "stop" }),
      GoBack: () => this.#send({ do: "back" }),
      GoForward: () => this.#send({ do: "forward" }),
      OpenDevToolsWindow: () => {
        if (this.settings["AreDevToolsEnabled"] === true) this.#happened("OpenDevToolsWindow");
      },
      ShowPrintUI: (kind: number) => this.#happened("ShowPrintUI", String(kind)),
      AddScriptToExecuteOnDocumentCreated: (source: Address, handler: Address) =>
        this.#addScript(wideTextAt(source), handler),
      RemoveScriptToExecuteOnDocumentCreated: (id: Address) => this.#removeScript(wideTextAt(id)),
      ExecuteScript: (source: Address, handler: Address) =>
        this.#execute(wideTextAt(source), handler),
      PostWebMessageAsString: (text: Address) => this.#post(`s${wideTextAt(text)}`),
      PostWebMessageAsJson: (text: Address) => this.#postJson(wideTextAt(text)),
      AddWebResourceRequestedFilter: (uri: Address, context: number) =>
        this.#resources.addFilter(wideTextAt(uri), context, null),
      RemoveWebResourceRequestedFilter: (uri: Address, context: number) =>
        this.#resources.removeFilter(wideTextAt(uri), context, null),
      AddWebResourceRequestedFilterWithRequestSourceKinds: (
        uri: Address,
        context: number,
        kinds: number,
      ) => this.#resources.addFilter(wideTextAt(uri), context, kinds),
      RemoveWebResourceRequestedFilterWithRequestSourceKinds: (
        uri: Address,
        context: number,
        kinds: number,
      ) => this.#resources.removeFilter(wideTextAt(uri), context, kinds),
    };
  }

  #navigate(url: string): HResult | void {
    if (!URL.canParse(url)) {
      wrong(`Navigate was given "${url}", which is no whole address`);
      return E_INVALIDARG;
    }
    // The addresses that end Chromium's own processes, for tests of an app's reaction.
    if (url === "edge://crash") this.#send({ do: "crash" });
    else this.#send({ do: "load", url });
  }

  #addScript(source: string, handler: Address): void {
    const script = ++this.#lastNumber;
    const id = String(script);
    this.#scripts.set(id, script);
    this.#send({ do: "addScript", script, source });
    const completion = new Completion("AddScriptToExecuteOnDocumentCreated", handler);
    soon(() => completeWithText(completion, id));
  }

  #removeScript(id: string): HResult | void {
    const script = this.#scripts.get(id);
    if (script === undefined) {
      wrong(`RemoveScriptToExecuteOnDocumentCreated was given "${id}", which is no script`);
      return E_INVALIDARG;
    }
    this.#scripts.delete(id);
    this.#send({ do: "removeScript", script });
  }

  // The calls of all views share their numbers.
  #execute(source: string, handler: Address): void {
    const call = this.#number * 1_000_000 + ++this.#lastNumber;
    this.#evaluations.set(call, new Completion("ExecuteScript", handler));
    this.#send({ do: "evaluate", call, source });
  }

  #postJson(json: string): HResult | void {
    try {
      JSON.parse(json);
    } catch {
      wrong("PostWebMessageAsJson was given a text that is no JSON");
      return E_INVALIDARG;
    }
    this.#post(`j${json}`);
  }

  /** For the present document. The next one does not get it. */
  #post(text: string): void {
    if (this.settings["IsWebMessageEnabled"] !== true) return;
    if (this.#document === null) this.#posts.push(text);
    else this.#send({ do: "post", document: this.#document, text });
  }

  receive(event: Extract<Event, { view: number }>, bytes: Uint8Array): void {
    switch (event.tells) {
      case "navigation":
        return this.#send({
          do: "decide",
          decision: event.decision,
          isAllowed: this.#navigation.starting(event),
        });
      case "frameNavigation":
        return this.#send({
          do: "decide",
          decision: event.decision,
          isAllowed: this.#navigation.frameStarting(event.url),
        });
      case "committed":
        this.#document = null;
        this.#posts = [];
        return this.#navigation.committed(event.url);
      case "document":
        return this.#documentBegins(event.sender.document);
      case "finished":
        return this.#navigation.finished(event.error);
      case "address":
        return this.#navigation.address(event.url);
      case "message":
        return this.#message(event);
      case "title":
        this.#properties["DocumentTitle"] = event.title;
        return this.#events.raise("DocumentTitleChanged", this.object, null);
      case "fullscreen":
        this.#properties["ContainsFullScreenElement"] = event.isEntered;
        return this.#events.raise("ContainsFullScreenElementChanged", this.object, null);
      case "closeAsked":
        return this.#events.raise("WindowCloseRequested", this.object, null);
      case "processEnded":
        return this.#processEnded();
      case "request":
        return this.#resources.receive(event, bytes);
      case "print":
        return this.#happened("print");
      case "newWindow":
      case "permission":
      case "download":
      case "contextMenu":
      case "dialog":
        return raiseQuestion(event, {
          events: this.#events,
          sender: this.object,
          source: this.#navigation.source,
          settings: this.settings,
          decide: (decision, isAllowed) => this.#send({ do: "decide", decision, isAllowed }),
          answer: (dialog, text) => this.#send({ do: "answerDialog", dialog, text }),
        });
      case "opened":
        return;
    }
  }

  /** Handles an event about a request or a script, which may belong to another view. */
  receiveAnswer(event: Exclude<Event, { view: number }>): void {
    if (event.tells === "taken") this.#resources.taken(event.request);
    else if (event.tells === "gone") this.#resources.gone(event.request);
    else if (event.tells === "evaluated") {
      const completion = this.#evaluations.get(event.call);
      this.#evaluations.delete(event.call);
      if (completion !== undefined) completeWithText(completion, event.json ?? "null");
    }
  }

  #documentBegins(document: string): void {
    this.#document = document;
    const posts = this.#posts;
    this.#posts = [];
    for (const text of posts) this.#send({ do: "post", document, text });
  }

  #message({ sender, text }: Extract<Event, { tells: "message" }>): void {
    // Those of frames go to handlers of frames, which apps here have none of.
    if (!sender.isTop || this.settings["IsWebMessageEnabled"] !== true) return;
    const value: unknown = JSON.parse(text);
    this.#events.raise("WebMessageReceived", this.object, {
      name: "WebMessageReceivedEventArgs",
      interfaces: [interfaces.ICoreWebView2WebMessageReceivedEventArgs],
      properties: { Source: sender.address, WebMessageAsJson: text },
      methods: {
        TryGetWebMessageAsString(out: Address): HResult | void {
          if (typeof value !== "string") return E_INVALIDARG;
          writeValue(out, value);
        },
      },
    });
  }

  #processEnded(): void {
    const renderProcessExited = 1;
    const crashed = 3;
    this.#document = null;
    this.#events.raise("ProcessFailed", this.object, {
      name: "ProcessFailedEventArgs",
      interfaces: versionsOf("ICoreWebView2ProcessFailedEventArgs"),
      properties: {
        ProcessFailedKind: renderProcessExited,
        Reason: crashed,
        ExitCode: 1,
        ProcessDescription: "",
        FailureSourceModulePath: "",
      },
    });
  }

  #happened(happened: string, what = ""): void {
    report({ happened, what });
  }

  close(): void {
    this.#isClosed = true;
    this.#resources.close();
    this.#events.close();
    for (const held of this.#held) held[Symbol.dispose]();
    this.#held = [];
  }
}

function completeWithText(completion: Completion, text: string): void {
  const bytes = wide(text);
  completion.complete(S_OK, addressOf(bytes));
}
