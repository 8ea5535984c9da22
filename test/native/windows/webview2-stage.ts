import "./without-windows.ts";
import type {
  AppIdentity,
  PageResponse,
  UiEvents,
  WindowSpec,
} from "../../../src/contract/ui/index.ts";
import { plainWindow } from "../../../src/native/conformance/plain-window.ts";
import { createEnvironment } from "../../../src/native/windows/page/environment.ts";
import { openEngine, type Engine } from "../../../src/native/windows/page/engine.ts";
import { readOverrides } from "../../../src/native/windows/page/overrides.ts";
import type { WindowView } from "../../../src/native/windows/page/page-view.ts";
import { messages } from "../../../src/native/windows/page/messages.ts";
import { respond } from "../../../src/native/page/requests.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { ScriptedRuntime, type ScriptedView } from "./webview2-runtime.ts";
import { turn } from "./webview2-served.ts";
import type { ScriptedPage } from "./webview2-page.ts";

export const ownPage = "https://framework.localhost/index.html";
export const otherSite = "https://elsewhere.example/";

type Emitted = {
  [E in keyof UiEvents]: { readonly event: E; readonly payload: UiEvents[E] };
}[keyof UiEvents];

const fixed = { folder: "", library: "runtime", kind: 0 } as const;
const textResponse = (text: string): PageResponse => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body: { kind: "bytes", bytes: Buffer.from(text) },
});

/** An engine over a runtime by script, and the windows of an app that answers what pages ask. */
export class WebView2Stage implements Disposable {
  readonly runtime = new ScriptedRuntime();
  readonly emitted: Emitted[] = [];
  readonly engine: Engine;
  /** The app's answer to a message. `null`: none. */
  reply: (text: string) => string | null = (text) => `you said ${text}`;
  response: (request: UiEvents["page.request"]) => PageResponse | null = () =>
    textResponse("the page");
  readonly #folder = tempDir();

  /** @param environment of a machine that lets tools in, as far as the app takes what they say */
  constructor(
    identity: Partial<AppIdentity> = {},
    { takesOverrides = false, environment = {} as Readonly<Record<string, string>> } = {},
  ) {
    const whole: AppIdentity = {
      name: "Test",
      identifier: "com.example.test",
      executable: "C:\\App\\test.exe",
      dataDirectory: `${this.#folder.path}/data`,
      cacheDirectory: null,
      profile: null,
      schemes: ["framework", "asset"],
      proxy: null,
      browserArguments: null,
      ...identity,
    };
    this.engine = openEngine(
      whole,
      { fixedRuntime: null, takesOverrides },
      {
        readOverrides: (executable) =>
          readOverrides({ environment, registry: () => null, executable }),
        find: () => fixed,
        admitSandbox: () => {},
        create: (runtime, of, overrides) =>
          createEnvironment(runtime, of, overrides, () => this.runtime.create),
        sayMissing: () => {},
      },
    );
  }

  get dataDirectory(): string {
    return `${this.#folder.path}/data`;
  }

  /** Opens a window whose view exists, and has got the call to load its page. */
  async open(
    changes: Partial<WindowSpec> = {},
  ): Promise<{ view: WindowView; engineView: ScriptedView }> {
    const { views } = this.runtime;
    const number = views.length;
    const view = this.begin(changes);
    await waitFor("the view to load its page", () => (views[number]?.calls.length ?? 0) > 0);
    const engineView = views[number]!;
    return { view, engineView };
  }

  /** Opens a window. */
  begin(changes: Partial<WindowSpec> = {}): WindowView {
    const spec = { ...plainWindow(ownPage, "main"), ...changes };
    const view = this.engine.makeView(spec, 77);
    view.open({ spec, events: { emit: (event, payload) => this.#emit(event, payload) } }, null);
    return view;
  }

  /** Opens a window that shows its page. */
  async openPage(
    changes: Partial<WindowSpec> = {},
  ): Promise<{ view: WindowView; engineView: ScriptedView; page: ScriptedPage }> {
    const { view, engineView } = await this.open(changes);
    return { view, engineView, page: await engineView.show(ownPage) };
  }

  payloads<E extends keyof UiEvents>(event: E): UiEvents[E][] {
    return this.emitted.flatMap((item) =>
      item.event === event ? [item.payload as UiEvents[E]] : [],
    );
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  #emit<E extends keyof UiEvents>(event: E, payload: UiEvents[E]): void {
    this.emitted.push({ event, payload } as unknown as Emitted);
    if (event === "page.message") {
      const { request, text } = payload as UiEvents["page.message"];
      const answer = this.reply(text);
      if (answer !== null) setTimeout(() => messages.reply(request, answer));
    }
    if (event === "page.request") {
      const request = payload as UiEvents["page.request"];
      const answer = this.response(request);
      if (answer !== null) setTimeout(() => void respond(request.request, answer));
    }
  }
}

/** Has a document's own script send a message; settles with the answer, or why it was refused. */
export async function ask(page: ScriptedPage, text: string): Promise<unknown> {
  page.run(`answer = undefined; engine.post(${JSON.stringify(text)}).then(
    (text) => { answer = text; },
    (error) => { answer = "refused: " + error.message; },
  )`);
  return waitFor("an answer", async () => {
    await turn();
    return page.run("answer");
  });
}
