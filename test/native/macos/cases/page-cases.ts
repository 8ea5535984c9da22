import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { fstatSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NSURLRequest } from "../../../../harness/wkwebview/url-loading.ts";
import type { WKWebView } from "../../../../harness/wkwebview/web-view.ts";
import { keyHeader } from "../../../../src/contract/page/message.ts";
import type { Body } from "../../../../src/contract/ui/index.ts";
import { engineCapabilities } from "../../../../src/native/macos/page/engine-capabilities.ts";
import { respond } from "../../../../src/native/page/requests.ts";
import {
  evaluate,
  inWindow,
  lastRequest,
  openedIn,
  openWindow,
  pageEvents,
  requestSince,
  visit,
  type WebKitCase,
} from "../../webkit-case.ts";
import { kept } from "../bindings/kept.ts";
import type { PageStage } from "./page-stage.ts";

type MacCase = WebKitCase<PageStage>;

const openFiles = (): number => readdirSync("/proc/self/fd").length;

/** The answer to a request, with a body and status 200. */
const answerOf = (body: Body) =>
  ({ status: 200, headers: { "content-type": "a/b" }, body }) as const;

/** A file of so many bytes. */
function largeFile(stage: PageStage, length: number): string {
  const path = join(stage.folder, `../${length}.bin`);
  writeFileSync(path, Buffer.alloc(length, "0123456789"));
  return path;
}

const tasksOf = (view: WKWebView): number => view.tasks.items.length;

const requests: readonly MacCase[] = [
  inWindow(
    "an answer that comes after its page has gone is dropped, and its file closed",
    async (stage, label) => {
      const view = stage.webView(label);
      for (const leave of ["location.reload()", "location.href = '/?away'", null]) {
        const before = stage.emitted.length;
        await evaluate(stage, label, "fetch('/slow')");
        const { request } = await stage.until("the request", () => requestSince(stage, before));
        if (leave === null) stage.endWebProcess(label);
        else await visit(stage, label, leave);
        await stage.until("the end of the task", () => tasksOf(view) === 0 || undefined);
        const descriptor = openSync(largeFile(stage, 5_000_000), "r");
        void respond(
          request,
          answerOf({ kind: "descriptor", descriptor, offset: 0, length: 5_000_000 }),
        );
        throws(() => fstatSync(descriptor), { code: "EBADF" });
      }
    },
  ),
  inWindow(
    "a file that is called off while it is sent is closed, and no more of it is sent",
    async (stage, label) => {
      const path = largeFile(stage, 200_000_000);
      const files = openFiles();
      const before = stage.emitted.length;
      await evaluate(
        stage,
        label,
        `globalThis.off = new AbortController();
       fetch("/slow", { signal: off.signal }).then(({ body }) => body.getReader().read()).catch(() => {})`,
      );
      const { request } = await stage.until("the request", () => requestSince(stage, before));
      void respond(request, answerOf({ kind: "file", path, offset: 0, length: 200_000_000 }));
      ok(openFiles() > files, "the file is not sent in pieces");
      await evaluate(stage, label, "off.abort()");
      await stage.until(
        "the end of the task",
        () => tasksOf(stage.webView(label)) === 0 || undefined,
      );
      await stage.until("the file's end", () => openFiles() <= files || undefined);
    },
  ),
  inWindow(
    "a body of several parts arrives whole, though WebKit gives it as a stream",
    async (stage, label) => {
      const parts =
        "const form = new FormData(); form.set('a', 'x'.repeat(100_000)); form.set('b', 'end');";
      const before = stage.emitted.length;
      const answer = stage.ask(
        label,
        `(() => { ${parts} return fetch("/__ipc/call", { method: "POST", headers: { ${JSON.stringify(keyHeader)}: key }, body: form }).then((r) => r.text()); })()`,
      );
      const request = await stage.until("the request", () => requestSince(stage, before));
      const text = Buffer.from(request.call?.body ?? []).toString();
      match(text, /x{100000}\r\n[^]+name="b"\r\n\r\nend\r\n/);
      void respond(request.request, answerOf({ kind: "bytes", bytes: Buffer.from("taken") }));
      equal(await answer, "taken");
    },
  ),
  inWindow("the body of a request without the key is not looked at", async (stage, label) => {
    let looks = 0;
    const { prototype } = NSURLRequest;
    const body = prototype["-HTTPBody"];
    prototype["-HTTPBody"] = function (this: NSURLRequest) {
      looks++;
      return body.call(this);
    };
    try {
      const before = stage.emitted.length;
      const answer = stage.ask(
        label,
        'fetch("/__ipc/call", { method: "POST", body: "text" }).then((r) => r.status)',
      );
      const request = await stage.until("the request", () => requestSince(stage, before));
      equal(request.call, null);
      void respond(request.request, {
        ...answerOf({ kind: "bytes", bytes: new Uint8Array() }),
        status: 403,
      });
      equal(await answer, "403");
      equal(looks, 0);
    } finally {
      prototype["-HTTPBody"] = body;
    }
  }),
  inWindow("a page's loads end when its window goes, and nothing is kept", async (stage) => {
    const held = await kept(stage);
    const files = openFiles();
    const other = await openWindow(stage);
    const view = stage.webView(other);
    await evaluate(
      stage,
      other,
      "fetch('/unanswered'); fetch('/half').then(({ body }) => body.getReader().read())",
    );
    const half = await stage.until("the requests", () => lastRequest(stage, "/half"));
    await stage.until("the requests", () => lastRequest(stage, "/unanswered"));
    const path = largeFile(stage, 200_000_000);
    void respond(half.request, answerOf({ kind: "file", path, offset: 0, length: 200_000_000 }));
    await stage.platform.calls["window.destroy"]({ window: other });
    equal(tasksOf(view), 0);
    await stage.until("the end of the view", () => view.isFreed || undefined);
    await stage.until("the file's end", () => openFiles() <= files || undefined);
    deepEqual(await kept(stage), held);
  }),
];

