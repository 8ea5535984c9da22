import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { ConformanceCase } from "./stage.ts";
import { closed, destroy, inWindow, openWindow, opened, plainWindow } from "./plain-window.ts";

export const pageCases: readonly ConformanceCase[] = [
  inWindow("a window's first document is reported with its origin", async (stage, label) => {
    const [sender] = opened(stage, label);
    const { protocol, host } = new URL(stage.page);
    deepEqual(
      { ...sender, document: 0 },
      { window: label, document: 0, origin: `${protocol}//${host}` },
    );
  }),
  inWindow("a message arrives with its sender, and its answer gets back", async (stage, label) => {
    equal(await stage.send(label, "hello"), "answer to hello");
    const arrived = stage.emitted.findLast((item) => item.event === "page.message");
    deepEqual(arrived?.event === "page.message" && { ...arrived.payload, request: 0 }, {
      request: 0,
      sender: opened(stage, label)[0],
      text: "hello",
    });
  }),
  inWindow("messages carry any text, and a lot of it", async (stage, label) => {
    stage.answerMessages((text) => JSON.stringify(text));
    for (const text of [
      "",
      "\uFEFFmark",
      "“quotes” \\ \n \u2028",
      "日本語 👍",
      "x".repeat(3_000_000),
    ]) {
      ok(
        JSON.parse(await stage.send(label, text)) === text,
        `the text came back changed: ${JSON.stringify(text.slice(0, 20))}`,
      );
    }
  }),
  inWindow(
    "a hundred messages at once are answered each with its own answer",
    async (stage, label) => {
      const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
      deepEqual(
        await Promise.all(texts.map((text) => stage.send(label, text))),
        texts.map((text) => `answer to ${text}`),
      );
    },
  ),
  inWindow("a reload closes one document and opens another", async (stage, label) => {
    const [first] = opened(stage, label);
    stage.reload(label);
    const second = await stage.until("the second document", () => opened(stage, label)[1]);
    deepEqual(closed(stage, label), [first?.document]);
    ok(second.document > (first?.document ?? Infinity), "documents are counted upwards");
    equal(await stage.send(label, "again"), "answer to again");
  }),
  inWindow(
    "a document is reported from when it takes its place to when it is complete",
    async (stage, label) => {
      const loads = () =>
        stage.emitted.flatMap((item) =>
          item.event === "page.loadChanged" && item.payload.window === label ? [item.payload] : [],
        );
      const both = (["started", "finished"] as const).map((loading) => ({
        window: label,
        url: new URL(stage.page).href,
        stage: loading,
      }));
      await stage.until("the first document", () => loads().length >= 2 || undefined);
      stage.reload(label);
      await stage.until("the second document", () => loads().length >= 4 || undefined);
      deepEqual(loads(), [...both, ...both]);
    },
  ),
  inWindow("an answer to a page that has gone is dropped", async (stage, label) => {
    stage.answerMessages(null);
    const before = stage.emitted.length;
    stage.send(label, "wait for me").catch(() => {});
    const request = await stage.until("the message", () => {
      const item = stage.emitted.slice(before).find(({ event }) => event === "page.message");
      return item?.event === "page.message" ? item.payload.request : undefined;
    });
    stage.reload(label);
    await stage.until("the second document", () => opened(stage, label)[1]);
    await stage.platform.calls["page.reply"]({ request, text: "too late" });
    await stage.platform.calls["page.reply"]({ request: 987_654_321, text: "to nobody" });
  }),
  inWindow(
    "a request is not a call, and is answered with status, type and body",
    async (stage, label) => {
      const url = new URL("/there?a=%20b", stage.page).href;
      const before = stage.emitted.length;
      const answer = stage.request(label, url);
      const request = await stage.until("the request", () => {
        const item = stage.emitted.slice(before).find(({ event }) => event === "page.request");
        return item?.event === "page.request" ? item.payload : undefined;
      });
      deepEqual(
        [request.window, request.method, request.url, request.call],
        [label, "GET", url, null],
      );
      await stage.platform.calls["page.respond"]({
        request: request.request,
        response: {
          status: 404,
          headers: { "content-type": "text/plain;charset=utf-8" },
          body: { kind: "bytes", bytes: Buffer.from("nothing thére") },
        },
      });
      const { status, type, text } = await answer;
      deepEqual({ status, text }, { status: 404, text: "nothing thére" });
      match(type, /^text\/plain/);
    },
  ),
  inWindow("a call by request brings its body and its sender", async (stage, label) => {
    const body = new Uint8Array(300_000).map((_, index) => index % 251);
    const before = stage.emitted.length;
    const answer = stage.request(label, new URL("/__ipc/call", stage.page).href, body);
    const request = await stage.until("the request", () => {
      const item = stage.emitted.slice(before).find(({ event }) => event === "page.request");
      return item?.event === "page.request" ? item.payload : undefined;
    });
    deepEqual(request.call?.sender, opened(stage, label)[0]);
    ok(Buffer.from(request.call?.body ?? []).equals(body), "the body came changed");
    const response = {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: { kind: "bytes", bytes: Buffer.from("done") },
    } as const;
    await stage.platform.calls["page.respond"]({ request: request.request, response });
    equal((await answer).text, "done");
  }),
  {
    name: "a script for frames is placed into frames of its addresses, and into nothing else",
    async run(stage) {
      const frames = stage.otherOrigin;
      const script = { source: 'parent.postMessage("placed", "*");', pages: [`${frames}/*`] };
      const spec = { ...plainWindow(stage.page), frameScripts: [script] };
      await stage.platform.calls["window.create"](spec);
      await stage.until("the page", () => opened(stage, spec.label)[0]);
      deepEqual(await stage.showFrame(spec.label, `${frames}/frame`), ["placed"]);
      deepEqual(await stage.showFrame(spec.label, new URL("/frame", stage.page).href), []);
      await destroy(stage, spec.label);
      const other = await openWindow(stage);
      deepEqual(await stage.showFrame(other, `${frames}/frame`), []);
      await destroy(stage, other);
    },
  },
];
