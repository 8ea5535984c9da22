import "./without-windows.ts";
import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { pageScripts } from "../../../src/cli/build/pages/page-scripts.ts";
import { heldObjects } from "../../../src/native/ffi/held.ts";
import { E_FAIL, E_INVALIDARG } from "../../../src/native/windows/com/hresult.ts";
import { servedObjects } from "../../../src/native/windows/com/server.ts";
import { setTheme } from "../../../src/native/windows/window/theme.ts";
import { waitFor } from "../../../harness/wait.ts";
import { foreground, texts } from "./without-windows.ts";
import { turn } from "./webview2-served.ts";
import { ask, otherSite, ownPage, WebView2Stage } from "./webview2-stage.ts";

const key = (page: { run(source: string): unknown }): string => page.run("key") as string;

afterEach(async () => {
  await turn();
  expect({ texts: texts.open, ...heldObjects() }).toMatchObject({ texts: 0, requests: 0 });
});

describe("a view", () => {
  test("is made with what the app says of its browser", async () => {
    using stage = new WebView2Stage({ proxy: "http://127.0.0.1:1234", browserArguments: "--own" });
    await stage.engine.begun;
    expect(stage.runtime.options).toEqual([
      {
        kind: 0,
        folder: stage.dataDirectory,
        arguments:
          "--autoplay-policy=no-user-gesture-required --disable-back-forward-cache --force-webrtc-ip-handling-policy=disable_non_proxied_udp --proxy-server=http=127.0.0.1:1234 --proxy-bypass-list=<-loopback> --own --disable-features=LocalNetworkAccessChecks",
        language: null,
        version: "122.0.2365.46",
        tracking: 1,
      },
    ]);
  });

  test("has some of the browser's own parts off where the app says nothing of its browser", async () => {
    using stage = new WebView2Stage();
    await stage.engine.begun;
    expect(stage.runtime.options[0]?.arguments).toEndWith(
      "=disable_non_proxied_udp --disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection,LocalNetworkAccessChecks",
    );
  });

  test.each([
    ["--a", "--a --disable-features=LocalNetworkAccessChecks"],
    ["--disable-features=One --a", "--a --disable-features=One,LocalNetworkAccessChecks"],
    [
      "--disable-features=One --disable-features=Two,One",
      "--disable-features=One,Two,LocalNetworkAccessChecks",
    ],
    ["--enable-features=LocalNetworkAccessChecks", "--enable-features=LocalNetworkAccessChecks"],
    [
      "--x-disable-features=One",
      "--x-disable-features=One --disable-features=LocalNetworkAccessChecks",
    ],
  ])("has one list of what is off, where the app says %p", async (browserArguments, output) => {
    using stage = new WebView2Stage({ browserArguments });
    await stage.engine.begun;
    expect(stage.runtime.options[0]?.arguments).toEndWith(`=disable_non_proxied_udp ${output}`);
  });

  test("has its settings, its scripts and its size before it loads anything", async () => {
    using stage = new WebView2Stage();
    setTheme("dark");
    const view = stage.begin({ userAgent: "Mine", transparent: true, devTools: false });
    view.background = 0;
    view.fill({ width: 640, height: 480 });
    view.setVisible(true);
    const engineView = await waitFor("the view", () =>
      stage.runtime.views.find(({ calls }) => calls.length > 0),
    );
    expect(engineView.calls).toEqual([`Navigate ${ownPage}`]);
    expect(engineView.window).toBe(77);
    expect([...engineView.scripts]).toHaveLength(2);
    expect(engineView.filters).toEqual([
      "https://framework.localhost/* 0 1",
      "http://framework.localhost/* 0 1",
      "https://asset.localhost/* 0 1",
      "http://asset.localhost/* 0 1",
    ]);
    expect(engineView.set).toEqual({
      IsWebMessageEnabled: 1,
      IsStatusBarEnabled: 0,
      AreDevToolsEnabled: 0,
      AreHostObjectsAllowed: 0,
      IsZoomControlEnabled: 0,
      UserAgent: "Mine",
      AreBrowserAcceleratorKeysEnabled: 0,
      IsPasswordAutosaveEnabled: 0,
      IsGeneralAutofillEnabled: 0,
      IsPinchZoomEnabled: 0,
      IsSwipeNavigationEnabled: 0,
      HiddenPdfToolbarItems: 7,
      AreDefaultContextMenusEnabled: 1,
      DefaultBackgroundColor: 0,
      AllowExternalDrop: 0,
      PreferredColorScheme: 2,
      Bounds: [0, 0, 640, 480],
      IsVisible: 1,
    });
    setTheme(null);
    view.followTheme();
    expect(engineView.set["PreferredColorScheme"]).toBe(0);
    view.close();
  });

  test("gets the keyboard when it is shown, where its window has it", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    const moved = () => engineView.calls.filter((call) => call.startsWith("MoveFocus")).length;
    view.setVisible(false);
    view.focus();
    view.setVisible(true);
    expect(moved()).toBe(0);
    view.setVisible(false);
    // Windows tells it while the window comes to the screen, and only then that it is there.
    foreground.window = engineView.window;
    view.focus();
    expect(moved()).toBe(0);
    view.setVisible(true);
    expect(moved()).toBe(1);
    view.focus();
    expect(moved()).toBe(2);
    foreground.window = 0;
    view.close();
  });

  test("has its size and its place set again whenever it is shown", async () => {
    using stage = new WebView2Stage();
    const view = stage.begin();
    view.fill({ width: 640, height: 480 });
    view.setVisible(false);
    const engineView = await waitFor("the view", () =>
      stage.runtime.views.find(({ calls }) => calls.length > 0),
    );
    const shown = ["IsVisible 1", "Bounds", "NotifyParentWindowPositionChanged"];
    expect(engineView.shownOf.splice(0)).toEqual(["Bounds", "IsVisible 0"]);
    view.setVisible(true);
    expect(engineView.shownOf.splice(0)).toEqual(shown);
    view.fill({ width: 800, height: 600 });
    view.setVisible(false);
    view.setVisible(true);
    expect(engineView.shownOf).toEqual(["Bounds", "IsVisible 0", ...shown]);
    expect(engineView.set["Bounds"]).toEqual([0, 0, 800, 600]);
    view.close();
  });

  test("says nothing when Windows does not give it the keyboard, and names any other refusal", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    using received = spyOn(process.stderr, "write").mockImplementation(() => true);
    view.setVisible(true);
    engineView.focusResult = E_INVALIDARG;
    view.focus();
    expect(engineView.calls).toContain("MoveFocus 0");
    expect(received.mock.calls).toEqual([]);
    engineView.focusResult = E_FAIL;
    view.focus();
    expect(received.mock.calls.flat().join("")).toStartWith(
      'framework: WebView2 refused taking the focus in window "main": ',
    );
    view.close();
  });

  test("loads the page of its window for the next app thread, and loads anew what it shows", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.open();
    const again = { scripts: [], frameScripts: [] };
    view.reopen(again);
    await waitFor("the page to be loaded", () => engineView.calls.length === 2);
    await engineView.show(ownPage);
    view.reopen(again);
    await waitFor("the page to be loaded anew", () => engineView.calls.length === 3);
    expect(engineView.calls).toEqual([`Navigate ${ownPage}`, `Navigate ${ownPage}`, "Reload"]);
    view.close();
  });

  test("that comes after its window was closed is closed, and nothing of it is kept", async () => {
    const before = servedObjects();
    using stage = new WebView2Stage();
    stage.runtime.holdsControllers = true;
    const view = stage.begin();
    const finish = await waitFor("the controller", () => stage.runtime.heldControllers[0]);
    view.close();
    finish();
    await waitFor("its end", () => stage.runtime.views[0]?.isClosed);
    expect(stage.runtime.views[0]?.calls).toEqual([]);
    const environment = 1;
    await waitFor("its objects to go", () => servedObjects() === before + environment);
  });

  test("gives back all it has taken when it is closed", async () => {
    const before = servedObjects();
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    expect(await ask(page, "x")).toBe("you said x");
    view.close();
    expect(stage.payloads("page.closed")).toHaveLength(1);
    await waitFor("its end", () => engineView.isClosed);
    const environment = 1;
    await waitFor("its objects to go", () => servedObjects() === before + environment);
  });
});

