import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { isOnThisMachine, waitForServer } from "../../../src/cli/dev/dev-server.ts";
import { PrintedAddresses } from "../../../src/cli/dev/printed-addresses.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import { runTool } from "../tool.ts";

/** Nothing listens there: the port was free a moment ago. */
function unusedAddress(): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const address = server.url.href;
  void server.stop(true);
  return address;
}

test("a server that answers with an error is there, too", async () => {
  await using held = new AsyncDisposableStack();
  const server = Bun.serve({ port: 0, fetch: () => new Response("broken", { status: 500 }) });
  held.defer(() => server.stop(true));
  const terminal = recordedTerminal("/");
  await waitForServer({ address: server.url.href, terminal, signal: new AbortController().signal });
  expect(terminal.written).toEqual({ out: "", err: "" });
});

test("a server that never comes is counted down, and then reported", async () => {
  const address = unusedAddress();
  // In whole lines on a terminal, too: the server's own output comes in between.
  const terminal = { ...recordedTerminal("/"), isWatched: true };
  const { signal } = new AbortController();
  // Not `rejects`: while that waits, nothing else does.
  const failed = await waitForServer({ address, terminal, signal, patience: 1.6 }).catch(String);
  expect(failed).toContain(
    `Cannot reach build.devPath "${address}" after 1.6 s: does build.beforeDevCommand start the server, and on that port?`,
  );
  expect(terminal.written.err).toBe(`Waiting for ${address} to answer, 1 s left\n`);
});

test("a server that prints and answers at another address is named once, with the file to change", async () => {
  await using held = new AsyncDisposableStack();
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  held.defer(() => server.stop(true));
  const own = server.url.href;
  const address = unusedAddress();
  const terminal = recordedTerminal("/");
  const failed = await waitForServer({
    address,
    terminal,
    signal: new AbortController().signal,
    // Its own address does not count, nor does one that nothing answers at.
    printed: () => [`${address}again`, unusedAddress(), own],
    file: "src-framework/framework.conf.json",
    patience: 0.9,
    doubt: 0,
  }).catch(String);
  expect(failed).toContain(`Cannot reach build.devPath "${address}"`);
  expect(terminal.written.err).toBe(
    `build.devPath "${address}" does not answer, but the server seems to answer at ${own}: ` +
      "set build.devPath to it in src-framework/framework.conf.json\n",
  );
});

test("addresses of this machine are read from coloured output in pieces", async () => {
  const printed = new PrintedAddresses();
  const stream = new PassThrough();
  printed.follow(stream);
  for (const chunk of [
    "Local: \x1b[36mhttp://localhost:\x1b[1m14",
    "20\x1b[22m/\x1b[39m\n",
    "Network: http://192.0.2.7:1420/ see http://localhost.example.org:80/\n",
    "listening on http://127.0.0.1:8080. And http://0.0.0.0:3000/app/,\r\n",
    "at <http://[::1]:4000/>",
  ])
    stream.write(chunk);
  stream.end();
  await finished(stream);
  expect(printed.all).toEqual([
    "http://localhost:1420/",
    "http://127.0.0.1:8080/",
    "http://localhost:3000/app/",
    "http://[::1]:4000/",
  ]);
});

test("dev names the address that beforeDevCommand prints, and shows its output", async () => {
  const answer = "setTimeout(() => { console.log('the last words'); process.exit(1); }, 1000)";
  const page = `Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => (${answer}, new Response()) })`;
  const print = "console.log('Local: http://127.0.0.1:' + server.port + '/')";
  const devPath = unusedAddress();
  const { err } = await devAt(devPath, () => ({
    script: `"${process.execPath}" -e "const server = ${page}; ${print}"`,
  }));
  const [, own] = /^Local: (.*)$/m.exec(err) ?? [];
  expect(err).toContain(
    `build.devPath "${devPath}" does not answer, but the server seems to answer at ${own}: ` +
      "set build.devPath to it in src-framework/framework.conf.json\n",
  );
  expect(err).toContain("the last words\n");
});

test("the wait ends when the session does", async () => {
  const over = new AbortController();
  const waiting = waitForServer({
    address: unusedAddress(),
    terminal: recordedTerminal("/"),
    signal: over.signal,
  });
  over.abort();
  await waiting;
});

/**
 * The output of `framework dev` in a project with that devPath, and true if its beforeDevCommand
 * ran.
 */
async function devAt(devPath: string, hook: (script: string) => object | null) {
  const config = {
    build: { devPath, beforeDevCommand: hook("touch started; sleep 100") },
    framework: { bundle: { identifier: "a.b" } },
  };
  using project = tempDir({
    "package.json": '{"name":"app"}',
    "src-framework/framework.conf.json": JSON.stringify(config),
  });
  // Without a display the app ends at once.
  const { code, err } = await runTool(project.path, ["dev"], { DISPLAY: "", WAYLAND_DISPLAY: "" });
  return { code, err, ran: existsSync(join(project.path, "started")) };
}

test("beforeDevCommand is not started where something answers at devPath already", async () => {
  await using held = new AsyncDisposableStack();
  // Its first page takes long, as with some that compile it when it is asked for.
  let page = (): Response | Promise<Response> => new Promise(() => {});
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => page() });
  held.defer(() => server.stop(true));
  const devPath = `http://localhost:${server.port}/`;
  const refusal =
    `Cannot start build.beforeDevCommand: something answers at build.devPath "${devPath}" already; end it, or give the ` +
    "server and build.devPath another port; if it is the server that is meant, leave build.beforeDevCommand out";
  const refused = await devAt(devPath, (script) => ({ script }));
  expect({ ...refused, err: refused.err.includes(refusal) }).toEqual({
    code: 1,
    err: true,
    ran: false,
  });

  page = () => new Response("the app's own");
  const waiting = await devAt(devPath, () => ({ script: "touch started", wait: true }));
  const own = await devAt(devPath, () => null);
  expect([waiting, own].map(({ err, ran }) => [err.includes("something answers"), ran])).toEqual([
    [false, true],
    [false, false],
  ]);
});

test("only a server of this machine can be one that beforeDevCommand should start", () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const addresses = own.map(({ address, family }) =>
    family === "IPv6" ? `[${address}]` : address,
  );
  for (const host of [
    "localhost",
    "app.localhost",
    "LOCALHOST.",
    "127.0.0.2",
    "0.0.0.0",
    "[::1]",
    "[::]",
    ...addresses,
  ])
    expect([host, isOnThisMachine(`http://${host}:5173/`)]).toEqual([host, true]);
  for (const host of [
    "example.org",
    "localhost.example.org",
    "notlocalhost",
    "192.0.2.1",
    "[2001:db8::1]",
  ])
    expect([host, isOnThisMachine(`https://${host}/start`)]).toEqual([host, false]);
});
