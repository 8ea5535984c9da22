import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyHeader } from "../../src/contract/page/message.ts";
import type { FileRequest, UiEvents, WindowSpec } from "../../src/contract/ui/index.ts";

import { plainWindow } from "../../src/native/conformance/plain-window.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { respond } from "../../src/native/linux/page/scheme.ts";
import { frameAttack } from "./frame-attack.ts";
import { pause, posted, type LinuxStage } from "./linux-stage.ts";
import { openCases } from "./open-cases.ts";
import { endWebProcess, testGtk, windowTitled } from "./toolkit.ts";

/** A web site that is not the app's. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** How many requests it has got. */
  hits(): number;
}

/** A case of Linux alone. */
export interface LinuxCase {
  readonly name: string;
  readonly run: (stage: LinuxStage, site: Site) => Promise<void>;
}

const refusal = "Error: This page may not call the app";

async function openWindow(stage: LinuxStage, change: Partial<WindowSpec> = {}): Promise<string> {
  const spec = { ...plainWindow(stage.page), ...change };
  await stage.platform.calls["window.create"](spec);
  await stage.until("the page", () => openedIn(stage, spec.label)[0]);
  return spec.label;
}

function openedIn(stage: LinuxStage, label: string): UiEvents["page.opened"][] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.opened" && item.payload.window === label ? [item.payload] : [],
  );
}

function messagesIn(stage: LinuxStage, label: string): string[] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.message" && item.payload.sender.window === label ? [item.payload.text] : [],
  );
}

/** What pages caused since then, by name. How far they are loaded they do not cause. */
function pageEvents(stage: LinuxStage, since: number): string[] {
  const names = stage.emitted.slice(since).map(({ event }) => event);
  return names.filter((event) => event.startsWith("page.") && event !== "page.loadChanged");
}

function lastRequest(stage: LinuxStage, path: string): UiEvents["page.request"] | undefined {
  const item = stage.emitted.findLast(
    ({ event, payload }) =>
      event === "page.request" && "url" in payload && new URL(payload.url).pathname === path,
  );
  return item?.event === "page.request" ? item.payload : undefined;
}

function requestSince(stage: LinuxStage, since: number): UiEvents["page.request"] | undefined {
  const item = stage.emitted.slice(since).find(({ event }) => event === "page.request");
  return item?.event === "page.request" ? item.payload : undefined;
}

async function evaluate(
  stage: LinuxStage,
  window: string,
  script: string,
  pages: readonly string[] | null = null,
): Promise<void> {
  await stage.platform.calls["window.evaluate"]({ window, script, pages });
}

/** Loads an address, and waits for its document. */
async function visit(stage: LinuxStage, label: string, script: string): Promise<UiEvents["page.opened"]> {
  const count = openedIn(stage, label).length;
  await evaluate(stage, label, script);
  return stage.until(`the page after ${script}`, () => openedIn(stage, label)[count]);
}

const bridge = (...hosts: string[]): WindowSpec["bridge"] => ({
  source: "(key, engine) => { Object.assign(globalThis, { key, engine }); }",
  pages: hosts.map((host) => `${host}/*`),
});

function inWindow(
  name: string,
  run: (stage: LinuxStage, label: string, site: Site) => Promise<void>,
): LinuxCase {
  return {
    name,
    async run(stage, site) {
      stage.answerMessages((text) => `answer to ${text}`);
      const label = await openWindow(stage, { bridge: bridge("framework://localhost", site.address) });
      const others = new Set(stage.openWindows());
      try {
        await run(stage, label, site);
      } finally {
        for (const window of stage.openWindows()) {
          if (window === label || !others.has(window))
            await stage.platform.calls["window.destroy"]({ window });
        }
      }
      await stage.until("nothing held", () => stage.held() === 0 || undefined);
    },
  };
}

/** The name by which this machine knows the same server: another origin. */
const elsewhere = ({ address }: Site): string => address.replace("127.0.0.1", "localhost");

