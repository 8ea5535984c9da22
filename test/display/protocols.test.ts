// What the real engine gets from the two protocols: the app's own files, and files of the user's disk.

import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "bun:test";
import { missingPrograms } from "../../harness/display.ts";
import { onDisplay, shareApp } from "../support/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const digits = "0123456789";
const files = tempDir({ "open/a b#?%ü.txt": digits, "open/empty.txt": "", "closed/secret.txt": "secret" });
const page = "<!doctype html><title>other</title><p>other page</p>";

const shared = shareApp({
  windows: ["main", "second"],
  files: { "page/other.html": page, "page/lib/digits.txt": digits },
  config: {
    framework: {
      allowlist: {
        window: { create: true, close: true },
        protocol: { asset: true, assetScope: [`${files.path}/open/**`] },
      },
    },
  },
});

const megabyte = 1024 * 1024;
const large = { path: join(files.path, "open/large.bin"), size: 300 * megabyte };

if (missingPrograms().length === 0) {
  beforeAll(() => writeLargeFile());
  afterAll(() => files[Symbol.dispose]());
}

/** Each megabyte holds its own number, so that a part from a wrong place is seen. */
function writeLargeFile(): void {
  const file = openSync(large.path, "w");
  for (let number = 0; number < large.size / megabyte; number += 1) {
    writeSync(file, new Uint8Array(megabyte).fill(number % 251));
  }
  closeSync(file);
}

const asset = (path: string): string => `asset://localhost/${encodeURIComponent(path)}`;
const inScope = asset(join(files.path, "open/a b#?%ü.txt"));

/** What a script of the page gets from an address. */
async function fetched(url: string, init: object = {}): Promise<unknown> {
  const code = `
    const [url, init] = args;
    const response = await fetch(url, init);
    const { status, headers } = response;
    return { status, text: await response.text(), range: headers.get("content-range"), type: headers.get("content-type") };`;
  return await shared.app.page().run(code, url, init);
}

const range = (value: string) => ({ headers: { Range: value } });

// Files of the user's disk ------------------------------------------------------------------------------

onDisplay("200: a file in the scope is read whole, whatever signs its name holds", async () => {
  const type = "text/plain;charset=utf-8";
  expect(await fetched(inScope)).toEqual({ status: 200, text: digits, range: null, type });
  const empty = asset(join(files.path, "open/empty.txt"));
  expect(await fetched(empty)).toEqual({ status: 200, text: "", range: null, type });
});

for (const [wanted, text, contentRange] of [
  ["bytes=2-4", "234", "bytes 2-4/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-2", "89", "bytes 8-9/10"],
] as const) {
  onDisplay(`206: "${wanted}" of a file is a part of it`, async () => {
    expect(await fetched(inScope, range(wanted))).toMatchObject({ status: 206, text, range: contentRange });
  });
}

onDisplay("206: several parts come in one answer", async () => {
  const answer = await fetched(inScope, range("bytes=0-1,8-9"));
  expect(answer).toMatchObject({
    status: 206,
    type: expect.stringMatching(/^multipart\/byteranges; boundary=/),
  });
  expect((answer as { text: string }).text).toContain("content-range: bytes 8-9/10\r\n\r\n89\r\n");
});

onDisplay("403, 404, 416: what cannot be read says why by its status", async () => {
  const secret = asset(join(files.path, "closed/secret.txt"));
  expect(await fetched(secret)).toMatchObject({ status: 403, text: expect.not.stringContaining("secret\n") });
  expect(await fetched(asset(join(files.path, "open/missing.txt")))).toMatchObject({ status: 404 });
  expect(await fetched(inScope, range("bytes=10-"))).toMatchObject({
    status: 416,
    text: "",
    range: "bytes */10",
  });
});

