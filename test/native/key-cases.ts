import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { respond } from "../../src/native/page/requests.ts";
import {
  bridge,
  evaluate,
  inWindow,
  lastRequest,
  openedIn,
  openWindow,
  pageEvents,
  visit,
  type WebKitCase,
  type Site,
} from "./webkit-case.ts";

export const refusal = "Error: This page may not call the app";

/** The name by which this machine knows the same server: another origin. */
export const elsewhere = ({ address }: Site): string => address.replace("127.0.0.1", "localhost");

export const keyCases: readonly WebKitCase[] = [
  inWindow(
    "a key that is not a string, is too short, or is wrong is refused",
    async (stage, label) => {
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
        await rejects(stage.ask(label, stage.posted(value)), {
          message: refusal,
        });
      }
      deepEqual(pageEvents(stage, before), []);
      equal(await stage.send(label, "still here"), "answer to still here");
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
    const forged = stage.ask(label, stage.posted(`"${old}" + "text"`));
    await rejects(forged, { message: refusal });
  }),
  inWindow(
    "a navigation that comes to nothing leaves the document its key",
    async (stage, label, site) => {
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
    },
  ),
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
  inWindow("a script that is for some pages runs in no other", async (stage, label, site) => {
    const other = await openWindow(stage);
    await visit(stage, other, `location.href = "${site.address}/page"`);
    const pages = ["framework://localhost/*"];
    for (const window of [label, other])
      await evaluate(stage, window, "document.title = 'told'", pages);
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
    void respond(request.request, {
      status: 204,
      headers: {},
      body: { kind: "bytes", bytes: new Uint8Array() },
    });
    deepEqual(pageEvents(stage, before), ["page.request"]);
  }),
];
