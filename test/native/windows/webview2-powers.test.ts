import "./without-windows.ts";
import { expect, spyOn, test } from "bun:test";
import type { UiEvents } from "../../../src/contract/ui/index.ts";
import type { Address } from "../../../src/native/ffi/signature.ts";
import { E_FAIL, S_OK } from "../../../src/native/windows/com/hresult.ts";
import type { ServedInterface } from "../../../src/native/windows/com/server.ts";
import { servedObjects } from "../../../src/native/windows/com/server.ts";
import { giveText } from "../../../src/native/windows/com/text.ts";
import { giveNumber } from "../../../src/native/windows/memory.ts";
import { heldPrompts } from "../../../src/native/page/held-prompts.ts";
import * as interfaces from "../../../harness/webview2/interfaces.ts";
import { serveSome } from "../../../harness/webview2/serve-some.ts";
import { waitFor } from "../../../harness/wait.ts";
import { ERROR_INVALID_STATE, type ScriptedView } from "./webview2-runtime.ts";
import { giveObject, turn, versions } from "./webview2-served.ts";
import { ask, otherSite, ownPage, WebView2Stage } from "./webview2-stage.ts";

/** Fires an event, and collects what the app decides about it. */
function decisionAbout(
  view: ScriptedView,
  event: string,
  asked: Parameters<typeof serveSome>[1] = {},
  args: readonly ServedInterface[] = versions(`ICoreWebView2${event}EventArgs`),
): Record<string, unknown> {
  const decided: Record<string, unknown> = {};
  const names = args
    .flatMap(({ methods }) => Object.keys(methods))
    .filter((name) => name.startsWith("put_"));
  const put = Object.fromEntries(
    names.map((name) => [
      name,
      (value: number) => {
        decided[name.slice(4)] = value;
        return S_OK;
      },
    ]),
  );
  view.fire(event, args, { ...put, ...asked });
  return decided;
}

const text = (value: string) => (out: Address) => giveText(out, value);
const number = (value: number) => (out: Address) => {
  giveNumber(out, value);
  return S_OK;
};

test("a page's own request for a window, a permission, a download or a program is refused", async () => {
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  const decide = decisionAbout.bind(null, engineView);
  expect({
    window: decide("NewWindowRequested", { get_Uri: text(otherSite) }),
    camera: decide("PermissionRequested", { get_PermissionKind: number(2) }),
    autoplay: decide("PermissionRequested", { get_PermissionKind: number(9) }),
    // Of a runtime that is newer than this code.
    unknown: decide("PermissionRequested", { get_PermissionKind: number(99) }),
    download: decide("DownloadStarting"),
    program: decide("LaunchingExternalUriScheme"),
    saving: decide("SaveAsUIShowing"),
    screen: decide("ScreenCaptureStarting"),
    certificate: decide("ServerCertificateErrorDetected"),
    password: decide("BasicAuthenticationRequested", { get_Uri: text(otherSite) }),
    ownPassword: decide("BasicAuthenticationRequested", { get_Uri: text(ownPage) }),
  }).toEqual({
    window: { Handled: 1 },
    camera: { State: 2, SavesInProfile: 0 },
    autoplay: { State: 1, SavesInProfile: 0 },
    unknown: { State: 2, SavesInProfile: 0 },
    download: { Cancel: 1, Handled: 1 },
    program: { Cancel: 1 },
    saving: { Cancel: 1 },
    screen: { Cancel: 1 },
    certificate: { Action: 1 },
    password: { Cancel: 1 },
    ownPassword: {},
  });
  view.close();
});

test("a tool answers what scripts ask, and the engine shows nothing", async () => {
  const opened: UiEvents["page.promptOpened"][] = [];
  const events = {
    emit: (event: string, payload: unknown) =>
      void (event === "page.promptOpened" && opened.push(payload as (typeof opened)[number])),
  };
  heldPrompts.hold(events as never);
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  expect(engineView.set["AreDefaultScriptDialogsEnabled"]).toBe(0);
  const did: string[] = [];
  const deferral = (): Address =>
    serveSome([interfaces.ICoreWebView2Deferral], {
      Complete: () => (did.push("complete"), S_OK),
    });
  const ask = (kind: number): void => {
    engineView.fire("ScriptDialogOpening", versions("ICoreWebView2ScriptDialogOpeningEventArgs"), {
      get_Kind: number(kind),
      get_Message: text("Name?"),
      get_DefaultText: text("Ada"),
      put_ResultText: () => (did.push("text"), S_OK),
      Accept: () => (did.push("accept"), S_OK),
      GetDeferral: (out: Address) => giveObject(out, deferral()),
    });
  };
  const answer = (given: string | null): void =>
    heldPrompts.answer(opened.at(-1)?.prompt ?? 0, given);
  ask(2);
  answer("Grace");
  ask(1);
  answer(null);
  ask(3);
  expect(opened.map(({ kind, text: asked, given }) => [kind, asked, given])).toEqual([
    ["prompt", "Name?", "Ada"],
    ["confirm", "Name?", "Ada"],
  ]);
  expect(did).toEqual(["text", "accept", "complete", "complete", "accept"]);
  heldPrompts.hold(null);
  view.close();
});

