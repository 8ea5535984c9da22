import "./without-windows.ts";
import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { heldObjects } from "../../../src/native/ffi/held.ts";
import { servedObjects } from "../../../src/native/windows/com/server.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";
import { texts } from "./without-windows.ts";
import { turn } from "./webview2-served.ts";
import { ownPage, WebView2Stage } from "./webview2-stage.ts";

const key = (page: { run(source: string): unknown }): string => page.run("key") as string;
const callUrl = "https://framework.localhost/__ipc/call";

afterEach(async () => {
  await turn();
  expect({ texts: texts.open, ...heldObjects() }).toMatchObject({ texts: 0, requests: 0 });
});

describe("a request", () => {
  test("is answered with what the app says, without two lengths", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    stage.response = () => ({
      status: 404,
      headers: {
        "content-type": "text/plain",
        "content-length": "99",
        "x-two": "a\r\nset-cookie: b",
      },
      body: { kind: "bytes", bytes: Buffer.from("not there") },
    });
    expect(
      await engineView.request("https://framework.localhost/x", {
        headers: { Accept: "*/*", Cookie: "a" },
      }),
    ).toEqual({
      status: 404,
      reason: "Not Found",
      headers: ["content-type: text/plain", "x-two: a set-cookie: b", "content-length: 9"],
      body: Buffer.from("not there"),
    });
    expect(stage.payloads("page.request")).toEqual([
      {
        request: expect.any(Number),
        window: "main",
        method: "GET",
        url: "https://framework.localhost/x",
        headers: { accept: "*/*" },
        call: null,
      },
    ]);
    view.close();
  });

  test("brings the body of a call to the app, whatever bytes it holds", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    const body = crypto.getRandomValues(new Uint8Array(60_000));
    await engineView.request(callUrl, {
      method: "POST",
      headers: { "X-Framework-Key": key(page) },
      body,
    });
    const [request] = stage.payloads("page.request");
    expect(request?.call?.sender.origin).toBe("https://framework.localhost");
    expect(Buffer.from(request?.call?.body ?? []).equals(body)).toBeTrue();
    view.close();
  });

  test("with the key of a call from another origin is none, and its body is not read", async () => {
    using stage = new WebView2Stage();
    const { view, engineView, page } = await stage.openPage();
    const headers = { "x-framework-key": key(page), origin: "https://elsewhere.example" };
    await engineView.request(callUrl, { method: "POST", headers, body: new Uint8Array(10) });
    expect(stage.payloads("page.request").map(({ call }) => call)).toEqual([null]);
    view.close();
  });

  test("with a key that no document has is no call; a few of them wait for one to come", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    const headers = { "x-framework-key": "f".repeat(32) };
    const all = Array.from({ length: 20 }, () =>
      engineView.request(callUrl, { method: "POST", headers, body: new Uint8Array(10) }),
    );
    await Promise.all(all.slice(16));
    expect(stage.payloads("page.request").map(({ call }) => call)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    view.close();
    expect((await Promise.all(all.slice(0, 16))).map((response) => response?.status)).toEqual(
      Array.from({ length: 16 }, () => 503),
    );
  });

  test("that is quicker than the greeting of its document waits for it", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    engineView.load(engineView.start(ownPage));
    const secretKey = "ab".repeat(16);
    const answered = engineView.request(callUrl, {
      method: "POST",
      headers: { "x-framework-key": secretKey },
    });
    await turn();
    expect(stage.payloads("page.request")).toEqual([]);
    const [secret] = /[0-9a-f]{32}/.exec([...engineView.scripts.values()].join())!;
    engineView.postFrom(ownPage, secret + secretKey);
    await answered;
    expect(stage.payloads("page.request")[0]?.call).not.toBeNull();
    view.close();
  });

  test("is answered when its window closes", async () => {
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    stage.response = () => null;
    const answered = engineView.request("https://framework.localhost/slow");
    view.close();
    expect((await answered)?.status).toBe(503);
  });

  test("is let go of where the engine takes no answer any more", async () => {
    const reported = spyOn(process.stderr, "write").mockImplementation(() => true);
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    const before = servedObjects();
    stage.runtime.hasEnded = true;
    void engineView.request("https://framework.localhost/x");
    await waitFor(
      "the request to go",
      () => reported.mock.calls.length > 0 && servedObjects() === before,
    );
    expect(reported.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^framework: WebView2 refused the answer to a request: .*0x8007139F\)\n$/,
      ),
    ]);
    reported.mockRestore();
    view.close();
  });

  test("of a development server's page is allowed beforehand, and no other's", async () => {
    using stage = new WebView2Stage();
    const server = "http://localhost:5173";
    const bridge = {
      source: "(key, engine) => Object.assign(globalThis, { key, engine })",
      pages: [`${server}/*`],
    };
    const { view, engineView } = await stage.open({ bridge });
    await engineView.show(`${server}/`);
    const ofOrigin = (origin: string) =>
      engineView.request(callUrl, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await ofOrigin(server);
    expect([allowed?.status, allowed?.headers]).toEqual([
      204,
      [
        `access-control-allow-origin: ${server}`,
        "access-control-allow-methods: GET, POST",
        "access-control-allow-headers: x-framework-key",
        "content-length: 0",
      ],
    ]);
    expect((await ofOrigin("https://elsewhere.example"))?.status).toBe(403);
    expect(stage.payloads("page.request")).toEqual([]);
    view.close();
  });

  test("for a part of a large file gets as much as is read at once, and the answer says so", async () => {
    using folder = tempDir();
    const path = `${folder.path}/film`;
    writeFileSync(path, new Uint8Array(20 * 1024 * 1024).fill(7));
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    stage.response = () => ({
      status: 206,
      headers: { "content-type": "video/mp4", "content-range": "bytes 1048576-20971519/20971520" },
      body: { kind: "file", path, offset: 1_048_576, length: 19_922_944 },
    });
    const { headers, body } = (await engineView.request("https://asset.localhost/film"))!;
    expect([headers, body.length]).toEqual([
      [
        "content-type: video/mp4",
        "content-range: bytes 1048576-9437183/20971520",
        "content-length: 8388608",
      ],
      8_388_608,
    ]);
    view.close();
  });

  test("for a file that has become shorter is answered by an error", async () => {
    using folder = tempDir({ short: "short" });
    using stage = new WebView2Stage();
    const { view, engineView } = await stage.openPage();
    stage.response = () => ({
      status: 200,
      headers: { "content-type": "text/plain" },
      body: { kind: "file", path: `${folder.path}/short`, offset: 0, length: 10 },
    });
    expect((await engineView.request("https://asset.localhost/short"))?.status).toBe(500);
    view.close();
  });
});
