// A page that requests too much at once: its request is refused, cut or delayed, before it costs
// anything. The same attack with each limit lifted shows that the request would be done.

import { expect, spyOn, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineApp } from "../../src/app/index.ts";
import { limits } from "../../src/contract/limits.ts";
import { shown } from "../../src/native/shown-text.ts";
import {
  onDisplay,
  root,
  shareApp,
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { blackPng } from "../../harness/png.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

/** Runs with a limit that nothing meets. */
async function lifted<Result>(
  name: keyof typeof limits,
  isWeak: boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  const limit = limits[name] as { most: number };
  const before = limit.most;
  if (isWeak) limit.most = Infinity;
  try {
    return await run();
  } finally {
    limit.most = before;
  }
}

onDisplay("a page that opens forty windows at once holds up no other one", async () => {
  await using app = await startDisplayApp(shared.app.session, {
    windows: ["main", "other"],
    config: {
      framework: {
        // If pages may have files, a window exists before its page is loaded.
        allowlist: { all: true },
        windows: ["main", "other"].map((label) => ({ label, title: label })),
      },
    },
  });
  const labels = Array.from({ length: 40 }, (_, number) => `more${number}`);
  await app
    .page()
    .run(
      "for (const label of args) new __FRAMEWORK__.window.WebviewWindow(label, { width: 100, height: 100 })",
      ...labels,
    );
  for (const label of labels) await app.pageOpened(label);
  let longest = 0;
  // By then each has been drawn.
  for (const end = performance.now() + 5000; performance.now() < end;) {
    const asked = performance.now();
    await app.page("other").run("await __FRAMEWORK__.window.appWindow.isMaximized()");
    longest = Math.max(longest, performance.now() - asked);
  }
  // When each of them was waited for, it was twenty seconds.
  expect(longest).toBeLessThan(8000);
});

attack("a page listens 10,001 times", async (isWeak) => {
  return await lifted("listeners", isWeak, async () => {
    using app = await startInMemory();
    for (let id = 0; id < 10_000; id++)
      await app.page.invoke("event.listen", {
        id,
        event: `event-${id % 7}`,
        window: null,
        once: false,
      });
    await app.page.invoke("event.listen", {
      id: 10_000,
      event: "one-more",
      window: null,
      once: false,
    });
    return secret;
  });
});

test("a listener that goes makes room for another", async () => {
  using app = await startInMemory();
  const listen = (id: number) =>
    app.page.invoke("event.listen", { id, event: "event", window: null, once: false });
  for (let id = 0; id < limits.listeners.most; id++) await listen(id);
  await expect(listen(-1)).rejects.toMatchObject({ code: "bad-argument" });
  await app.page.invoke("event.unlisten", { id: 5 });
  await listen(-1);
});

attack("a page has 10,000 listeners for each event, and takes none", async (isWeak) => {
  return await lifted("eventBytes", isWeak, async () => {
    using app = await startInMemory();
    const listen = (id: number, event: string) => app.page.invoke("event.listen", { id, event });
    for (let id = 1; id < 10_000; id++) await listen(id, "many");
    await listen(0, "last");
    const next = async () => (await app.page.invoke("event.next", {})).map(({ event }) => event);
    for (let count = 0; count < 1000; count++) app.services.events.emit("many");
    const kept = await next();
    app.services.events.emit("last");
    while (kept.at(-1) !== "last") kept.push(...(await next()));
    // Each list of numbers has 80 KB.
    return kept.length === 1001 ? secret : kept.length;
  });
});

attack("a page makes 50,001 calls that are never answered", async (isWeak) => {
  return await lifted("unansweredCalls", isWeak, async () => {
    let held = 0;
    const never = Promise.withResolvers<null>();
    const hold = () => {
      held++;
      return never.promise;
    };
    using app = await startInMemory({ definition: defineApp({ commands: { hold } }) });
    using _ = spyOn(process.stderr, "write").mockReturnValue(true);
    const calls = Array.from({ length: 50_001 }, () => app.page.invoke("hold"));
    try {
      await waitFor("50,000 to begin", () => held >= 50_000);
      // The last one waits, or begins now.
      await Bun.sleep(50);
      return held === 50_001 ? secret : held;
    } finally {
      never.resolve(null);
      await Promise.all(calls);
    }
  });
});

for (const [what, icon] of [
  [
    "a drawing that blurs",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ["a drawing behind a byte order mark", Buffer.from('\uFEFF<?xml version="1.0"?><svg/>')],
  ["a picture with a mark of its own", Buffer.from("P6 1 1 255 abc")],
] as const) {
  test(`a page cannot set ${what} as an icon`, async () => {
    using app = await startInMemory({ allow: ["window.setIcon"] });
    await expect(
      app.page.invoke("window.setIcon", { label: null, icon: new Uint8Array(icon) }),
    ).rejects.toMatchObject({ code: "bad-argument" });
    expect(app.platform.recorded.filter(({ call }) => call === "window.apply")).toEqual([]);
  });
}

attack("a page sets an icon of nine megabytes", async (isWeak) => {
  return await lifted("pictureBytes", isWeak, async () => {
    using dir = tempDir();
    const file = join(dir.path, "large.png");
    writeFileSync(file, Buffer.concat([blackPng(2, 2), Buffer.alloc(9 * 1024 * 1024)]));
    using app = await startInMemory({ allow: ["window.setIcon"] });
    app.services.grants.allowFile(file);
    await app.page.invoke("window.setIcon", { label: null, icon: file });
    return secret;
  });
});

for (const [what, command, args] of [
  [
    "filters",
    "dialog.open",
    { options: { filters: Array(101).fill({ name: "x", extensions: ["x"] }) } },
  ],
  [
    "extensions",
    "dialog.save",
    { options: { filters: [{ name: "x", extensions: Array(501).fill("x") }] } },
  ],
  ["letters in a label", "window.create", { label: "a".repeat(201) }],
  ["letters in a name that is listened to", "event.listen", { id: 1, event: "a".repeat(1001) }],
  ["letters in a name that is emitted", "event.emit", { event: "a".repeat(1001) }],
  [
    "letters in the label of a listener",
    "event.listen",
    { id: 1, event: "a", window: "a".repeat(1001) },
  ],
  ["headers", "http.request", { method: "GET", url: "http://a.example", headers: headers(1001) }],
  [
    "letters in an address",
    "window.create",
    { label: "new", options: { url: `/${"a".repeat(2 ** 21)}` } },
  ],
] as const) {
  test(`too many ${what} are refused`, async () => {
    using app = await startInMemory({ allow: ["all"], answers: { file: () => [] } });
    await expect(app.page.invoke(command, args)).rejects.toMatchObject({ code: "bad-argument" });
  });
}

/** So many headers, each of its own name. */
function headers(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`x-${number}`, ""]));
}

