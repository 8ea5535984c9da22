import { chosenEngine } from "../../../harness/pages/engine.ts";
import { reported } from "../../../harness/webview2/report.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { HResultError } from "../../../src/native/windows/com/hresult.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import * as client from "../engine/bare-client.ts";
import { mistakesSince, page, pause, StandInStage } from "./standin-stage.ts";

/** A case that runs under Wine, in the process that the stand-in is in. */
export interface StandInCase {
  readonly name: string;
  readonly run: () => Promise<void>;
  /** The mistakes that the stand-in must find. */
  readonly mistakes?: readonly RegExp[];
  /** Only where pages are WebKit's: Chromium asks no host about permissions over its protocol. */
  readonly needsWebKit?: boolean;
}

function equal(found: unknown, wanted: unknown): void {
  if (!Bun.deepEquals(found, wanted))
    throw new Error(`Found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

/** A case with a stage, which is closed behind it. */
function onStage(
  name: string,
  run: (stage: StandInStage) => Promise<void>,
  mistakes: readonly RegExp[] = [],
): StandInCase {
  return {
    name,
    mistakes,
    async run() {
      using stage = await StandInStage.open();
      try {
        await run(stage);
      } finally {
        stage.close();
      }
    },
  };
}

/** The HRESULT of a call that has to fail. */
function failure(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof HResultError) return `0x${(error.code >>> 0).toString(16)}`;
    throw error;
  }
  return "none";
}

const cases: readonly StandInCase[] = [
  onStage("results of calls come later, by the message loop", async ({ environment, view }) => {
    equal(client.textOf(environment, "get_BrowserVersionString"), "131.0.2903.40");
    equal(client.textOf(view, "get_Source"), "about:blank");
    const order: string[] = [];
    const ended = client.completed(
      "ExecuteScript",
      (handler) => view["ExecuteScript"]?.(wide("1 + 1"), handler),
      (text) => order.push(client.wideAt(text)),
    );
    order.push("asked");
    // No wait is necessary.
    view["ExecuteScript"]?.(wide("0"), null);
    await ended;
    equal(order, ["asked", "2"]);
  }),

  onStage("a page is answered by the app, at its own https address", async (stage) => {
    stage.serve();
    await stage.show();
    equal(await stage.execute("[location.href, origin, isSecureContext, document.title]"), [
      page,
      "https://framework.localhost",
      true,
      "page",
    ]);
    equal(stage.requests, [{ method: "GET", url: page, context: 1 }]);
  }),

  onStage("an answer may take its time", async (stage) => {
    stage.serve(true);
    stage.site.set(`${page}data`, { headers: "x-a: 1\r\nx-b: 2", body: "x".repeat(300_000) });
    await stage.show();
    await stage.execute(
      `fetch("/data", { method: "POST", body: "sent" }).then(async (r) =>
        (window.got = [r.status, r.headers.get("x-a"), r.headers.get("x-b"), (await r.text()).length])); 0`,
    );
    for (;;) {
      const got = await stage.execute("window.got ?? null");
      if (got === null) continue;
      equal(got, [200, "1", "2", 300_000]);
      break;
    }
    equal(stage.requests.at(-1), { method: "POST", url: `${page}data`, context: 8 });
  }),

  onStage("a navigation is reported in the documented order, with its number", async (stage) => {
    stage.serve();
    await stage.show();
    await stage.show(`${page}missing`);
    await stage.execute("history.pushState(null, '', '/pushed'); 0");
    await stage.until("the new address", () => stage.received.at(-1) === "SourceChanged 0");
    equal(stage.received, [
      `NavigationStarting 1 ${page}`,
      "SourceChanged 1",
      "ContentLoading 1 0",
      "NavigationCompleted 1 1",
      `NavigationStarting 2 ${page}missing`,
      "SourceChanged 1",
      "ContentLoading 2 0",
      "NavigationCompleted 2 1",
      "SourceChanged 0",
    ]);
    equal(client.textOf(stage.view, "get_Source"), `${page}pushed`);
  }),

  onStage(
    "a navigation that is cancelled has a beginning and an end, and asks for nothing",
    async (stage) => {
      stage.serve();
      await stage.show();
      client.on(
        stage.view,
        "NavigationStarting",
        "ICoreWebView2NavigationStartingEventArgs",
        (args) => args["put_Cancel"]?.(1),
      );
      await stage.execute(`location.href = "/forbidden"; 0`);
      await stage.until("the end", () => stage.received.includes("NavigationCompleted 2 0"));
      equal(stage.received.slice(4), [
        `NavigationStarting 2 ${page}forbidden`,
        "NavigationCompleted 2 0",
      ]);
      equal(stage.requests.length, 1);
      equal(await stage.execute("location.href"), page);
    },
  ),

  onStage("an unanswered host cannot be reached", async (stage) => {
    await stage.show();
    equal(stage.received, [
      `NavigationStarting 1 ${page}`,
      "ContentLoading 1 1",
      "NavigationCompleted 1 0",
    ]);
  }),

  onStage("messages come as JSON with their sender, and texts as texts, too", async (stage) => {
    stage.serve();
    await stage.show();
    const texts: string[] = [];
    client.on(
      stage.view,
      "WebMessageReceived",
      "ICoreWebView2WebMessageReceivedEventArgs",
      (args) => {
        try {
          texts.push(client.textOf(args, "TryGetWebMessageAsString"));
        } catch (error) {
          texts.push(`failed: ${error instanceof HResultError}`);
        }
      },
    );
    await stage.execute(
      `chrome.webview.postMessage("ü\\u2028"); chrome.webview.postMessage({ a: [1] }); 0`,
    );
    await stage.until("two messages", () => stage.messages.length === 2);
    equal(stage.messages, [
      { source: page, json: JSON.stringify("ü\u2028") },
      { source: page, json: '{"a":[1]}' },
    ]);
    equal(texts, ["ü\u2028", "failed: true"]);
  }),

  onStage(
    "messages that the app posts come as messages of the page's object, in order",
    async (stage) => {
      stage.serve();
      await stage.addScript(
        `window.heard = []; chrome.webview.addEventListener("message", ({ data }) => heard.push(data))`,
      );
      await stage.show();
      stage.view["PostWebMessageAsString"]?.(wide('{"a":1}'));
      stage.view["PostWebMessageAsJson"]?.(wide('{"a":1}'));
      await stage.until("the messages", () => true);
      equal(await stage.execute("heard"), ['{"a":1}', { a: 1 }]);
    },
  ),

  onStage("a message to a closed document is lost", async (stage) => {
    stage.serve();
    await stage.addScript(
      `window.heard = []; chrome.webview.addEventListener("message", ({ data }) => heard.push(data));
       chrome.webview.postMessage("here " + location.pathname)`,
    );
    await stage.show();
    stage.view["Navigate"]?.(wide(`${page}next`));
    // The first document is still there.
    stage.view["PostWebMessageAsString"]?.(wide("for the first"));
    await stage.until("the second document", () => stage.messages.at(-1)?.json === '"here /next"');
    equal(await stage.execute("heard"), []);
  }),

  onStage(
    "scripts run in all frames, and messages of frames do not reach the top's handler",
    async (stage) => {
      stage.serve();
      stage.site.set(page, { body: `<!doctype html><iframe src="/frame"></iframe>` });
      stage.site.set(`${page}frame`, {
        body: `<script>chrome.webview.postMessage("of the frame")</script>`,
      });
      const id = await stage.addScript(
        `(top.seen ??= []).push(location.pathname + " " + typeof chrome.webview.postMessage)`,
      );
      await stage.show();
      equal(await stage.execute("seen"), ["/ function", "/frame function"]);
      equal(stage.messages, []);
      stage.view["RemoveScriptToExecuteOnDocumentCreated"]?.(wide(id));
      await stage.show();
      equal(await stage.execute("window.seen ?? null"), null);
    },
  ),

  onStage("the older filter does not see what frames of other sites ask for", async (stage) => {
    const asked: string[] = [];
    const other = "https://other.localhost/";
    for (const url of [page, other])
      stage.view["AddWebResourceRequestedFilter"]?.(wide(`${url}*`), 0);
    client.on(
      stage.view,
      "WebResourceRequested",
      "ICoreWebView2WebResourceRequestedEventArgs",
      (args) => {
        using request = client.objectOf(args, "get_Request", "ICoreWebView2WebResourceRequest");
        asked.push(client.textOf(request, "get_Uri"));
        stage.answer(args, {
          body: `<!doctype html><iframe src="${other}frame"></iframe><img src="${other}image">`,
        });
      },
    );
    await stage.show();
    equal(asked, [page, `${other}image`]);
  }),

  onStage("settings are kept, and those that pages see are seen", async (stage) => {
    stage.serve();
    using settings = stage.settings();
    equal(client.numberOf(settings, "get_AreDevToolsEnabled"), 1);
    settings["put_AreDevToolsEnabled"]?.(0);
    settings["put_UserAgent"]?.(wide("Own/1.0"));
    equal(
      [
        client.numberOf(settings, "get_AreDevToolsEnabled"),
        client.textOf(settings, "get_UserAgent"),
      ],
      [0, "Own/1.0"],
    );
    await stage.show();
    equal(await stage.execute("navigator.userAgent"), "Own/1.0");
    settings["put_IsWebMessageEnabled"]?.(0);
    await stage.execute(`chrome.webview.postMessage("unheard"); 0`);
    equal(stage.messages, []);
  }),

  onStage("the theme that the app prefers is the page's", async (stage) => {
    stage.serve();
    await stage.show();
    using profile = client.objectOf(stage.view, "get_Profile", "ICoreWebView2Profile");
    for (const scheme of [2, 1]) {
      profile["put_PreferredColorScheme"]?.(scheme);
      const isDark = () => stage.execute("matchMedia('(prefers-color-scheme: dark)').matches");
      while ((await isDark()) !== (scheme === 2)) await pause(5);
    }
  }),

  onStage("windows and downloads are asked for", async (stage) => {
    stage.serve();
    stage.site.set(`${page}file`, { headers: "content-disposition: attachment", body: "x" });
    const asked: string[] = [];
    client.on(
      stage.view,
      "NewWindowRequested",
      "ICoreWebView2NewWindowRequestedEventArgs",
      (args) => {
        asked.push(`window ${client.textOf(args, "get_Uri")}`);
        args["put_Handled"]?.(1);
      },
    );
    client.on(stage.view, "DownloadStarting", "ICoreWebView2DownloadStartingEventArgs", (args) => {
      asked.push("download");
      args["put_Cancel"]?.(1);
    });
    await stage.show();
    const start = reported().length;
    equal(await stage.execute(`open("/other")`), null);
    await stage.execute(`location.href = "/file"; 0`);
    await stage.until("the download", () => asked.includes("download"));
    equal(asked, [`window ${page}other`, "download"]);
    equal(reported().slice(start), []);
  }),

  {
    ...onStage("permissions are asked for", async (stage) => {
      stage.serve();
      const asked: number[] = [];
      client.on(
        stage.view,
        "PermissionRequested",
        "ICoreWebView2PermissionRequestedEventArgs",
        (args) => {
          asked.push(client.numberOf(args, "get_PermissionKind"));
          args["put_State"]?.(2);
        },
      );
      await stage.show();
      await stage.execute(
        `navigator.geolocation.getCurrentPosition(() => {}, () => chrome.webview.postMessage("refused")); 0`,
      );
      await stage.until("the refusal", () => stage.messages.length === 1);
      equal(asked, [3]);
    }),
    needsWebKit: true,
  },

  onStage("windows and printing that an app leaves to WebView2 are reported", async (stage) => {
    stage.serve();
    await stage.show();
    const start = reported().length;
    await stage.execute(`open("/other"); print(); 0`);
    await stage.until("both", () => reported().length - start === 2);
    equal(reported().slice(start), [
      { happened: "a window of WebView2's own", what: `${page}other` },
      { happened: "print", what: "" },
    ]);
  }),

  onStage(
    "keys go to the page, and those that mean something are shown to the app first",
    async (stage) => {
      stage.serve();
      stage.site.set(page, { body: `<!doctype html><input id="field" autofocus>` });
      await stage.show();
      const keys: number[] = [];
      client.on(
        stage.controller,
        "AcceleratorKeyPressed",
        "ICoreWebView2AcceleratorKeyPressedEventArgs",
        (args) => {
          const key = client.numberOf(args, "get_VirtualKey");
          keys.push(key);
          if (key === 0x24) args["put_Handled"]?.(1); // Home
        },
      );
      stage.controller["MoveFocus"]?.(0);
      await stage.execute("field.focus(); 0");
      for (const letter of "ab") user32.PostMessageW(stage.input, 0x102, letter.charCodeAt(0), 0);
      for (const key of [0x24, 0x25]) user32.PostMessageW(stage.input, 0x100, key, 0);
      user32.PostMessageW(stage.input, 0x102, "c".charCodeAt(0), 0);
      for (;;) if ((await stage.execute("field.value")) === "acb") break;
      equal(keys, [0x24, 0x25]);
    },
  ),

  onStage("the end of a page's process is reported", async (stage) => {
    stage.serve();
    await stage.show();
    const kinds: number[] = [];
    client.on(stage.view, "ProcessFailed", "ICoreWebView2ProcessFailedEventArgs", (args) =>
      kinds.push(client.numberOf(args, "get_ProcessFailedKind")),
    );
    stage.view["Navigate"]?.(wide("edge://crash"));
    await stage.until("the end of the process", () => kinds.length === 1);
    equal(kinds, [1]);
    await stage.show();
    equal(await stage.execute("document.title"), "page");
  }),

  {
    name: "a view that was closed says so, and lets go of all handlers",
    mistakes: [/WebView.get_Source was called after the view was closed/],
    async run() {
      using stage = await StandInStage.open();
      stage.serve();
      await stage.show();
      stage.close();
      equal(
        failure(() => client.textOf(stage.view, "get_Source")),
        "0x8007139f",
      );
      const received = stage.received.length;
      await pause(50);
      equal(stage.received.length, received);
    },
  },

  onStage(
    "a request that is kept waiting for ever is reported",
    async (stage) => {
      stage.view["AddWebResourceRequestedFilter"]?.(wide(`${page}*`), 0);
      let asked = 0;
      client.on(
        stage.view,
        "WebResourceRequested",
        "ICoreWebView2WebResourceRequestedEventArgs",
        (args) => {
          asked++;
          client.objectOf(args, "GetDeferral", "ICoreWebView2Deferral")[Symbol.dispose]();
        },
      );
      stage.view["Navigate"]?.(wide(page));
      await stage.until("the request", () => asked === 1);
    },
    [/deferral of "https:\/\/framework.localhost\/" was let go of and never completed/],
  ),

  onStage(
    "an unknown or wrong call is reported and fails",
    async ({ view }) => {
      equal(
        failure(() => view["OpenTaskManagerWindow"]?.()),
        "0x80004001",
      );
      equal(
        failure(() => view["Navigate"]?.(wide("/no address"))),
        "0x80070057",
      );
      equal(
        failure(() => view["PostWebMessageAsJson"]?.(wide("{"))),
        "0x80070057",
      );
      equal(
        failure(() => view["remove_ProcessFailed"]?.(77)),
        "0x80070057",
      );
    },
    [/OpenTaskManagerWindow was called/, /"\/no address"/, /no JSON/, /remove_ProcessFailed/],
  ),

  {
    name: "a window that closes takes its view along",
    async run() {
      using stage = await StandInStage.open();
      user32.DestroyWindow(stage.window);
      equal(
        failure(() => stage.controller["get_IsVisible"]?.(new Int32Array(1))),
        "0x8007139f",
      );
    },
    mistakes: [/Controller.get_IsVisible was called after the view was closed/],
  },
];

/** Those of the engine that is chosen. */
export const standInCases = cases.filter(
  ({ needsWebKit = false }) => !needsWebKit || chosenEngine() === "webkit",
);

/** Compares what the stand-in has found wrong with what it had to. */
export function checkMistakes(start: number, wanted: readonly RegExp[] = []): void {
  const found = mistakesSince(start);
  const missing = wanted.filter((pattern) => !found.some((each) => pattern.test(each)));
  const others = found.filter((each) => !wanted.some((pattern) => pattern.test(each)));
  if (missing.length + others.length > 0)
    throw new Error(`Not reported: ${missing.join()}; reported: ${others.join()}`);
}