const keys: readonly LinuxCase[] = [
  inWindow("what is not a string, too short, or has a wrong key is refused", async (stage, label) => {
    const before = stage.emitted.length;
    for (const value of [
      "{}",
      "null",
      "42",
      "''",
      "'short'",
      "'0'.repeat(32) + 'text'",
      "new Uint8Array(64)",
      "[key]",
    ]) {
      await rejects(stage.ask(label, posted(value)), {
        message: refusal,
      });
    }
    deepEqual(pageEvents(stage, before), []);
    equal(await stage.send(label, "still here"), "answer to still here");
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
  inWindow(
    "each document has a key of its own, also after a reload and on the way back",
    async (stage, label) => {
      const keysSeen = [await stage.ask(label, "key")];
      for (const script of [
        "location.reload()",
        "location.href = '/?second'",
        "history.back()",
        "history.forward()",
      ]) {
        await visit(stage, label, script);
        keysSeen.push(await stage.ask(label, "key"));
      }
      equal(new Set(keysSeen).size, 5);
      ok(keysSeen.every((key) => /^[0-9a-f]{32}$/.test(key)));
    },
  ),
  inWindow("the key of the last document is worth nothing in the next", async (stage, label) => {
    const old = await stage.ask(label, "key");
    await visit(stage, label, "location.reload()");
    const forged = stage.ask(label, posted(`"${old}" + "text"`));
    await rejects(forged, { message: refusal });
  }),
  inWindow("a navigation that comes to nothing leaves the document its key", async (stage, label, site) => {
    const key = await stage.ask(label, "key");
    for (const path of ["/nothing", "/download", "/never"]) {
      const hits = site.hits();
      const script = `location.href = "${site.address}${path}"`;
      await evaluate(stage, label, script);
      await stage.until("the request", () => site.hits() > hits || undefined);
      equal(await stage.send(label, path), `answer to ${path}`);
    }
    equal(await stage.ask(label, "key"), key);
    equal(openedIn(stage, label).length, 1);
  }),
  inWindow("a redirect counts as where it ends", async (stage, label, site) => {
    const allowed = await visit(
      stage,
      label,
      `location.href = "${elsewhere(site)}/redirect?to=${site.address}/page"`,
    );
    equal(allowed.origin, site.address);
    equal(await stage.send(label, "there"), "answer to there");
    const elsewhereNow = await visit(
      stage,
      label,
      `location.href = "${site.address}/redirect?to=${elsewhere(site)}/page"`,
    );
    equal(elsewhereNow.origin, elsewhere(site));
    const before = stage.emitted.length;
    const back = await visit(stage, label, "history.back()");
    equal(back.origin, site.address);
    ok(!pageEvents(stage, before).includes("page.message"));
  }),
  inWindow("an error page gets no key of the page it stands for", async (stage, label) => {
    const dead = "http://127.0.0.1:18"; // nobody listens there
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
  inWindow("a script that is for some pages runs in no other", async (stage, label, site) => {
    const other = await openWindow(stage);
    await visit(stage, other, `location.href = "${site.address}/page"`);
    const pages = ["framework://localhost/*"];
    for (const window of [label, other]) await evaluate(stage, window, "document.title = 'told'", pages);
    equal(await stage.ask(label, "document.title"), "told");
    const next = `location.href = document.title === "told" ? "${stage.page}" : "${site.address}/next"`;
    equal((await visit(stage, other, next)).origin, site.address);
  }),
  inWindow("a window whose bridge is for no page has no key", async (stage) => {
    const silent = await openWindow(stage, { bridge: bridge() });
    const before = stage.emitted.length;
    const text = 'typeof key === "undefined" ? "none" : key';
    await evaluate(stage, silent, `document.title = ${text}; location.hash = ${text}`);
    await evaluate(stage, silent, "fetch('/seen' + location.hash.slice(1))");
    const request = await stage.until("the request", () => lastRequest(stage, "/seennone"));
    respond(request.request, { status: 204, headers: {}, body: { kind: "bytes", bytes: new Uint8Array() } });
    deepEqual(pageEvents(stage, before), ["page.request"]);
  }),
];

const requestCases: readonly LinuxCase[] = [
  inWindow("a Blob without the key is never read, and breaks nothing", async (stage, label) => {
    const post = (header: string): string =>
      `fetch("/__ipc/call", { method: "POST", body: new Blob(["abc"])${header} }).then((r) => r.status)`;
    for (const header of ["", `, headers: { ${JSON.stringify(keyHeader)}: "0".repeat(32) }`]) {
      const before = stage.emitted.length;
      const answer = stage.ask(label, post(header));
      const request = await stage.until("the request", () => requestSince(stage, before));
      deepEqual([request.method, request.call], ["POST", null]);
      respond(request.request, {
        status: 403,
        headers: {},
        body: { kind: "bytes", bytes: new Uint8Array() },
      });
      equal(await answer, "403");
    }
  }),
  inWindow("the app sees the headers it needs, and not the key", async (stage, label) => {
    const options = `{ headers: { range: "bytes=1-2", "if-none-match": "tag", ${JSON.stringify(keyHeader)}: key } }`;
    const answer = stage.ask(label, `fetch("/__ipc/reply/7", ${options}).then((r) => r.text())`);
    const request = await stage.until("the request", () => lastRequest(stage, "/__ipc/reply/7"));
    const { accept, ...headers } = request.headers;
    deepEqual(headers, { "if-none-match": "tag", range: "bytes=1-2", referer: stage.page });
    equal(accept, "*/*");
    deepEqual(request.call, { sender: openedIn(stage, label)[0], body: new Uint8Array() });
    respond(request.request, {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: { kind: "bytes", bytes: Buffer.from("ok") },
    });
    equal(await answer, "ok");
  }),
  inWindow("responses are parts of files, small and large", async (stage, label) => {
    const path = join(stage.folder, "../large.bin");
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 253));
    writeFileSync(path, content);
    const parts = [
      { path, offset: 0, length: 3_000_000 },
      { path, offset: 10, length: 20 },
      { path, offset: 100_000, length: 2_900_000 },
      { path, offset: 100_000, length: 2_000_000 },
      { path, offset: 3_000_000, length: 0 },
      { path: process.execPath, offset: 4096, length: 65_536 },
    ];
    const script =
      'fetch("/part").then(async (r) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", await r.arrayBuffer()))].join())';
    for (const part of parts) {
      const before = stage.emitted.length;
      const answer = stage.ask(label, script);
      const request = await stage.until("the request", () => requestSince(stage, before));
      respond(request.request, {
        status: 200,
        headers: { "content-type": "a/b" },
        body: { kind: "file", ...part },
      });
      const wanted = readFileSync(part.path).subarray(part.offset, part.offset + part.length);
      equal(await answer, [...new Bun.CryptoHasher("sha256").update(wanted).digest()].join());
    }
  }),
  inWindow("a file that is missing or too short is answered with 500", async (stage, label) => {
    const parts = [
      { path: join(stage.folder, "none"), offset: 0, length: 1 },
      { path: join(stage.folder, "a.txt"), offset: 0, length: 1_000_000 },
      { path: stage.folder, offset: 0, length: 1 },
      { path: process.execPath, offset: 0, length: 1e12 },
    ];
    for (const part of parts) {
      const before = stage.emitted.length;
      const answer = stage.request(label, new URL("/bad", stage.page).href);
      const request = await stage.until("the request", () => requestSince(stage, before));
      respond(request.request, {
        status: 200,
        headers: { "content-type": "a/b" },
        body: { kind: "file", ...part },
      });
      equal((await answer).status, 500);
    }
  }),
  inWindow("requests of a window that goes are let go", async (stage) => {
    const other = await openWindow(stage);
    await evaluate(stage, other, "fetch('/slow1'); fetch('/slow2')");
    await stage.until("both requests", () => lastRequest(stage, "/slow1") && lastRequest(stage, "/slow2"));
    equal(heldObjects()["requests"], 2);
    await stage.platform.calls["window.destroy"]({ window: other });
    equal(heldObjects()["requests"], 0);
  }),
  inWindow(
    "a hundred megabytes come up by message and by request, and the loop goes on",
    async (stage, label) => {
      stage.answerMessages((text) => String(text.length));
      equal(await stage.ask(label, posted("key + 'x'.repeat(100 << 20)")), String(100 << 20));
      const options = `{ method: "POST", headers: { ${JSON.stringify(keyHeader)}: key }, body: new Uint8Array(100 << 20) }`;
      const before = stage.emitted.length;
      const answer = stage.ask(label, `fetch("/__ipc/call", ${options}).then((r) => r.text())`);
      const request = await stage.until("the request", () => requestSince(stage, before));
      equal(request.call?.body.length, 100 << 20);
      respond(request.request, {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: { kind: "bytes", bytes: Buffer.from("ok") },
      });
      equal(await answer, "ok");
    },
  ),
];

const lifeCases: readonly LinuxCase[] = [
  inWindow(
    "scripts run in their order, and one that throws keeps none from running",
    async (stage, label) => {
      const scripts = [
        "globalThis.seen = [1]",
        "throw new Error('expected')",
        "seen.push(2) // end",
        "seen.push(3)",
      ];
      for (const script of scripts) void evaluate(stage, label, script);
      equal(await stage.ask(label, "seen.join()"), "1,2,3");
    },
  ),
  inWindow("a page whose process dies is loaded again, once", async (stage, label) => {
    const closedCount = (): number =>
      stage.emitted.filter(
        ({ event, payload }) => event === "page.closed" && "window" in payload && payload.window === label,
      ).length;
    endWebProcess(label);
    await stage.until("the page again", () => openedIn(stage, label)[1]);
    equal(await stage.send(label, "back"), "answer to back");
    endWebProcess(label);
    await stage.until("its end", () => closedCount() === 2 || undefined);
    await pause(300); // long enough for a load, which must not come
    equal(openedIn(stage, label).length, 2);
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

const ACCEPT = -3;

/** Answers a save dialog with the name that stands in it. */
async function save(
  stage: LinuxStage,
  window: string,
  change: Partial<FileRequest>,
  after: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const id = 200_000 + saves++;
  const filters = [
    { name: "Text", extensions: ["txt", "md"] },
    { name: "All", extensions: ["*"] },
  ];
  const plain = {
    mode: "save",
    filters,
    multiple: false,
    folder: stage.folder,
    name: "new",
    notice: null,
  } as const;
  const answer = stage.platform.calls["dialog.file"]({
    id,
    window,
    title: `dialog ${id}`,
    ...plain,
    ...change,
  });
  const dialog = await stage.until("the chooser", () => windowTitled(`dialog ${id}`) ?? undefined);
  let settled = false;
  const watched = Promise.resolve(answer).finally(() => (settled = true));
  // The chooser reads its folder first, and takes no answer before.
  const question = (): boolean => heldObjects()["message boxes"] !== 0;
  while (!settled && !question()) {
    testGtk.gtk_dialog_response(dialog, ACCEPT);
    await pause(20);
  }
  await after();
  return watched;
}

let saves = 0;

const saveCases: readonly LinuxCase[] = [
  inWindow(
    "a saved name gets the first extension of its filter, unless it has one of them",
    async (stage, label) => {
      deepEqual(await save(stage, label, { name: "new" }), [join(stage.folder, "new.txt")]);
      deepEqual(await save(stage, label, { name: "new.MD" }), [join(stage.folder, "new.MD")]);
      deepEqual(await save(stage, label, { name: "new.png" }), [join(stage.folder, "new.png.txt")]);
      deepEqual(await save(stage, label, { name: "new", filters: [] }), [join(stage.folder, "new")]);
      deepEqual(await save(stage, label, { name: "new", filters: [{ name: "All", extensions: ["*"] }] }), [
        join(stage.folder, "new"),
      ]);
    },
  ),
  inWindow("the question about replacing concerns the final name", async (stage, label) => {
    const answerWith = (button: number) => async (): Promise<void> => {
      const question = await stage.until("the question", () => windowTitled("a.txt") ?? undefined);
      testGtk.gtk_dialog_response(question, button);
    };
    deepEqual(await save(stage, label, { name: "a" }, answerWith(0)), [join(stage.folder, "a.txt")]);
    const keep = async (): Promise<void> => {
      await answerWith(1)();
      await stage.until("the chooser alone", () => heldObjects()["message boxes"] === 0 || undefined);
      equal(heldObjects()["file choosers"], 1);
      await stage.platform.calls["dialog.dismiss"]({ id: 200_000 + saves - 1 });
    };
    deepEqual(await save(stage, label, { name: "a" }, keep), []);
  }),
  inWindow("a folder is not replaced", async (stage, label) => {
    mkdirSync(join(stage.folder, "..", "other", "box.txt"), { recursive: true });
    const dismiss = async (): Promise<void> => {
      await stage.until("the message", () => windowTitled("box.txt") ?? undefined);
      await stage.platform.calls["dialog.dismiss"]({ id: 200_000 + saves - 1 });
    };
    deepEqual(await save(stage, label, { name: "box", folder: join(stage.folder, "../other") }, dismiss), []);
    equal(heldObjects()["message boxes"], 0);
  }),
];

const privateSchemes: readonly LinuxCase[] = (
  [
    ["gives a page what it is for", "asset", "shown"],
    // The engine's rules take no such letter.
    ["gives nothing when the engine does not take the rules", "ässet", "refused"],
  ] as const
).map(([what, other, expected]) => ({
  name: `a private scheme ${what}`,
  async run(stage) {
    const pages = ["framework://localhost/*"];
    const label = await openWindow(stage, {
      privateSchemes: [
        { scheme: "asset", pages },
        { scheme: other, pages },
      ],
    });
    stage.files.set("/part.js", "1;");
    const shown = await stage.ask(
      label,
      `new Promise((resolve) => {
        const script = document.createElement("script");
        script.onload = () => resolve("shown");
        script.onerror = () => resolve("refused");
        script.src = "asset://localhost/part.js";
        document.documentElement.append(script);
      })`,
    );
    stage.files.delete("/part.js");
    await stage.platform.calls["window.destroy"]({ window: label });
    equal(shown, expected);
  },
}));

export const linuxCases: readonly LinuxCase[] = [
  ...keys,
  ...privateSchemes,
  ...requestCases,
  ...lifeCases,
  ...saveCases,
  ...openCases,
];