test.each([
  ["mailto:a@example.com", 1, 1],
  ["file:///C:/Windows/win.ini", 1, 1],
  ["edge://settings", 1, 1],
  ["data:text/html,x", 1, undefined],
  ["https://elsewhere.example/", undefined, undefined],
  ["about:blank", undefined, undefined],
])("%s is called off in a window: %p, in a frame: %p", async (address, inWindow, inFrame) => {
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  const args = versions("ICoreWebView2NavigationStartingEventArgs");
  const asked = { get_Uri: text(address), get_NavigationId: number(99) };
  const decided = ["NavigationStarting", "FrameNavigationStarting"].map(
    (event) => decisionAbout(engineView, event, asked, args)["Cancel"],
  );
  expect(decided).toEqual([inWindow, inFrame]);
  view.close();
});

test("the context menu is left without what is refused", async () => {
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  const names = [
    "copy",
    "saveImageAs",
    "openLinkInNewWindow",
    "print",
    "spellCheck",
    "inspectElement",
  ];
  const items = serveSome([interfaces.ICoreWebView2ContextMenuItemCollection], {
    get_Count: (out: Address) => number(names.length)(out),
    GetValueAtIndex: (index: number, out: Address) =>
      giveObject(
        out,
        serveSome([interfaces.ICoreWebView2ContextMenuItem], { get_Name: text(names[index]!) }),
      ),
    RemoveValueAtIndex: (index: number) => {
      names.splice(index, 1);
      return S_OK;
    },
  });
  decisionAbout(engineView, "ContextMenuRequested", {
    get_MenuItems: (out: Address) => giveObject(out, items),
  });
  expect(names).toEqual(["copy", "spellCheck"]);
  view.close();
});

/** The output on the terminal from now on: the first line of each message. */
function hearTerminal(): Disposable & {
  readonly lines: () => string[];
  readonly forget: () => void;
} {
  const received = spyOn(process.stderr, "write").mockImplementation(() => true);
  return {
    lines: () => received.mock.calls.map(([line]) => String(line).split("\n", 1)[0] ?? ""),
    forget: () => void received.mockClear(),
    [Symbol.dispose]: () => received.mockRestore(),
  };
}

const isStartedAgain = "framework: the browser process of WebView2 ended: starting another one";

const isWaiting =
  "framework: a browser process of another instance of the app, or of its last start, is there: waiting for its end";

const exits = { browser: 0, renderer: 1 } as const;

function processFailed(view: ScriptedView, process: keyof typeof exits): void {
  decisionAbout(view, "ProcessFailed", {
    get_ProcessFailedKind: number(exits[process]),
    get_Reason: number(0),
  });
}

test("a page whose process has ended is loaded again, but not again and again", async () => {
  using received = hearTerminal();
  using stage = new WebView2Stage();
  const { view, engineView } = await stage.openPage();
  const clock = spyOn(performance, "now").mockReturnValue(performance.now());
  for (let count = 0; count < 3; count++) {
    processFailed(engineView, "renderer");
    view.recover("by-default");
  }
  clock.mockRestore();
  expect(engineView.calls).toEqual([`Navigate ${ownPage}`, "Reload"]);
  expect(stage.payloads("page.closed")).toHaveLength(1);
  expect(received.lines()).toEqual([
    'framework: the web process of window "main" ended: loading the page again',
    'framework: the web process of window "main" ended: loading the page again in 10 s, as it was not long ago',
    'framework: the web process of window "main" ended: loading the page again in 10 s, as it was not long ago',
  ]);
  view.close();
});

