import { expect } from "bun:test";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { PageOrigins } from "../../src/contract/page/origins.ts";
import type { PagesApp } from "../support/app/pages-app.ts";

export const digits = "0123456789";
export const megabyte = 1024 * 1024;

/** Files of a project for stories about its protocols. */
export const protocolFiles = {
  "page/other.html": "<!doctype html><title>other</title><p>other page</p>",
  "page/lib/digits.txt": digits,
} as const;

/** Each megabyte holds its own number, so that a part from a wrong place is seen. */
export function writeLargeFile(path: string, megabytes: number): void {
  const file = openSync(path, "w");
  for (let number = 0; number < megabytes; number += 1) {
    writeSync(file, new Uint8Array(megabyte).fill(number % 251));
  }
  closeSync(file);
}

/** The places of the user's files on a system. Those below `open` are in the scope of assets. */
export interface ProtocolSystem {
  readonly origins: PageOrigins;
  /** The folder on this machine, which the stories write to. */
  readonly folder: string;
  /** The app system's name of a file of this machine. */
  named(path: string): string;
  /** One below `open`, of which each megabyte holds its own number; how many of them. */
  readonly large: { readonly name: string; readonly megabytes: number };
}

/**
 * The engine's results of the two protocols: the app's own files, and files of the user's disk.
 * With windows "main", "second".
 */
export function protocolStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
  system: ProtocolSystem,
): void {
  const asset = (...path: readonly string[]): string =>
    `${system.origins.asset}/${encodeURIComponent(system.named(join(system.folder, ...path)))}`;
  const put = (name: string, content: string): Promise<number> =>
    Bun.write(join(system.folder, name), content);
  const inScope = "open/a b#%ü.txt";

  /** The result of a page's script for an address. */
  async function fetched(url: string, init: object = {}): Promise<unknown> {
    const code = `
    const [url, init] = args;
    const response = await fetch(url, init);
    const { status, headers } = response;
    return { status, text: await response.text(), range: headers.get("content-range"), type: headers.get("content-type") };`;
    return await shared.app.page().run(code, url, init);
  }

  const range = (value: string) => ({ headers: { Range: value } });

  // Files of the user's disk
  // ------------------------------------------------------------------------------

  story("200: a file in the scope is read whole, whatever signs its name holds", async () => {
    const type = "text/plain;charset=utf-8";
    await put(inScope, digits);
    await put("open/empty.txt", "");
    expect(await fetched(asset(inScope))).toEqual({ status: 200, text: digits, range: null, type });
    const empty = asset("open/empty.txt");
    expect(await fetched(empty)).toEqual({ status: 200, text: "", range: null, type });
  });

  for (const [wanted, text, contentRange] of [
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
  ] as const) {
    story(`206: "${wanted}" of a file is a part of it`, async () => {
      expect(await fetched(asset(inScope), range(wanted))).toMatchObject({
        status: 206,
        text,
        range: contentRange,
      });
    });
  }

  story("206: several parts come in one answer", async () => {
    const answer = await fetched(asset(inScope), range("bytes=0-1,8-9"));
    expect(answer).toMatchObject({
      status: 206,
      type: expect.stringMatching(/^multipart\/byteranges; boundary=/),
    });
    expect((answer as { text: string }).text).toContain(
      "content-range: bytes 8-9/10\r\n\r\n89\r\n",
    );
  });

  story("403, 404, 416: what cannot be read says why by its status", async () => {
    await put("closed/secret.txt", "secret");
    expect(await fetched(asset("closed/secret.txt"))).toMatchObject({
      status: 403,
      text: expect.not.stringContaining("secret\n"),
    });
    expect(await fetched(asset("open/missing.txt"))).toMatchObject({ status: 404 });
    expect(await fetched(asset(inScope), range("bytes=10-"))).toMatchObject({
      status: 416,
      text: "",
      range: "bytes */10",
    });
  });

  story("a picture in the scope is shown, one outside of it is not", async () => {
    const code = `
    const shown = (url) => new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve([image.naturalWidth, image.naturalHeight]);
      image.onerror = () => resolve("refused");
      image.src = url;
    });
    return await Promise.all(args.map(shown));`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>`;
    for (const name of ["open/inside.svg", "closed/outside.svg"]) await put(name, svg);
    const urls = ["open/inside.svg", "closed/outside.svg"].map((name) => asset(name));
    expect(await shared.app.page().run(code, ...urls)).toEqual([[4, 3], "refused"]);
  });

  story("a part near the end of a large file is there at once, and is that part", async () => {
    const code = `
    const response = await fetch(args[0], { headers: { Range: args[1] } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, length: bytes.length, values: [...new Set(bytes)] };`;
    const { name, megabytes } = system.large;
    const start = (megabytes - 1) * megabyte;
    const wanted = `bytes=${start}-${start + 999}`;
    expect(await shared.app.page().run(code, asset("open", name), wanted)).toEqual({
      status: 206,
      length: 1000,
      values: [(megabytes - 1) % 251],
    });
  });

  // The app's own files
  // -----------------------------------------------------------------------------------

  story(
    "the app's own files: whole, a part, a part that is not there, and a real 404",
    async () => {
      expect(await fetched("/lib/digits.txt")).toMatchObject({ status: 200, text: digits });
      expect(await fetched("/lib/digits.txt", range("bytes=2-4"))).toMatchObject({
        status: 206,
        text: "234",
        range: "bytes 2-4/10",
      });
      expect(await fetched("/lib/digits.txt", range("bytes=10-"))).toMatchObject({ status: 416 });
      expect(await fetched("/lib/missing.txt")).toMatchObject({ status: 404 });
      expect(await fetched("/lib/digits.txt", { method: "PUT" })).toMatchObject({ status: 405 });
    },
  );

  story("a missing script is an error of its element, not the app's first page", async () => {
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

  story("a frame finds a page by its short name", async () => {
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

  story("a navigation to a path of the page's own router gets the app's first page", async () => {
    const { app } = shared;
    const before = app.pageCount("second");
    await app.page("second").run(`setTimeout(() => location.assign("/users/17?tab=1#top"))`);
    await app.pageOpened("second", before + 1);
    const code = `return [location.pathname + location.search + location.hash, document.title];`;
    const [path, title] = (await app.page("second").run(code)) as [string, string];
    expect(path).toBe("/users/17?tab=1#top");
    expect(title).toBe((await app.page().run("return document.title")) as string);
  });
}
