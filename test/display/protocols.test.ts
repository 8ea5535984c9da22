// The real engine's results of the two protocols: the app's own files, and files of the user's
// disk.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "bun:test";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { missingPrograms } from "../../harness/display.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { megabyte, protocolFiles, protocolStories, writeLargeFile } from "./protocol-stories.ts";

const files = tempDir({ "open/a.txt": "" });
const large = { name: "large.bin", megabytes: 300 } as const;
const largeFile = join(files.path, "open", large.name);

const shared = shareApp({
  windows: ["main", "second"],
  files: protocolFiles,
  config: {
    framework: { allowlist: { protocol: { asset: true, assetScope: [`${files.path}/open/**`] } } },
  },
});

if (missingPrograms().length === 0) {
  beforeAll(() => writeLargeFile(largeFile, large.megabytes));
  afterAll(() => files[Symbol.dispose]());
}

const { asset } = pageOrigins(null);
const largeAddress = `${asset}/${encodeURIComponent(largeFile)}`;

protocolStories(shared, onDisplay, {
  origins: pageOrigins(null),
  folder: files.path,
  named: (path) => path,
  large,
});

/**
 * The memory that only this process has, in MB. Pages of mapped files do not count: they are the
 * system's.
 */
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
    expect(await app.page().run(read, largeAddress)).toEqual({
      size: large.megabytes * megabyte,
      wrong: 0,
    });
  } finally {
    clearInterval(watch);
  }
  expect(most - before).toBeLessThan(64);
  // On a busy machine 300 MB take a while.
});

onDisplay("a page that stops reading leaves no file open", async () => {
  const { app } = shared;
  const opened = () =>
    readdirSync(`/proc/${app.pid}/fd`).filter(
      (fd) => linkOf(`/proc/${app.pid}/fd/${fd}`) === largeFile,
    );
  const code = `
    for (let n = 0; n < 5; n += 1) {
      const reader = (await fetch(args[0])).body.getReader();
      await reader.read();
      await reader.cancel();
    }`;
  await app.page().run(code, largeAddress);
  await waitFor("all of them to be closed", () => opened().length === 0, {
    state: () => opened().join(" "),
  });
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed meanwhile
  }
}
