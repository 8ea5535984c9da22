import { deepEqual, equal, ok } from "node:assert/strict";
import { keyHeader } from "../../src/contract/page/message.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { respond } from "../../src/native/page/requests.ts";
import { frameAttack } from "./frame-attack.ts";
import { elsewhere, refusal } from "./key-cases.ts";
import { openCases } from "./open-cases.ts";
import type { LinuxCase } from "./linux-case.ts";
import type { LinuxStage } from "./linux-stage.ts";
import { saveCases } from "./save-cases.ts";
import { spareViewLoads } from "./toolkit.ts";
import {
  bridge,
  evaluate,
  inWindow,
  messagesIn,
  openWindow,
  pageEvents,
  requestSince,
  visit,
} from "./webkit-case.ts";
import { webKitCases } from "./webkit-cases.ts";

const pageCases: readonly LinuxCase[] = [
  inWindow("a Blob without the key is never read, and breaks nothing", async (stage, label) => {
    const post = (header: string): string =>
      `fetch("/__ipc/call", { method: "POST", body: new Blob(["abc"])${header} }).then((r) => r.status)`;
    for (const header of ["", `, headers: { ${JSON.stringify(keyHeader)}: "0".repeat(32) }`]) {
      const before = stage.emitted.length;
      const answer = stage.ask(label, post(header));
      const request = await stage.until("the request", () => requestSince(stage, before));
      deepEqual([request.method, request.call], ["POST", null]);
      void respond(request.request, {
        status: 403,
        headers: {},
        body: { kind: "bytes", bytes: new Uint8Array() },
      });
      equal(await answer, "403");
    }
  }),
  inWindow(
    "a frame of another origin, a sandboxed one and one of the app's own get no key and no answer",
    async (stage, label, site) => {
      stage.files.set("/frame", frameAttack);
      const before = stage.emitted.length;
      const frames = [
        `src="${elsewhere(site)}/frame"`,
        `sandbox="allow-scripts" srcdoc="${frameAttack.replaceAll('"', "&quot;")}"`,
        'src="/frame"',
      ];
      for (const frame of frames) {
        const script = `new Promise((resolve) => {
        addEventListener("message", (event) => resolve(event.data), { once: true });
        document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(`<iframe ${frame}></iframe>`)});
      })`;
        equal(await stage.ask(label, script), refusal);
      }
      equal(await stage.ask(label, "typeof frames[2].key"), "undefined");
      deepEqual(pageEvents(stage, before), []);
    },
  ),
  inWindow("an error page gets no key of the page it stands for", async (stage, label) => {
    const dead = "http://127.0.0.1:18"; // nothing listens there
    const other = await openWindow(stage, { bridge: bridge("framework://localhost", dead) });
    equal((await visit(stage, other, `location.href = "${dead}/"`)).origin, dead);
    const before = stage.emitted.length;
    await evaluate(
      stage,
      other,
      'webkit.messageHandlers.framework.postMessage((globalThis.key ?? "0".repeat(32)) + "text").catch(() => {})',
    );
    equal(await stage.send(label, "turn"), "answer to turn");
    deepEqual(messagesIn(stage, other), []);
    deepEqual(pageEvents(stage, before), ["page.message"]);
  }),
  inWindow("a window gets no event of the empty page of the view that it takes", async (stage) => {
    // The page's process decides if it has reported the empty page by then.
    for (let round = 0; round < 10; round++) {
      const opened = spareViewLoads().then(() => openWindow(stage));
      // From the second one on a view is made ahead for the next.
      const windows = [await openWindow(stage), await opened] as const;
      const loads = (): (readonly [string, string])[] => loadsOf(stage, windows[1]);
      await stage.until("the page", () => loads().at(-1)?.[1] === "finished" || undefined);
      deepEqual(loads(), [
        [stage.page, "started"],
        [stage.page, "finished"],
      ]);
      for (const window of windows) await stage.platform.calls["window.destroy"]({ window });
    }
  }),
  // The session's engine does not composite, so a transition would end this process.
  inWindow("a view transition of a page ends no app", async (stage, label) => {
    const style = "<style>@view-transition { navigation: auto; }</style>";
    const page = stage.files.get("/") ?? "";
    stage.files.set("/", `${style}${page}`);
    await visit(stage, label, "location.reload()");
    await visit(stage, label, "location.href = '/?next'");
    const transition = "document.startViewTransition?.(() => {}).finished.then(() => 'shown')";
    equal(await stage.ask(label, `${transition} ?? 'none'`), "none");
    stage.files.set("/", page);
  }),
  inWindow("a question with a bar shows how much is done", async (stage, label) => {
    const { calls } = stage.platform;
    const id = 200_000;
    const answer = calls["dialog.choose"]({
      id,
      window: label,
      title: `dialog ${id}`,
      text: "Getting it",
      detail: null,
      kind: "info",
      buttons: [{ text: "Hide", isDestructive: false }],
      defaultButton: 0,
      cancelButton: 0,
      checkbox: null,
      hasProgress: true,
    });
    await stage.until("the dialog", () => stage.isShown(id) || undefined);
    equal(stage.barOf(id), 0);
    await calls["dialog.progress"]({ id, done: 0.25 });
    equal(stage.barOf(id), 0.25);
    await calls["dialog.dismiss"]({ id });
    deepEqual(await answer, { button: null, checked: false });
    await calls["dialog.progress"]({ id, done: 0.5 });
  }),
  inWindow("fifty dialogs and twenty windows leave nothing behind", async (stage, label) => {
    const before = { ...heldObjects(), turns: 0, views: 0 };
    for (let count = 0; count < 50; count++) {
      const id = 100_000 + count;
      const request = {
        id,
        window: label,
        title: `dialog ${id}`,
        text: "",
        kind: "info",
        buttons: [{ stock: "ok" }],
      } as const;
      const answer = stage.platform.calls["dialog.message"](request);
      await stage.until("the dialog", () => stage.isShown(id) || undefined);
      stage.pressButton(id, 0);
      await answer;
    }
    for (let count = 0; count < 20; count++) {
      const other = await openWindow(stage);
      await stage.platform.calls["window.destroy"]({ window: other });
    }
    deepEqual({ ...heldObjects(), turns: 0, views: 0 }, before);
    ok((heldObjects()["views"] ?? 0) <= 2, "only this window's view and the spare one are left");
  }),
];

/** The load stages of a window's pages. */
function loadsOf(stage: LinuxStage, label: string): (readonly [url: string, stage: string])[] {
  return stage.emitted.flatMap(({ event, payload }) =>
    event === "page.loadChanged" && payload.window === label
      ? [[payload.url, payload.stage] as const]
      : [],
  );
}

/** The cases of Linux alone. */
export const linuxCases: readonly LinuxCase[] = [
  ...webKitCases,
  ...pageCases,
  ...saveCases,
  ...openCases,
];
