// The app's work with Windows besides windows, files and programs.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import type { SystemQuestion } from "./programs/system-program.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const program = join(import.meta.dir, "programs/system-program.ts");

let wine: WineSession;

beforeAll(async () => {
  if (missing === null) wine = await startWine();
});

afterAll(async () => {
  if (missing === null) await wine[Symbol.asyncDispose]();
});

async function start(env: Record<string, string> = {}): Promise<WineProgram> {
  const app = wine.bun(program, [], { env: { NODE_EXTRA_CA_CERTS: "", ...env } });
  await app.line('"ready"');
  return app;
}

async function ask(app: WineProgram, question: SystemQuestion): Promise<unknown> {
  app.write(`${JSON.stringify(question)}\n`);
  return (JSON.parse(await app.line(/^\{"answer":/)) as { answer: unknown }).answer;
}

describe.skipIf(missing !== null)("the app thread on Windows", () => {
  test("a process shows that it lives until it ends, however it does", async () => {
    await using first = await start();
    await using second = await start();
    const name = String(await ask(first, { do: "show" }));
    const isShown = () => ask(second, { do: "is shown", name });
    expect(await isShown()).toBe(true);
    await ask(first, { do: "hide" });
    expect(await isShown()).toBe(false);

    const other = String(await ask(first, { do: "show" }));
    expect(await ask(second, { do: "is shown", name: other })).toBe(true);
    await first[Symbol.asyncDispose]();
    expect(await ask(second, { do: "is shown", name: other })).toBe(false);
  });

  test("the state of updates is written completely, and read again", async () => {
    await using app = await start();
    const waiting = {
      version: "2.0.0",
      place: "C:\\Apps\\App",
      backup: null,
      begunBy: "\\\\.\\pipe\\x",
    };
    const state = { highest: "2.0.0", failed: null, waiting };
    expect(await ask(app, { do: "keep", state })).toEqual({
      state,
      names: ["state.json", "state.json.lock"],
    });
    expect(await ask(app, { do: "sync", path: "C:\\windows\\win.ini" })).toBeNull();
  });

  test("the rights of a folder are read as SDDL, and those of none are not", async () => {
    await using app = await start();
    expect(await ask(app, { do: "rights", path: "C:\\windows" })).toMatch(
      /^D:\w*(?:\(A;[^()]*\))+$/,
    );
    expect(await ask(app, { do: "rights", path: "C:\\nowhere" })).toBeNull();
  });

  test("several processes that change what is remembered at once lose nothing of each other", async () => {
    const folder = join(wine.session.folder, "counted");
    const counting = join(import.meta.dir, "../updater/counting-program.ts");
    const count = async () => {
      await using app = wine.bun(counting, [wine.windowsPath(folder), "20"]);
      return (await app.exited).code;
    };
    expect(await Promise.all([count(), count(), count()])).toEqual([0, 0, 0]);
    const text = readFileSync(join(folder, "private/.updates/state.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ highest: "1.0.60" });
  });

  test("an app that starts once more gets its arguments, and outlives the one that started it", async () => {
    await using app = await start();
    const mark = join(wine.session.folder, "mark");
    await ask(app, { do: "relaunch", mark: wine.windowsPath(mark) });
    expect(existsSync(mark)).toBe(false);
    app.write("null\n");
    await app.exited;
    await waitFor(
      "the other one to go on",
      () => existsSync(mark) && readFileSync(mark, "utf8") !== "",
    );
    expect(JSON.parse(readFileSync(mark, "utf8"))).toEqual(["two words", 'a "quote"', ""]);
  });

  /** A certificate for this machine that only this test knows. */
  function certificate(dir: TempDir): { readonly cert: string; readonly key: string } {
    const [cert, key] = [join(dir.path, "cert.pem"), join(dir.path, "key.pem")];
    const kind = [
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
    ];
    const name = ["-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"];
    Bun.spawnSync(["openssl", "req", ...kind, ...name, "-out", cert, "-keyout", key]);
    Bun.spawnSync(["openssl", "x509", "-in", cert, "-outform", "DER", "-out", `${cert}.der`]);
    return { cert, key };
  }

  test.skipIf(Bun.which("openssl") === null)(
    "servers are trusted whom Windows trusts",
    async () => {
      using dir = tempDir();
      const { cert, key } = certificate(dir);
      using server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        tls: { cert: readFileSync(cert), key: readFileSync(key) },
        fetch: () => new Response("hello"),
      });
      const url = `https://127.0.0.1:${server.port}/`;
      await using before = await start();
      expect(await ask(before, { do: "fetch", url })).toBe(
        "failed: the server's certificate is self-signed",
      );
      const der = wine.windowsPath(`${cert}.der`);
      expect(await ask(before, { do: "trust", certificate: der })).toBe(true);
      await using after = await start();
      expect(await ask(after, { do: "fetch", url })).toBe("hello");
    },
  );

  test("requests go through the proxy that the variables name", async () => {
    using proxy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url, headers }) => new Response(`${url} for ${headers.get("host")}`),
    });
    await using app = await start({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    const url = "http://some.name.example/x";
    expect(await ask(app, { do: "fetch", url })).toBe(`${url} for some.name.example`);
  });
});