onDisplay("a picture in the scope is shown, one outside of it is not", async () => {
  const code = `
    const shown = (url) => new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve([image.naturalWidth, image.naturalHeight]);
      image.onerror = () => resolve("refused");
      image.src = url;
    });
    return await Promise.all(args.map(shown));`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>`;
  using more = tempDir({ "outside.svg": svg });
  await Bun.write(join(files.path, "open/inside.svg"), svg);
  const urls = [join(files.path, "open/inside.svg"), join(more.path, "outside.svg")].map(asset);
  expect(await shared.app.page().run(code, ...urls)).toEqual([[4, 3], "refused"]);
});

// Large files -------------------------------------------------------------------------------------------

/** The memory that only this process has, in MB. Pages of mapped files do not count: they are the system's. */
function privateMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  return read("Anonymous") / 1024;
}

onDisplay("a file of 300 MB is streamed: the app does not hold it", async () => {
  const { app } = shared;
  const read = `
    const response = await fetch(args[0]);
    const reader = response.body.getReader();
    let [size, wrong] = [0, 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { size, wrong };
      for (let at = 0; at < value.length; at += 4096) {
        if (value[at] !== Math.floor((size + at) / ${megabyte}) % 251) wrong += 1;
      }
      size += value.length;
    }`;
  const before = privateMemory(app.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, privateMemory(app.pid));
  }, 5);
  try {
    expect(await app.page().run(read, asset(large.path))).toEqual({ size: large.size, wrong: 0 });
  } finally {
    clearInterval(watch);
  }
  expect(most - before).toBeLessThan(64);
  // On a busy machine 300 MB take a while.
});

onDisplay("a part near the end of a large file is there at once, and is that part", async () => {
  const code = `
    const response = await fetch(args[0], { headers: { Range: args[1] } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, length: bytes.length, values: [...new Set(bytes)] };`;
  const start = 299 * megabyte;
  const wanted = `bytes=${start}-${start + 999}`;
  expect(await shared.app.page().run(code, asset(large.path), wanted)).toEqual({
    status: 206,
    length: 1000,
    values: [299 % 251],
  });
});

onDisplay("a page that stops reading leaves no file open", async () => {
  const { app } = shared;
  const opened = () =>
    readdirSync(`/proc/${app.pid}/fd`).filter((fd) => linkOf(`/proc/${app.pid}/fd/${fd}`) === large.path);
  const code = `
    for (let n = 0; n < 5; n += 1) {
      const reader = (await fetch(args[0])).body.getReader();
      await reader.read();
      await reader.cancel();
    }`;
  await app.page().run(code, asset(large.path));
  await waitFor("all of them to be closed", () => opened().length === 0, { state: () => opened().join(" ") });
});

// The app's own files -----------------------------------------------------------------------------------

onDisplay("the app's own files: whole, a part, a part that is not there, and a real 404", async () => {
  expect(await fetched("/lib/digits.txt")).toMatchObject({ status: 200, text: digits });
  expect(await fetched("/lib/digits.txt", range("bytes=2-4"))).toMatchObject({
    status: 206,
    text: "234",
    range: "bytes 2-4/10",
  });
  expect(await fetched("/lib/digits.txt", range("bytes=10-"))).toMatchObject({ status: 416 });
  expect(await fetched("/lib/missing.txt")).toMatchObject({ status: 404 });
  expect(await fetched("/lib/digits.txt", { method: "PUT" })).toMatchObject({ status: 405 });
});

onDisplay("a missing script is an error of its element, not the app's first page", async () => {
  const code = `
    return await new Promise((resolve) => {
      const script = document.createElement("script");
      script.onload = () => resolve("loaded");
      script.onerror = () => resolve("failed");
      script.src = "/assets/missing.js";
      document.head.append(script);
    });`;
  expect(await shared.app.page().run(code)).toBe("failed");
});

onDisplay("a frame finds a page by its short name", async () => {
  const code = `
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    frame.src = args[0];
    document.body.append(frame);
    await loaded;
    const title = frame.contentDocument.title;
    frame.remove();
    return title;`;
  expect(await shared.app.page().run(code, "/other")).toBe("other");
});

onDisplay("a navigation to a path of the page's own router gets the app's first page", async () => {
  const { app } = shared;
  const before = app.pageCount("second");
  await app.page("second").run(`setTimeout(() => location.assign("/users/17?tab=1#top"))`);
  await app.pageOpened("second", before + 1);
  const code = `return [location.pathname + location.search + location.hash, document.title];`;
  const [path, title] = (await app.page("second").run(code)) as [string, string];
  expect(path).toBe("/users/17?tab=1#top");
  expect(title).toBe((await app.page().run("return document.title")) as string);
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed meanwhile
  }
}
