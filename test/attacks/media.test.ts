// Attacks on the server that plays large files: every program of the machine, and every page, can
// ask it.

import { expect, spyOn, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { Documents } from "../../src/app/calls/documents.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

const size = 64 * 1024 * 1024;
// Large enough for the server, with the secret where each attack begins to read.
const files = {
  "long.wav": Buffer.concat([Buffer.from(secret), Buffer.alloc(size - secret.length)]),
};

interface Playing extends Disposable {
  readonly app: MemoryApp;
  readonly path: string;
  /** The address by which the page of this window plays the file. */
  address(window?: string): Promise<string>;
}

/** An app with two windows, whose pages play a file that the user chose. */
async function play(): Promise<Playing> {
  const held = new DisposableStack();
  const dir = held.use(tempDir(files));
  const app = held.use(
    await startInMemory({
      allow: ["protocol.asset"],
      config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
    }),
  );
  const path = join(dir.path, "long.wav");
  return {
    app,
    path,
    async address(window = "main") {
      const url = `asset://localhost/media?${encodeURIComponent(path)}`;
      const headers = { origin: "framework://localhost" };
      const { body } = await app.platform.request(window, url, { headers });
      const text = body.kind === "bytes" ? Buffer.from(body.bytes).toString() : "";
      return text.startsWith("http://127.0.0.1:") ? text : `not played: ${text}`;
    },
    [Symbol.dispose]() {
      for (const window of ["main", "other"])
        app.platform.navigate(window, "framework://localhost/");
      held.dispose();
    },
  };
}

/** The beginning of the file, when it comes. */
async function read(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, {
    headers: { range: `bytes=0-${secret.length - 1}`, ...headers },
  });
  return await response.text();
}

attack("another program guesses the address of a file", async (isWeak) => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const address = await playing.address();
  const last = address.endsWith("0") ? "1" : "0";
  return await read(isWeak ? address : address.slice(0, -1) + last);
});

attack(
  "a page of another site reads a file by a name that leads to this machine",
  async (isWeak) => {
    using playing = await play();
    playing.app.services.grants.allowFile(playing.path);
    const address = await playing.address();
    // The browser sends the name that the page used.
    return await read(address, isWeak ? {} : { host: `evil.example:${new URL(address).port}` });
  },
);

attack("a page of another site that got to know the address reads the file", async (isWeak) => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const origin = isWeak ? "framework://localhost" : "https://evil.example";
  return await read(await playing.address(), { origin });
});

attack("the next document in the window, or any other program, plays on", async (isWeak) => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const address = await playing.address();
  // Another document keeps the server there.
  await playing.address("other");
  using end = spyOn(Documents.prototype, "closed");
  if (isWeak) end.mockImplementation(() => {});
  playing.app.platform.navigate("main", "framework://localhost/");
  await waitFor("the end of the document", () => end.mock.calls.length > 0);
  return await read(address);
});

attack("a file is played although it was taken back", async (isWeak) => {
  using playing = await play();
  const { id } = playing.app.services.grants.allowFile(playing.path);
  const address = await playing.address();
  if (!isWeak) playing.app.services.grants.revoke(id);
  return await read(address);
});

attack("one window plays what was chosen for another", async (isWeak) => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path, isWeak ? {} : { window: "other" });
  const address = await playing.address("main");
  return address.startsWith("http:") ? await read(address) : address;
});

test("an address is one file: nothing leads from it to another, and nothing but reading is done with it", async () => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const address = await playing.address();
  const { port, pathname } = new URL(address);
  for (const target of [
    "/",
    `${pathname}/`,
    `${pathname}/../../etc/passwd`,
    `${pathname}/..%2f..%2fetc%2fpasswd`,
    `${pathname}?`,
    `${pathname}%00`,
    `/.${pathname}`,
    `/${pathname}`,
    `/${encodeURIComponent(playing.path)}`,
    "/etc/passwd",
    "/__proto__",
    "/constructor",
    address,
  ]) {
    const answer = await ask(Number(port), target);
    expect([target, answer.slice(0, 12), answer.includes(secret)]).toEqual([
      target,
      "HTTP/1.1 404",
      false,
    ]);
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await ask(Number(port), pathname, method);
    expect([method, answer.slice(0, 12), answer.includes(secret)]).toEqual([
      method,
      "HTTP/1.1 405",
      false,
    ]);
  }
});

/** Sends a request as it is written, and gives the whole answer. */
function ask(port: number, target: string, method = "GET"): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  socket.on("error", reject).on("close", () => resolve(text));
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`,
  );
  return promise;
}

test("no list of ranges makes the server hold more than it may, or fall", async () => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const address = await playing.address();
  for (const [ranges, status, length] of [
    ["0-99999999999999999999999999", 206, size],
    ["-99999999999999999999999999", 206, size],
    ["99999999999999999999999999-", 416, 0],
    [Array.from({ length: 4000 }, () => "0-").join(), 200, size],
    // Together more than is put together in memory.
    [Array.from({ length: 16 }, () => "0-").join(), 200, size],
    ["0-0,".repeat(2000), 200, size],
    ["1-0", 200, size],
    ["0x10-", 200, size],
    ["-", 200, size],
  ] as const) {
    const response = await fetch(address, { headers: { range: `bytes=${ranges}` } });
    const got = [response.status, Number(response.headers.get("content-length"))];
    await response.body?.cancel();
    expect([ranges.slice(0, 40), ...got]).toEqual([ranges.slice(0, 40), status, length]);
  }
  expect(await read(address)).toBe(secret);
});

test("a slow reader is cut off when its document ends, though another document goes on", async () => {
  using playing = await play();
  playing.app.services.grants.allowFile(playing.path);
  const address = new URL(await playing.address());
  const other = await playing.address("other");
  const reader = await readBeginning(address);
  playing.app.platform.navigate("main", "framework://localhost/");
  await new Promise((resolve) => reader.once("close", resolve).resume());
  // The rest is not sent any more.
  expect(reader.bytesRead).toBeLessThan(size);
  expect(await read(other)).toBe(secret);
});

/** Reads as much as comes at once, and then no more. */
async function readBeginning({ port, host, pathname }: URL): Promise<Socket> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  return socket;
}
