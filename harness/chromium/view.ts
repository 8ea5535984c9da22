import { deliverSource } from "../pages/channel-script.ts";
import type {
  Command,
  Event,
  PointerInput,
  RequestSource,
  ViewSettings,
  WithoutView,
} from "../pages/protocol.ts";
import type { Browser } from "./browser.ts";
import type { DevToolsEvent } from "./devtools.ts";
import type {
  AttachedTarget,
  BindingCalled,
  DialogOpening,
  Evaluated,
  ExecutionContext,
  Frame,
  LoadingFailed,
  PausedRequest,
  RequestWillBeSent,
  StartedNavigating,
} from "./events.ts";
import { keyEvents } from "./keys.ts";
import { Navigations } from "./navigations.ts";
import { binding, type OwnMessage } from "./own-world.ts";
import type { Requests } from "./requests.ts";
import { DocumentSession } from "./session.ts";
import { Workers, type RequestSession } from "./workers.ts";

/** A command for a view that is there. */
export type ViewCommand = Exclude<
  Command,
  { readonly do: "open" | "close" | "respond" | "part" | "refuse" }
>;

/** The host of a view. */
export interface ViewHost {
  readonly number: number;
  readonly tell: (event: Event, bytes?: Uint8Array) => void;
  readonly requests: Requests;
}

const pointerEvents = {
  move: "mouseMoved",
  press: "mousePressed",
  release: "mouseReleased",
} as const;
const pointerButtons = ["none", "left", "middle", "right"] as const;

/** A view of a real page of Chromium, as a host drives it. */
export class ChromiumView {
  readonly #browser: Browser;
  readonly #settings: ViewSettings;
  readonly #host: ViewHost;
  readonly #opened: AttachedTarget;
  /** Also the name of its top frame. */
  readonly #target: string;
  readonly #page: DocumentSession;
  /** The page's, and those of frames of other sites. */
  readonly #sessions = new Map<string, DocumentSession>();
  readonly #workers: Workers;
  readonly #navigations: Navigations;
  readonly #scripts = new Map<number, string>();
  #userAgent: string | null;
  #background: ViewSettings["background"];
  #isDark = false;
  #isScripted = true;
  #area: ViewSettings["size"];
  #zoom = 1;
  #lastDialog = 0;
  // Commands that change the beginning of the next document take effect one after the other.
  #turn: Promise<void> = Promise.resolve();