test("a page whose process has ended before it was shown is loaded once more, since there is nothing to load again", async () => {
  using _quiet = hearTerminal();
  using stage = new WebView2Stage();
  const { views } = stage.runtime;
  const { view, engineView } = await stage.open();
  processFailed(engineView, "renderer");
  view.recover("by-default");
  expect(engineView.calls).toEqual([`Navigate ${ownPage}`, `Navigate ${ownPage}`]);
  const { view: other, engineView: shown } = await stage.openPage({ label: "other" });
  processFailed(shown, "browser");
  await waitFor("the view in its place", () => views[2]?.calls.length === 1);
  processFailed(views[2]!, "renderer");
  other.recover("by-default");
  expect(views[2]?.calls).toEqual([`Navigate ${ownPage}`, `Navigate ${ownPage}`]);
  for (const each of [view, other]) each.close();
});

test("a browser process that has ended is started again for all windows; twice in a short time ends the app", async () => {
  using received = hearTerminal();
  using stage = new WebView2Stage();
  const { views, options } = stage.runtime;
  const windows = [await stage.openPage(), await stage.openPage({ label: "other" })];
  stage.response = () => null;
  const waiting = views[0]!.request(`${ownPage}?slow`);
  const end = (view: ScriptedView) => processFailed(view, "browser");
  for (const view of views.slice()) end(view);
  expect((await waiting)?.status).toBe(503);
  await waitFor("views in their place", () => views[3]?.calls.length === 1);
  expect({ environments: options.length, calls: views.slice(2).map(({ calls }) => calls) }).toEqual(
    {
      environments: 2,
      calls: [[`Navigate ${ownPage}`], [`Navigate ${ownPage}`]],
    },
  );
  const page = await views[2]!.show(ownPage);
  expect(await ask(page, "x")).toBe("you said x");
  expect(received.lines()).toEqual([isStartedAgain]);
  end(views[2]!);
  await waitFor("the end", () => received.lines().some((line) => line.includes("has ended twice")));
  for (const { view } of windows) view.close();
});

test.each(["before", "afterwards"] as const)(
  "a browser process that ends while it takes the scripts of a view, as reported %s, is started again, and the app goes on",
  async (when) => {
    using received = hearTerminal();
    using stage = new WebView2Stage();
    const { runtime } = stage;
    runtime.holdsScripts = true;
    const view = stage.begin();
    await waitFor("scripts on their way", () => runtime.heldScripts.length > 0);
    await turn();
    const taken = runtime.heldScripts.splice(0);
    const tell = () => processFailed(runtime.views[0]!, "browser");
    if (when === "before") tell();
    runtime.hasEnded = true;
    for (const take of taken) take();
    [runtime.hasEnded, runtime.holdsScripts] = [false, false];
    if (when === "afterwards") tell();
    await waitFor("another view", () => runtime.views[1]?.calls.length === 1);
    expect(runtime.views[1]?.calls).toEqual([`Navigate ${ownPage}`]);
    expect(received.lines()).toEqual([isStartedAgain]);
    view.close();
  },
);

test.each(["before", "afterwards"] as const)(
  "a window that is opened while the browser process ends, as reported %s, gets its view from the next one",
  async (when) => {
    using received = hearTerminal();
    using stage = new WebView2Stage();
    const { runtime } = stage;
    const { view, engineView } = await stage.openPage();
    runtime.holdsControllers = true;
    const other = stage.begin({ label: "other" });
    await waitFor("a view on its way", () => runtime.heldControllers.length > 0);
    const tell = async (): Promise<void> => {
      processFailed(engineView, "browser");
      await turn();
    };
    if (when === "before") await tell();
    runtime.hasEnded = true;
    runtime.heldControllers[0]?.();
    [runtime.hasEnded, runtime.holdsControllers] = [false, false];
    await turn();
    if (when === "afterwards") await tell();
    for (const make of runtime.heldControllers.slice(1)) make();
    await waitFor(
      "views in their place",
      () =>
        runtime.views.slice(1).every(({ calls }) => calls.length === 1) &&
        runtime.views.length === 3,
    );
    expect(received.lines()).toEqual([isStartedAgain]);
    expect(runtime.options).toHaveLength(2);
    for (const each of [view, other]) each.close();
  },
);

