import { deepEqual, equal } from "node:assert/strict";
import { openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { keyHeader } from "../../src/contract/page/message.ts";
import { heldObjects } from "../../src/native/ffi/held.ts";
import { respond } from "../../src/native/page/requests.ts";
import {
  evaluate,
  inWindow,
  lastRequest,
  openedIn,
  openWindow,
  requestSince,
  type WebKitCase,
} from "./webkit-case.ts";

const packed = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 241));
const openPack = openReplaced(packed);

/** Opens a file as the app does its pack, which an update puts another one in the place of. */
function openReplaced(bytes: Buffer): number {
  using folder = tempDir();
  const path = join(folder.path, "pack");
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  rmSync(path);
  writeFileSync(path, "another version");
  return descriptor;
}

export const requestCases: readonly WebKitCase[] = [
  inWindow("the app sees the headers it needs, and not the key", async (stage, label) => {
    const options = `{ headers: { range: "bytes=1-2", "if-none-match": "tag", ${JSON.stringify(keyHeader)}: key } }`;
    const answer = stage.ask(label, `fetch("/__ipc/reply/7", ${options}).then((r) => r.text())`);
    const request = await stage.until("the request", () => lastRequest(stage, "/__ipc/reply/7"));
    const { accept, ...headers } = request.headers;
    deepEqual(headers, { "if-none-match": "tag", range: "bytes=1-2", referer: stage.page });
    equal(accept, "*/*");
    deepEqual(request.call, { sender: openedIn(stage, label)[0], body: new Uint8Array() });
    void respond(request.request, {
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
    const kind = "file" as const;
    const parts = [
      { kind, path, offset: 0, length: 3_000_000 },
      { kind, path, offset: 10, length: 20 },
      { kind, path, offset: 100_000, length: 2_900_000 },
      { kind, path, offset: 100_000, length: 2_000_000 },
      { kind, path, offset: 3_000_000, length: 0 },
      { kind: "pack" as const, descriptor: openPack, offset: 4096, length: 65_536 },
    ];
    const script =
      'fetch("/part").then(async (r) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", await r.arrayBuffer()))].join())';
    for (const part of parts) {
      const before = stage.emitted.length;
      const answer = stage.ask(label, script);
      const request = await stage.until("the request", () => requestSince(stage, before));
      void respond(request.request, {
        status: 200,
        headers: { "content-type": "a/b" },
        body: part,
      });
      const whole = part.kind === "pack" ? packed : readFileSync(part.path);
      const wanted = whole.subarray(part.offset, part.offset + part.length);
      equal(await answer, [...new Bun.CryptoHasher("sha256").update(wanted).digest()].join());
    }
  }),
  inWindow("a file that is missing or too short is answered with 500", async (stage, label) => {
    const kind = "file" as const;
    const parts = [
      { kind, path: join(stage.folder, "none"), offset: 0, length: 1 },
      { kind, path: join(stage.folder, "a.txt"), offset: 0, length: 1_000_000 },
      { kind, path: stage.folder, offset: 0, length: 1 },
      { kind: "pack" as const, descriptor: openPack, offset: 0, length: 1e12 },
    ];
    for (const part of parts) {
      const before = stage.emitted.length;
      const answer = stage.request(label, new URL("/bad", stage.page).href);
      const request = await stage.until("the request", () => requestSince(stage, before));
      void respond(request.request, {
        status: 200,
        headers: { "content-type": "a/b" },
        body: part,
      });
      equal((await answer).status, 500);
    }
  }),
  inWindow("requests of a window that goes are let go", async (stage) => {
    const other = await openWindow(stage);
    await evaluate(stage, other, "fetch('/slow1'); fetch('/slow2')");
    await stage.until(
      "both requests",
      () => lastRequest(stage, "/slow1") && lastRequest(stage, "/slow2"),
    );
    equal(heldObjects()["requests"], 2);
    await stage.platform.calls["window.destroy"]({ window: other });
    equal(heldObjects()["requests"], 0);
  }),
  inWindow(
    "a hundred megabytes come up by message and by request, and the loop goes on",
    async (stage, label) => {
      stage.answerMessages((text) => String(text.length));
      equal(await stage.ask(label, stage.posted("key + 'x'.repeat(100 << 20)")), String(100 << 20));
      const options = `{ method: "POST", headers: { ${JSON.stringify(keyHeader)}: key }, body: new Uint8Array(100 << 20) }`;
      const before = stage.emitted.length;
      const answer = stage.ask(label, `fetch("/__ipc/call", ${options}).then((r) => r.text())`);
      const request = await stage.until("the request", () => requestSince(stage, before));
      equal(request.call?.body.length, 100 << 20);
      void respond(request.request, {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: { kind: "bytes", bytes: Buffer.from("ok") },
      });
      equal(await answer, "ok");
    },
  ),
];