test("of a list in which nothing fits the first item is named alone", async () => {
  using app = await startInMemory({ allow: ["all"] });
  const paths = Array(100_000).fill(1);
  await expect(app.page.invoke("path.join", { paths })).rejects.toMatchObject({
    message: 'Cannot run "path.join": "paths.0" is 1, it must be a string',
  });
});

test("text is cut before it is looked at, between two characters", () => {
  const long = "😀".repeat(10_000_000);
  expect(shown(long, { ...limits.label, most: 4 })).toBe("😀😀…");
  expect(shown(long, { ...limits.label, most: 3 })).toBe("😀\uFFFD…");
  expect(shown("a\0b\ud83d", limits.label)).toBe("a\uFFFDb\uFFFD");
});

// On the display
// ---------------------------------------------------------------------------------------

const files = tempDir();
const size = 24 * 1024 * 1024;
const file = join(files.path, "large.bin");
const content = Buffer.alloc(size);
for (let at = 0; at < size; at += 4) content.writeUInt32LE(at, at);
writeFileSync(file, content);

const options: DisplayAppOptions = {
  config: {
    framework: {
      allowlist: {
        dialog: { all: true },
        protocol: { asset: true, assetScope: [`${files.path}/**`] },
      },
    },
  },
};
const shared = shareApp(options);

/** Parts of a file, each with its first and last number, all asked for at once. */
const parts = (count: number, length: number) => `
  const address = "asset://localhost/" + encodeURIComponent(args[0]);
  return await Promise.all(Array.from({ length: ${count} }, async (_, index) => {
    const start = index * 4;
    const response = await fetch(address, { headers: { range: "bytes=" + start + "-" + (start + ${length} - 1) } });
    const bytes = new DataView(await response.arrayBuffer());
    return [response.status, response.headers.get("content-range"), bytes.byteLength, bytes.getUint32(0, true), bytes.getUint32(bytes.byteLength - 4, true)];
  }));`;