test("a window whose view cannot be made, as after an update, gets one of another environment; where that fails, too, the app ends", async () => {
  using received = hearTerminal();
  for (const isLasting of [false, true]) {
    received.forget();
    using stage = new WebView2Stage();
    const { runtime } = stage;
    runtime.holdsControllers = true;
    runtime.refusal = E_FAIL;
    const view = stage.begin();
    await waitFor("a view on its way", () => runtime.heldControllers.length === 1);
    runtime.heldControllers[0]?.();
    if (!isLasting) runtime.refusal = S_OK;
    await waitFor("the next try", () => runtime.heldControllers.length === 2);
    runtime.heldControllers[1]?.();
    const error = 'Cannot show the page of window "main"';
    await waitFor("what comes of it", () =>
      isLasting
        ? received.lines().some((line) => line.includes(error))
        : runtime.views[0]?.calls.length === 1,
    );
    expect([runtime.views.length, runtime.heldControllers.length]).toEqual([isLasting ? 0 : 1, 2]);
    view.close();
  }
});

test.each([
  ["INVALID_STATE", ERROR_INVALID_STATE],
  ["BUSY", 0x800700aa | 0],
])(
  "a window waits for the browser process of another instance to end, which refuses it as %s",
  async (_name, refusal) => {
    using received = hearTerminal();
    using stage = new WebView2Stage();
    const { runtime } = stage;
    runtime.holdsControllers = true;
    runtime.refusal = refusal;
    const view = stage.begin();
    for (const tries of [1, 2, 3, 4]) {
      await waitFor("a view on its way", () => runtime.heldControllers.length === tries);
      if (tries === 4) runtime.refusal = S_OK;
      runtime.heldControllers[tries - 1]?.();
    }
    await waitFor("the page", () => runtime.views[0]?.calls.length === 1);
    // Of a new environment each time, except for the second try.
    expect(runtime.options).toHaveLength(3);
    expect(received.lines()).toEqual([isWaiting]);
    view.close();
  },
);

test("windows that are opened one after the other wait together, and the app goes on", async () => {
  using received = hearTerminal();
  using stage = new WebView2Stage();
  const { runtime } = stage;
  runtime.refusal = ERROR_INVALID_STATE;
  const windows = [stage.begin()];
  await waitFor("the wait", () => received.lines().length === 1);
  windows.push(stage.begin({ label: "other" }));
  await waitFor("both to wait", () => received.lines().length === 2);
  runtime.refusal = S_OK;
  await waitFor("both pages", () => runtime.views.length === 2);
  expect(received.lines()).toEqual([isWaiting, isWaiting]);
  for (const view of windows) view.close();
});

test("an app whose data folder another instance keeps says which one to end", async () => {
  using received = hearTerminal();
  using stage = new WebView2Stage();
  const { runtime } = stage;
  runtime.holdsControllers = true;
  runtime.refusal = ERROR_INVALID_STATE;
  const start = performance.now();
  const clock = spyOn(performance, "now").mockReturnValue(start);
  const view = stage.begin();
  for (const tries of [1, 2, 3]) {
    await waitFor("a view on its way", () => runtime.heldControllers.length === tries);
    if (tries === 3) clock.mockReturnValue(start + 10_000);
    runtime.heldControllers[tries - 1]?.();
    await turn();
  }
  clock.mockRestore();
  await waitFor("the end", () => received.lines().some((line) => line.includes("Cannot show")));
  expect(received.lines().at(-1)).toContain(
    "not in the right state (0x8007139F); end the other instance of the app, which was started with other browser arguments",
  );
  view.close();
});

test("a controller that does not say what its view is leaves its window before another one is made there", async () => {
  const before = servedObjects();
  using stage = new WebView2Stage();
  const { runtime } = stage;
  runtime.holdsControllers = true;
  runtime.losesViews = true;
  const view = stage.begin();
  await waitFor("a view on its way", () => runtime.heldControllers.length === 1);
  runtime.heldControllers[0]?.();
  await waitFor("the next try", () => runtime.heldControllers.length === 2);
  expect(runtime.views[0]?.isClosed).toBeTrue();
  runtime.losesViews = false;
  runtime.heldControllers[1]?.();
  await waitFor("the page", () => runtime.views[1]?.calls.length === 1);
  view.close();
  const environments = 2;
  await waitFor("its objects to go", () => servedObjects() === before + environments);
});

test("a window that is closed while its view is made has no other environment made", async () => {
  using stage = new WebView2Stage();
  const { runtime } = stage;
  runtime.holdsControllers = true;
  runtime.hasEnded = true;
  const view = stage.begin();
  await waitFor("a view on its way", () => runtime.heldControllers.length === 1);
  view.close();
  runtime.heldControllers[0]?.();
  await turn();
  expect([runtime.options.length, runtime.heldControllers.length]).toEqual([1, 1]);
});
