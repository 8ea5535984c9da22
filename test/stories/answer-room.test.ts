// Files that a page reads, more of them at once than there is room for. On Linux alone: they are on
// the disk of this machine.

import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/contract/limits.ts";
import { callPath, replyPath, ticketHeader } from "../../src/contract/page/message.ts";
import { replyPacket } from "../../src/app/calls/packets.ts";
import type { PageResponse } from "../../src/contract/ui/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";

const length = 2_000_000;
const room = limits.answersInFlight as { most: number };
const most = room.most;
const smallRoom = limits.smallAnswersInFlight as { most: number };
const maxSmall = smallRoom.most;
const photo = "p".repeat(100_000);
const folder = tempDir({
  photo,
  a: "a".repeat(length),
  b: "b".repeat(length),
  c: "c".repeat(length),
});
const at = (name: string): string => join(folder.path, name);

beforeEach(() => void (room.most = 3_000_000));
afterEach(() => void (room.most = most));
afterAll(() => folder[Symbol.dispose]());

function start(): Promise<MemoryApp> {
  const scope = [`${folder.path}/*`];
  return startInMemory({ config: { framework: { allowlist: { fs: { readFile: true, scope } } } } });
}

const appOrigin = "framework://localhost";

function read({ platform }: MemoryApp, name: string): Promise<PageResponse> {
  const json = JSON.stringify({ command: "fs.readBinaryFile", args: { path: at(name) } });
  const body = replyPacket({ json, attachments: [] });
  return platform.request("main", appOrigin + callPath, { method: "POST", body });
}

/** The page says that it has a file. */
async function arrived({ platform }: MemoryApp, { headers }: PageResponse): Promise<number> {
  const address = `${appOrigin}${replyPath}${headers[ticketHeader]}`;
  return (await platform.request("main", address, { body: new Uint8Array() })).status;
}

function textOf({ body }: PageResponse): string {
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString() : "";
}

/** Whether it has come to an end by the time that another file has been read. */
async function isOver(app: MemoryApp, answer: Promise<PageResponse>): Promise<boolean> {
  let isSettled = false;
  void answer.then(() => (isSettled = true));
  await app.page.invoke("fs.readTextFile", { path: at("none") }).catch(() => {});
  await Bun.sleep(20);
  return isSettled;
}

test("a file is read when the page has those before it", async () => {
  using app = await start();
  const first = await read(app, "a");
  const second = read(app, "b");
  expect(await isOver(app, second)).toBe(false);
  expect(await arrived(app, first)).toBe(204);
  expect(textOf(await second)).toEndWith("bbb");
  expect(await arrived(app, first)).toBe(404);
});

test("a file that is gone when there is room makes room for the next one", async () => {
  using app = await start();
  const first = await read(app, "a");
  const [second, third] = [read(app, "c"), read(app, "b")];
  expect(await isOver(app, third)).toBe(false);
  rmSync(at("c"));
  await arrived(app, first);
  expect(textOf(await second)).toContain('"code":"not-found"');
  expect(textOf(await third)).toEndWith("bbb");
});

test("a document that goes takes nothing along, neither what it has nor what it waits for", async () => {
  using app = await start();
  await read(app, "a");
  const waiting = read(app, "b");
  expect(await isOver(app, waiting)).toBe(false);
  app.platform.navigate("main");
  expect(textOf(await waiting)).not.toContain("bbb");
  expect(textOf(await read(app, "b"))).toEndWith("bbb");
});

test("small files that a page reads by the thousand wait for room, too", async () => {
  smallRoom.most = 2 * photo.length;
  using _ = { [Symbol.dispose]: () => void (smallRoom.most = maxSmall) };
  using app = await start();
  const [first] = [await read(app, "photo"), await read(app, "photo")];
  const third = read(app, "photo");
  expect(await isOver(app, third)).toBe(false);
  await arrived(app, first);
  expect(textOf(await third)).toEndWith("ppp");
});

test("a file that is larger than all the room is read alone", async () => {
  room.most = 1_000_000;
  using app = await start();
  const first = await read(app, "a");
  const second = read(app, "b");
  expect(await isOver(app, second)).toBe(false);
  await arrived(app, first);
  expect(textOf(await second)).toEndWith("bbb");
});

test("the bridge says what it has, so a page gets as many files as it asks for", async () => {
  using app = await start();
  const ask = () => app.page.invokeForBytes("fs.readBinaryFile", { path: at("a") });
  const all = (await Promise.all(Array.from({ length: 10 }, ask))) as Uint8Array[];
  expect(all.map((bytes) => bytes.length)).toEqual(Array.from({ length: 10 }, () => length));
  const text = () => app.page.invoke("fs.readTextFile", { path: at("a") });
  expect(new Set(await Promise.all(Array.from({ length: 10 }, text))).size).toBe(1);
});
