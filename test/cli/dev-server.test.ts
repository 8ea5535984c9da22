import { expect, test } from "bun:test";
import { waitForServer } from "../../src/cli/dev/dev-server.ts";
import { recordedTerminal } from "../config/terminal.ts";

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

test("a server that never comes is counted down, and then told", async () => {
  const address = unusedAddress();
  const isTold = async (isWatched: boolean, says: string) => {
    const terminal = { ...recordedTerminal("/"), isWatched };
    const { signal } = new AbortController();
    // Not `rejects`: while that waits, nobody else does.
    const failed = await waitForServer({ address, terminal, signal, patience: 1.6 }).catch(String);
    expect(failed).toContain(
      `Cannot reach build.devPath "${address}" after 1.6 s: does build.beforeDevCommand start the server, and on that port?`,
    );
    expect(terminal.written.err).toContain(says);
  };
  await Promise.all([
    isTold(false, `Waiting for ${address} to answer, 1 s left\n`),
    isTold(true, `\r\x1b[KWaiting for ${address} to answer, 1 s left\r\x1b[K`),
  ]);
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
