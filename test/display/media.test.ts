// Sound from the user's disk, played by the real engine: small files from memory, large ones from
// the app's own server. The GStreamer plug-ins of the machine decide if the engine plays at all.

import { afterAll, expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const hasPlayer = hasPlugins("libgstwavparse.so", "libgstplayback.so", "libgstaudioconvert.so");
if (!hasPlayer) console.warn("skipped: GStreamer's base and good plug-ins missing");
const onPlayer = onDisplay.skipIf(!hasPlayer);

function hasPlugins(...names: readonly string[]): boolean {
  const folders = readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "gstreamer-1.0"));
  const found = new Set([...folders, "/usr/lib/gstreamer-1.0"].flatMap(listed));
  return names.every((name) => found.has(name));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const rate = 8000;
const files = tempDir({
  "open/short #1.wav": wav(1),
  "open/long.wav": wav(1200),
  "closed/secret.wav": wav(1),
});
afterAll(() => files[Symbol.dispose]());

const shared = shareApp({
  config: {
    framework: {
      allowlist: { protocol: { asset: true, assetScope: [`${files.path}/open/**`] } },
      // The sources that Tauri's documentation names for files of the user, and those that the
      // test's own page needs.
      security: {
        csp: "default-src 'self'; script-src 'self' 'unsafe-eval'; media-src 'self' asset: https://asset.localhost",
      },
    },
  },
  files: { "page/own.wav": wav(2) },
});

const withoutUserFiles = shareApp({
  config: {
    framework: { security: { csp: "default-src 'self'; script-src 'self' 'unsafe-eval'" } },
  },
  files: { "page/own.wav": wav(2) },
});

/** Silence as RIFF WAVE: format 1 (PCM), one channel, 16 bits a sample. */
function wav(seconds: number): Uint8Array {
  const samples = seconds * rate * 2;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(samples, 40);
  return new Uint8Array(bytes);
}

/**
 * Makes an element, and reports its result: `code` sets `media`, with the file's address in `url`.
 */
async function played(name: string, code: string, { app } = shared): Promise<unknown> {
  const run = `
    const [path] = args;
    const url = __FRAMEWORK__.convertFileSrc(path);
    const place = document.createElement("div");
    document.body.append(place);
    let media;
    ${code}
    try {
      await new Promise((resolve, reject) => {
        media.addEventListener("loadedmetadata", resolve);
        media.addEventListener("error", () => reject(new Error("refused: " + media.src)));
      });
      return { seconds: Math.round(media.duration), from: new URL(media.src).protocol };
    } catch (error) {
      return error.message;
    } finally {
      place.remove();
    }`;
  return await app.page().run(run, join(files.path, name));
}

const short = "open/short #1.wav";

for (const [way, code] of [
  ["new Audio(…)", `media = new Audio(url);`],
  ["the property", `media = document.createElement("audio"); media.src = url;`],
  ["the attribute", `media = document.createElement("video"); media.setAttribute("src", url);`],
  [
    "the parser",
    `place.innerHTML = '<audio preload="auto" src="' + url + '"></audio>'; media = place.firstChild;`,
  ],
  [
    "a source element",
    `place.innerHTML = '<audio preload="auto"><source src="' + url + '"></audio>'; media = place.firstChild;`,
  ],
] as const) {
  onPlayer(`a short sound given by ${way} is played from memory`, async () => {
    expect(await played(short, code)).toEqual({ seconds: 1, from: "blob:" });
  });
}

onPlayer("a sound of the app's own is played from memory", async () => {
  expect(await played(short, `media = new Audio("/own.wav");`)).toEqual({
    seconds: 2,
    from: "blob:",
  });
});

onPlayer(
  "a sound of the app's own is played where pages may load no files of the user",
  async () => {
    const own = `place.innerHTML = '<audio preload="auto" src="/own.wav"></audio>'; media = place.firstChild;`;
    expect(await played(short, own, withoutUserFiles)).toEqual({ seconds: 2, from: "blob:" });
    expect(await played(short, `media = new Audio(url);`, withoutUserFiles)).toBe(
      `refused: asset://localhost/${encodeURIComponent(join(files.path, short))}`,
    );
  },
);

onPlayer("a long sound is played from the app's server", async () => {
  expect(await played("open/long.wav", `media = new Audio(url);`)).toEqual({
    seconds: 1200,
    from: "http:",
  });
});

onPlayer("a long sound can be sought in", async () => {
  const code = `
    const media = new Audio(__FRAMEWORK__.convertFileSrc(args[0]));
    await new Promise((resolve) => media.addEventListener("loadedmetadata", resolve));
    media.currentTime = 1000;
    await new Promise((resolve) => media.addEventListener("seeked", resolve));
    return [media.currentTime, media.seekable.length];`;
  expect(await shared.app.page().run(code, join(files.path, "open/long.wav"))).toEqual([1000, 1]);
});

onPlayer("a sound plays at once after it was given", async () => {
  const code = `
    const media = document.createElement("audio");
    media.muted = true;
    media.src = __FRAMEWORK__.convertFileSrc(args[0]);
    await media.play();
    const { paused } = media;
    media.pause();
    return paused;`;
  expect(await shared.app.page().run(code, join(files.path, short))).toBe(false);
});

onPlayer("of two addresses given at once, the last is played", async () => {
  const code = `media = new Audio(url); media.src = "asset://localhost/nothing"; media.src = url + "#t=0";`;
  expect(await played(short, code)).toEqual({ seconds: 1, from: "blob:" });
});

onPlayer("a file outside of the scope is an error of its element", async () => {
  const refused = expect.stringMatching(/^refused: asset:/);
  expect(await played("closed/secret.wav", `media = new Audio(url);`)).toEqual(refused);
});

/** An address of the app's server, as a page got it. */
async function serverAddress(): Promise<string> {
  const code = `
    const media = new Audio(__FRAMEWORK__.convertFileSrc(args[0]));
    while (!media.src.startsWith("http:")) await new Promise((resolve) => setTimeout(resolve, 5));
    return media.src;`;
  return (await shared.app.page().run(code, join(files.path, "open/long.wav"))) as string;
}

onDisplay("the server answers one secret address, by its own name only", async () => {
  const address = await serverAddress();
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers: { range: "bytes=0-3", ...headers } })).status;
  const part = await fetch(address, { headers: { range: "bytes=0-3" } });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    "RIFF",
    `bytes 0-3/${44 + 1200 * rate * 2}`,
  ]);
  expect(await status(address, { host: "example.org" })).toBe(404);
  expect(await status(address, { origin: "https://example.org" })).toBe(403);
  expect(await status(new URL("/", address).href)).toBe(404);
  expect(await status(address.slice(0, -1))).toBe(404);
  expect(await status(address, { range: "bytes=999999999-" })).toBe(416);
});

onDisplay("the server ends with the documents that use it", async () => {
  const address = await serverAddress();
  expect((await fetch(address, { method: "HEAD" })).status).toBe(200);
  await shared.app.page().reload();
  const isGone = async () => {
    try {
      return (await fetch(address, { method: "HEAD" })).status === 404;
    } catch {
      return true;
    }
  };
  await waitFor("the end of the server", isGone);
});