const documents: readonly MacCase[] = [
  inWindow(
    "a hundred navigations and reloads leave no task and nothing kept",
    async (stage, label) => {
      const view = stage.webView(label);
      const go = async (count: number): Promise<void> => {
        for (let each = 0; each < count; each++)
          await visit(
            stage,
            label,
            each % 2 === 0 ? `location.href = "/?${each}"` : "location.reload()",
          );
      };
      await go(4);
      const held = await kept(stage);
      await go(100);
      equal(await stage.send(label, "still here"), "answer to still here");
      await stage.until("no task", () => tasksOf(view) === 0 || undefined);
      deepEqual(await kept(stage), held);
    },
  ),
  inWindow(
    "a page that comes back from WebKit's store of pages is reported once, with a new key",
    async (stage, label) => {
      const key = await stage.ask(label, "key");
      await visit(stage, label, `location.href = "/?away"`);
      const before = stage.emitted.length;
      await visit(stage, label, "history.back()");
      deepEqual(pageEvents(stage, before), ["page.closed", "page.opened"]);
      ok((await stage.ask(label, "key")) !== key);
      equal(await stage.send(label, "back"), "answer to back");
    },
  ),
  inWindow(
    "a page that comes back after a navigation that came to nothing has a key that is new",
    async (stage, label) => {
      const key = await stage.ask(label, "key");
      await visit(stage, label, `location.href = "/?away"`);
      const before = stage.emitted.length;
      await evaluate(stage, label, "location.href = '/nothing'");
      const { request } = await stage.until("the request", () => requestSince(stage, before));
      void respond(request, {
        ...answerOf({ kind: "bytes", bytes: new Uint8Array() }),
        status: 204,
      });
      await stage.until("its end", () => tasksOf(stage.webView(label)) === 0 || undefined);
      await visit(stage, label, "history.back()");
      ok((await stage.ask(label, "key")) !== key);
      equal(await stage.send(label, "back"), "answer to back");
    },
  ),
  inWindow(
    "a frame cannot call by the message handler, though it has the key",
    async (stage, label) => {
      stage.files.set("/frame", "<!doctype html>");
      const before = stage.emitted.length;
      const heard = stage.scriptMessages();
      await stage.ask(
        label,
        `new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.src = "/frame";
        frame.onload = () => {
          frame.contentWindow.webkit.messageHandlers.framework.postMessage(key + "from a frame").catch(() => {});
          resolve();
        };
        document.documentElement.append(frame);
      })`,
      );
      await stage.until(
        "the frame's message",
        () => stage.scriptMessages() > heard + 1 || undefined,
      );
      deepEqual(pageEvents(stage, before), []);
    },
  ),
  inWindow(
    "navigations to new windows, downloads and other programs are not followed",
    async (stage, label) => {
      const click = (tag: string): string =>
        `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(tag)}); document.body.lastChild.click()`;
      for (const script of [
        "window.open('/?opened')",
        click('<a href="/?blank" target="_blank">a</a>'),
        click('<a href="/file.bin" download>a</a>'),
        "location.href = 'mailto:somebody@example.org'",
        "location.href = 'file:///etc/passwd'",
      ])
        await evaluate(stage, label, script);
      equal(await stage.send(label, "here"), "answer to here");
      deepEqual(openedIn(stage, label).length, 1);
      equal(await stage.ask(label, "location.href"), stage.page);
    },
  ),
];

const settings: readonly MacCase[] = [
  {
    name: "a window's fields reach its view",
    async run(stage) {
      const label = await openWindow(stage, { userAgent: "Framework/1", devTools: true });
      equal(await stage.ask(label, "navigator.userAgent"), "Framework/1");
      const { set, configured } = stage.webView(label);
      deepEqual(Object.fromEntries(set), {
        allowsBackForwardNavigationGestures: false,
        allowsMagnification: false,
        allowsLinkPreview: false,
        inspectable: true,
      });
      deepEqual(Object.fromEntries(configured.value?.ofPreferences.value?.set ?? []), {
        javaScriptCanOpenWindowsAutomatically: false,
        fraudulentWebsiteWarningEnabled: false,
        elementFullscreenEnabled: true,
        inactiveSchedulingPolicy: 2,
        developerExtrasEnabled: true,
      });
      const { mediaTypes = -1 } = configured.value ?? {};
      const all = new Map([
        ...set,
        ...(configured.value?.ofPreferences.value?.set ?? []),
        ["mediaTypesRequiringUserActionForPlayback", mediaTypes],
      ] as const);
      for (const { settings: wanted = {} } of engineCapabilities)
        for (const [name, value] of Object.entries(wanted))
          if (value !== null) equal(all.get(name), value, name);
      await stage.platform.calls["window.destroy"]({ window: label });
    },
  },
  inWindow("a page that is not there leaves the one that is shown", async (stage, label) => {
    const before = stage.emitted.length;
    await evaluate(stage, label, "location.href = 'http://127.0.0.1:18/'");
    // The engine begins it in a turn of its own.
    equal(
      await stage.ask(label, "new Promise((resolve) => setTimeout(resolve, 50, location.href))"),
      stage.page,
    );
    equal(await stage.send(label, "here"), "answer to here");
    deepEqual(pageEvents(stage, before), ["page.message"]);
  }),
];

/** The cases of pages that only macOS has, except their questions to the user. */
export const macosPageCases: readonly MacCase[] = [...requests, ...documents, ...settings];