  private constructor(
    browser: Browser,
    opened: AttachedTarget,
    settings: ViewSettings,
    host: ViewHost,
  ) {
    this.#browser = browser;
    this.#settings = settings;
    this.#host = host;
    this.#opened = opened;
    this.#target = opened.targetInfo.targetId;
    this.#userAgent = settings.userAgent;
    this.#background = settings.background;
    this.#area = settings.size;
    this.#navigations = new Navigations(
      (event) => this.#tell(event),
      () => this.#page.run("Page.stopLoading"),
    );
    this.#workers = new Workers(browser, (session, paused, source) =>
      this.#ask(session, paused, source),
    );
    this.#page = this.#open(opened.sessionId);
    this.#resize();
  }

  /** Opens a view in a browser. */
  static async open(
    browser: Browser,
    settings: ViewSettings,
    host: ViewHost,
  ): Promise<ChromiumView> {
    return new ChromiumView(browser, await browser.openPage(), settings, host);
  }

  #tell(event: WithoutView<Event>, bytes?: Uint8Array): void {
    this.#host.tell({ ...event, view: this.#host.number } as Event, bytes);
  }

  #open(id: string): DocumentSession {
    const session = new DocumentSession(this.#browser, id, (event) =>
      this.#receive(session, event),
    );
    this.#sessions.set(id, session);
    const begun = session.begin({
      channel: this.#settings.channel,
      scripts: this.#scripts,
      userAgent: this.#userAgent,
      background: this.#background,
      isDark: this.#isDark,
      isScripted: this.#isScripted,
    });
    // The first document is not loaded before.
    this.#turn = Promise.all([this.#turn, begun]).then(() => {});
    return session;
  }

  // Commands
  // ---------------------------------------------------------------------------------------

  run(command: ViewCommand): void {
    // A waiting question must be answered, whatever else is in progress.
    if (command.do === "decide")
      return this.#navigations.decide(command.decision, command.isAllowed);
    if (command.do === "answerDialog") return this.#answerDialog(command.text);
    this.#turn = this.#turn.then(() => this.#do(command));
  }

  #do(command: ViewCommand): void | Promise<void> {
    const page = this.#page;
    switch (command.do) {
      case "load":
        return page.run("Page.navigate", { url: command.url });
      case "loadHtml":
        return page.run("Page.navigate", {
          url: `data:text/html,${encodeURIComponent(command.html)}`,
        });
      case "reload":
        return page.run("Page.reload");
      case "stop":
        return page.run("Page.stopLoading");
      case "back":
        return page.run("Runtime.evaluate", { expression: "history.back()" });
      case "forward":
        return page.run("Runtime.evaluate", { expression: "history.forward()" });
      case "crash":
        return page.run("Page.crash");
      case "addScript":
        this.#scripts.set(command.script, command.source);
        return this.#onAll((session) => session.place(command.script, command.source));
      case "removeScript":
        this.#scripts.delete(command.script);
        return this.#onAll((session) => session.remove(command.script));
      case "evaluate":
        return void this.#evaluate(command.call, command.source);
      case "post":
        return this.#post(command.document, command.text);
      case "place":
        this.#area = command.area;
        return this.#resize();
      case "setZoom":
        this.#zoom = command.factor;
        return this.#resize();
      case "setUserAgent":
        this.#userAgent = command.userAgent;
        return this.#each((session) => session.setUserAgent(command.userAgent));
      case "setBackground":
        this.#background = command.background;
        return this.#each((session) => session.setBackground(command.background));
      case "setScripting":
        this.#isScripted = command.isOn;
        return this.#each((session) => session.setScripting(command.isOn));
      case "setDark":
        this.#isDark = command.isDark;
        return this.#each((session) => session.setDark(command.isDark));
      case "focus":
        return page.run("Emulation.setFocusEmulationEnabled", { enabled: command.isFocused });
      case "pointer":
        return this.#point(command.input);
      case "press":
        for (const key of command.keys)
          for (const event of keyEvents(key)) page.run("Input.dispatchKeyEvent", event);
        return;
      case "picture":
        return void this.#picture(command.call);
      default:
        return this.#host.tell({ tells: "failed", what: `Chromium cannot do "${command.do}"` });
    }
  }

  #each(run: (session: DocumentSession) => void): void {
    for (const session of this.#sessions.values()) run(session);
  }

  async #onAll(run: (session: DocumentSession) => Promise<void>): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(run));
  }

  async #evaluate(call: number, source: string): Promise<void> {
    const json = await this.#page
      .send<Evaluated>("Runtime.evaluate", { expression: source, returnByValue: true })
      .then(({ result, exceptionDetails }) =>
        exceptionDetails === undefined ? (JSON.stringify(result.value) ?? null) : null,
      )
      .catch(() => null); // the document has gone, or its value has no end
    this.#host.tell({ tells: "evaluated", call, json });
  }

  /** For the document of that name alone: its own world knows whether it is. */
  #post(document: string, text: string): void {
    const uniqueContextId = this.#page.ownContext(this.#target);
    if (uniqueContextId === null) return;
    this.#page.run("Runtime.evaluate", {
      expression: deliverSource(document, text),
      uniqueContextId,
    });
  }

  #resize(): void {
    const points = (pixels: number): number => Math.max(1, Math.round(pixels / this.#zoom));
    this.#page.run("Emulation.setDeviceMetricsOverride", {
      width: points(this.#area.width),
      height: points(this.#area.height),
      deviceScaleFactor: this.#zoom,
      mobile: false,
    });
  }

  #point({ kind, x, y, button }: PointerInput): void {
    this.#page.run("Input.dispatchMouseEvent", {
      type: pointerEvents[kind],
      x: x / this.#zoom,
      y: y / this.#zoom,
      button: pointerButtons[button] ?? "none",
      clickCount: kind === "move" ? 0 : 1,
    });
  }

  async #picture(call: number): Promise<void> {
    const taken = await this.#page
      .send<{ data: string }>("Page.captureScreenshot")
      .catch(() => null);
    this.#host.tell({ tells: "picture", call }, Buffer.from(taken?.data ?? "", "base64"));
  }

  #answerDialog(text: string | null): void {
    const promptText = text ?? "";
    this.#page.run("Page.handleJavaScriptDialog", { accept: text !== null, promptText });
  }

  // Events
  // -----------------------------------------------------------------------------------------

  #receive(session: DocumentSession, { method, params }: DevToolsEvent): void {
    const reported = <T>(): T => params as unknown as T;
    switch (method) {
      case "Fetch.requestPaused":
        return this.#paused(session, reported<PausedRequest>());
      case "Network.requestWillBeSent": {
        const { requestId, hasUserGesture = false } = reported<RequestWillBeSent>();
        if (hasUserGesture) this.#navigations.hasGesture(requestId);
        return;
      }
      case "Network.loadingFailed":
        this.#navigations.failed(reported<LoadingFailed>());
        return this.#host.requests.gone(this.#host.number, reported<LoadingFailed>().requestId);
      case "Page.frameStartedNavigating":
        return this.#navigations.started(reported<StartedNavigating>(), this.#target);
      case "Page.frameNavigated": {
        const { frame } = reported<{ frame: Frame }>();
        return frame.id === this.#target ? this.#navigations.committed(frame) : undefined;
      }
      case "Page.frameStoppedLoading":
        return params["frameId"] === this.#target ? this.#navigations.stopped() : undefined;
      case "Page.navigatedWithinDocument":
        if (params["frameId"] === this.#target)
          this.#tell({ tells: "address", url: String(params["url"]) });
        return;
      case "Page.windowOpen":
        return this.#tell({
          tells: "newWindow",
          url: String(params["url"]),
          isUserInitiated: params["userGesture"] === true,
        });
      case "Page.downloadWillBegin":
        return this.#tell({ tells: "download", url: String(params["url"]) });
      case "Page.javascriptDialogOpening":
        return this.#dialog(reported<DialogOpening>());
      case "Runtime.executionContextCreated":
        return session.contextCreated(reported<{ context: ExecutionContext }>().context);
      case "Runtime.executionContextDestroyed":
        return session.contextDestroyed(String(params["executionContextUniqueId"]));
      case "Runtime.executionContextsCleared":
        return session.forgetContexts();
      case "Runtime.bindingCalled":
        return this.#received(reported<BindingCalled>());
      case "Inspector.targetCrashed":
        return this.#crashed(session);
      case "Target.attachedToTarget":
        return this.#attached(reported<AttachedTarget>());
      case "Target.detachedFromTarget":
        return this.#detached(String(params["sessionId"]));
    }
  }

  #paused(session: DocumentSession, paused: PausedRequest): void {
    if (paused.resourceType !== "Document")
      return this.#ask(session, paused, this.#workers.sourceOf(paused));
    const { requestId } = paused;
    const decided = (isAllowed: boolean): void => {
      if (isAllowed) this.#ask(session, paused, "document");
      else session.run("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    };
    const { url, urlFragment = "" } = paused.request;
    if (paused.frameId !== this.#target)
      return this.#navigations.frameBegins(url + urlFragment, decided);
    this.#navigations.begins({
      id: paused.networkId ?? requestId,
      url: url + urlFragment,
      isRedirected: paused.redirectedRequestId !== undefined,
      decided,
    });
  }

  #ask(session: RequestSession, paused: PausedRequest, source: RequestSource): void {
    if (this.#isAnswered(paused.request.url))
      this.#host.requests.ask(this.#host.number, session, paused, { top: this.#target, source });
    else session.run("Fetch.continueRequest", { requestId: paused.requestId });
  }

  /** True if the host answers an address. */
  #isAnswered(url: string): boolean {
    const { protocol, hostname } = new URL(url);
    return (
      /^https?:$/.test(protocol) &&
      this.#settings.hosts.some((host) =>
        host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
      )
    );
  }

  #received({ name, payload }: BindingCalled): void {
    if (name !== binding) return;
    const message = JSON.parse(payload) as OwnMessage;
    switch (message.kind) {
      case "begins": {
        const { document, isTop, address } = message;
        if (isTop) this.#tell({ tells: "document", sender: { document, isTop, address } });
        return;
      }
      case "message": {
        const { document, isTop, address, text } = message;
        return this.#tell({ tells: "message", sender: { document, isTop, address }, text });
      }
      case "enterFullscreen":
      case "leaveFullscreen":
        return this.#tell({ tells: "fullscreen", isEntered: message.kind === "enterFullscreen" });
      default:
        return this.#tell({ tells: message.kind });
    }
  }

  #dialog({ type, message, defaultPrompt = "" }: DialogOpening): void {
    // The question before a page is left belongs to the user. It is answered with yes. The engine's
    // own dialogs would wait for a user who is not here.
    if (type === "beforeunload" || !this.#settings.asksForDialogs)
      return this.#answerDialog(type === "beforeunload" || type === "alert" ? "" : null);
    const dialog = ++this.#lastDialog;
    this.#tell({ tells: "dialog", dialog, kind: type, text: message, given: defaultPrompt });
  }

  #crashed(session: DocumentSession): void {
    session.forgetContexts();
    if (session !== this.#page) return;
    this.#navigations.lost();
    this.#host.requests.close(this.#host.number);
    const crashed = 0;
    this.#tell({ tells: "processEnded", reason: crashed });
  }

  #attached(attached: AttachedTarget): void {
    if (attached.targetInfo.type === "iframe") return void this.#open(attached.sessionId);
    this.#workers.take(attached);
  }

  #detached(sessionId: string): void {
    this.#sessions.get(sessionId)?.close();
    this.#sessions.delete(sessionId);
  }

  close(): void {
    this.#host.requests.close(this.#host.number);
    this.#workers.close();
    for (const session of this.#sessions.values()) session.close();
    this.#browser.closePage(this.#opened);
  }
}