describe("a page", () => {
  test("is reported, answered, and gets each answer where it was asked", async () => {
    using stage = new WebView2Stage();
    const { view, page } = await stage.openPage();
    expect<unknown>(stage.emitted.map(({ event, payload }) => [event, payload])).toEqual([
      [
        "page.opened",
        { window: "main", document: expect.any(Number), origin: "https://framework.localhost" },
      ],
      ["page.loadChanged", { window: "main", url: ownPage, stage: "started" }],
      ["page.loadChanged", { window: "main", url: ownPage, stage: "finished" }],
    ]);
    for (const text of ["", "ü\n日本語 👍", "=!".repeat(50_000)])
      expect(await ask(page, text)).toBe(`you said ${text}`);
    expect(stage.payloads("page.message").map(({ sender }) => sender.origin)).toEqual(
      Array.from({ length: 3 }, () => "https://framework.localhost"),
    );
    view.close();
  });

  test("calls through the bridge that apps have", async () => {
    const { bridge: source } = await pageScripts({
      system: "windows",
      hosts: "https",
      isIsolated: false,
      reports: null,
    });
    using stage = new WebView2Stage();
    // The place of a call stands in front of it.
    stage.reply = (text) =>
      JSON.stringify({ ok: true, result: JSON.parse(text.replace(/^1,0 /, "")) as unknown });
    const bridge = { source, pages: ["https://framework.localhost/*"] };
    const { view, page } = await stage.openPage({ bridge });
    page.run(
      `__FRAMEWORK_BRIDGE__.call("echo", { text: "ü" }, false).then((value) => { said = JSON.stringify(value); })`,
    );
    expect(await waitFor("the answer", () => page.run("globalThis.said"))).toBe(
      '{"command":"echo","args":{"text":"ü"}}',
    );
    view.close();
  });

  test("that greets before the engine reports it has its key all the same", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page: first } = await stage.openPage();
    const second = await engineView.show(ownPage, { greetsFirst: true });
    expect(await ask(second, "x")).toBe("you said x");
    expect(stage.payloads("page.opened")).toHaveLength(2);
    expect(stage.payloads("page.closed")).toHaveLength(1);
    expect(key(first)).not.toBe(key(second));
    view.close();
  });

  test("is not answered with the key of the page before it", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page: first } = await stage.openPage();
    const second = await engineView.show(ownPage);
    engineView.postFrom(ownPage, `${key(first)}${"0".repeat(16)}1 hello`);
    await turn();
    expect(stage.payloads("page.message")).toEqual([]);
    expect(await ask(second, "x")).toBe("you said x");
    view.close();
  });

  test("of another site has no bridge and no key, whatever it sends", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page: own } = await stage.openPage();
    const stolen = key(own);
    const page = await engineView.show(otherSite);
    expect(page.run("typeof engine")).toBe("undefined");
    engineView.postFrom(otherSite, `${stolen}${"0".repeat(16)}1 hello`);
    engineView.postFrom(otherSite, null);
    engineView.postFrom(otherSite, "");
    await turn();
    expect(stage.payloads("page.message")).toEqual([]);
    expect(stage.payloads("page.opened").at(-1)?.origin).toBe("https://elsewhere.example");
    view.close();
  });

  test("is refused when a frame of another site sends with its key", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    engineView.postFrom(otherSite, `${key(page)}${"0".repeat(16)}1 hello`);
    await turn();
    expect(stage.payloads("page.message")).toEqual([]);
    view.close();
  });

  test("cannot be greeted for without the secret of its view", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    engineView.postFrom(ownPage, "0".repeat(32) + "1".repeat(32));
    await turn();
    expect(await ask(page, "x")).toBe("you said x");
    view.close();
  });

  test("that stands for one that could not be loaded has no bridge", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.open();
    const page = await engineView.show(ownPage, { isErrorPage: true });
    expect(page.run("typeof engine")).toBe("undefined");
    expect(stage.payloads("page.opened")).toHaveLength(1);
    view.close();
  });

  test("gets no answer that was for the one before it", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    stage.reply = () => null;
    page.run(`engine.post("late")`);
    await turn();
    const second = await engineView.show(ownPage);
    const heard: string[] = [];
    second.run(
      "globalThis.heard = []; chrome.webview.addEventListener('message', ({ data }) => heard.push(data))",
    );
    const { messages } = await import("../../../src/native/windows/page/messages.ts");
    messages.reply(stage.payloads("page.message")[0]!.request, "too late");
    await turn();
    expect([...(second.run("heard") as string[]), ...heard]).toEqual([]);
    view.close();
  });

  test("gets scripts of its own, others when they are replaced, and each alone", async () => {
    using stage = new WebView2Stage();
    const pages = ["https://framework.localhost/*"];
    const { view, engineView, page } = await stage.openPage({
      scripts: [
        { source: "var one = 1; throw new Error('mine')", pages },
        { source: "var two = 2", pages },
        { source: "var three = 3", pages: ["https://elsewhere.example/*"] },
      ],
    });
    expect(page.run("[typeof one, typeof two, typeof three].join()")).toBe(
      "number,number,undefined",
    );
    expect(page.errors).toHaveLength(1);
    await view.setScripts([{ source: "var four = 4", pages }]);
    const next = await engineView.show(ownPage);
    expect(next.run("[typeof one, typeof four].join()")).toBe("undefined,number");
    expect(await ask(next, "x")).toBe("you said x");
    view.close();
  });

  test("prints only where the window may", async () => {
    using stage = new WebView2Stage();
    const { view, page } = await stage.openPage();
    expect(
      page.run("[print(), document.execCommand('PRINT'), document.execCommand('copy')].join()"),
    ).toBe(",false,did copy");
    page.run("print = () => 1; Document.prototype.execCommand = () => 1");
    expect(page.run("[print(), document.execCommand('print')].join()")).toBe(",false");
    view.close();
    const { view: other, page: printing } = await stage.openPage({ printing: true });
    expect(printing.run("print()")).toBe("printed");
    other.close();
  });

  test("runs the scripts that the app sends, unless it is another site's", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    view.evaluate("throw 1", null);
    view.evaluate("globalThis.ran = true", ["https://framework.localhost/*"]);
    await turn();
    expect([page.run("ran"), page.errors]).toEqual([true, [1]]);
    const other = await engineView.show(otherSite);
    view.evaluate("globalThis.ran = true", ["https://framework.localhost/*"]);
    await turn();
    expect(other.run("typeof ran")).toBe("undefined");
    view.close();
  });
});