onDisplay(
  "a part of a file comes whole, many at once, and none of them is held in memory",
  async () => {
    const { app } = shared;
    const length = 20 * 1024 * 1024;
    const memory = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, "utf8"))?.[1]) / 1024;
    expect(await app.page().run(parts(1, length), file)).toEqual([
      [206, `bytes 0-${length - 1}/${size}`, length, 0, length - 4],
    ]);
    writeFileSync(`/proc/${app.pid}/clear_refs`, "5");
    const before = memory();
    const got = (await app.page().run(parts(30, length), file)) as unknown[][];
    expect(got).toEqual(
      got.map((_, at) => [
        206,
        `bytes ${at * 4}-${at * 4 + length - 1}/${size}`,
        length,
        at * 4,
        at * 4 + length - 4,
      ]),
    );
    // Together they are 600 MB.
    expect(memory() - before).toBeLessThan(200);
  },
);

onDisplay("a page that breaks off what it reads leaves no open file behind", async () => {
  const { app } = shared;
  const open = () => new Bun.Glob("*").scanSync({ cwd: `/proc/${app.pid}/fd`, onlyFiles: false });
  const count = (): number => [...open()].length;
  const before = count();
  const code = `
    const address = "asset://localhost/" + encodeURIComponent(args[0]);
    await Promise.all(Array.from({ length: 20 }, async () => {
      const abort = new AbortController();
      const response = await fetch(address, { headers: { range: "bytes=0-20000000" }, signal: abort.signal });
      await response.body.getReader().read();
      abort.abort();
    }));`;
  await app.page().run(code, file);
  await waitFor("the files to be closed", () => count() <= before + 2, {
    state: () => String(count()),
  });
});

onDisplay("bodies without a key are not copied, and the app answers the next call", async () => {
  const code = `
    const text = "x".repeat(50e6);
    const { framework } = webkit.messageHandlers;
    const refused = await Promise.all(Array.from({ length: 5 }, () => framework.postMessage(text).then(() => "taken", (error) => String(error))));
    return [refused, await __FRAMEWORK__.invoke("test.echo", "still there")];`;
  const [refused, echoed] = (await shared.app.page().run(code)) as [string[], string];
  expect(new Set(refused).size).toBe(1);
  expect(refused[0]).toContain("may not call the app");
  expect(echoed).toBe("still there");
});

/** The app with other limits than it is shipped with. */
async function startWith(
  changed: Partial<Record<keyof typeof limits, number>>,
): Promise<DisplayApp> {
  const preload = join(files.path, "other-limits.ts");
  const changes = Object.entries(changed).map(([name, most]) => `limits.${name}.most = ${most};`);
  const module = JSON.stringify(join(root, "src/contract/limits.ts"));
  writeFileSync(preload, `import { limits } from ${module};\n${changes.join("\n")}\n`);
  const runner = join(files.path, "bun");
  writeFileSync(runner, `#!/bin/sh\nexec ${process.execPath} --preload=${preload} "$@"\n`, {
    mode: 0o755,
  });
  const build = { devPath: "../page", distDir: "../page", withGlobalFramework: true, runner };
  return await startDisplayApp(shared.app.session, {
    ...options,
    config: { ...options.config, build },
  });
}

onDisplay("bodies for which there is no room wait, and are all answered", async () => {
  await using app = await startWith({ bodiesHeld: 4_000_000 });
  const code = `
    const bytes = new Uint8Array(3_000_000).fill(7);
    const all = await Promise.all(Array.from({ length: 20 }, () => __FRAMEWORK__.invoke("test.echo", bytes)));
    return all.every((one) => one.length === bytes.length && one[2_999_999] === 7);`;
  expect(await app.page().run(code)).toBe(true);
});

onDisplay("parts of files wait for one another, and of too many some are refused", async () => {
  await using app = await startWith({ streamsAtOnce: 1, openStreams: 3 });
  const length = 20 * 1024 * 1024;
  const statuses = async (count: number) =>
    ((await app.page().run(parts(count, length), file)) as unknown[][]).map(([status]) => status);
  expect(await statuses(3)).toEqual([206, 206, 206]);
  expect(new Set(await statuses(20))).toEqual(new Set([206, 503]));
  expect(await statuses(3)).toEqual([206, 206, 206]);
});

onDisplay("a dialog shows as much of a long text as anybody reads", async () => {
  const { app } = shared;
  void app.page().call("dialog.message", `${"line\n".repeat(100_000)}`);
  const dialog = await app.dialog();
  const { text } = await dialog.content();
  expect(text.split("\n").length).toBe(limits.dialogLines.most);
  expect(text.endsWith("…")).toBe(true);
  await dialog.press("OK");
});
