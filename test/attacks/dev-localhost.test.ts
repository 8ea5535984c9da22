// Attacks by another user of the machine who listens at the other address of `localhost`, at the
// port of a developer's server, or takes the port when that server has ended: their page would have
// the app's rights. Without the rule the engine uses either address.

import { describe, expect, test } from "bun:test";
import { refuseTaken } from "../../src/cli/dev/dev-server.ts";
import { PolicyProxy } from "../../src/cli/dev/policy-proxy.ts";
import { ServerAddress } from "../../src/cli/dev/server-address.ts";
import type { UserError } from "../../src/cli/terminal.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

const cannot =
  process.getuid?.() === 0 && Bun.which("setpriv") !== null ? null : "only root acts for others";
const mallory = 12_345;
const page = "the developer's page";

/**
 * A program that answers at an address, as the developer's own or as another user's. It reports its
 * port.
 */
async function start(hostname: string, port: number, user: number | null, body: string) {
  const code = `
    const fetch = () => new Response(${JSON.stringify(body)});
    const server = Bun.serve({ hostname: ${JSON.stringify(hostname)}, port: ${port}, fetch });
    console.log(server.port);`;
  const own = [process.execPath, "-e", code];
  const as = ["setpriv", `--reuid=${user}`, "--clear-groups"];
  const child = Bun.spawn(user === null ? own : [...as, ...own], {
    stdout: "pipe",
    stderr: "ignore",
    cwd: "/",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    /** `null`: it could not listen. */
    port: value === undefined ? null : Number(new TextDecoder().decode(value)),
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill();
      await child.exited;
    },
  };
}

/** The engine's possible pages of `localhost`: the page at each of its addresses. */
async function pages(port: number | null): Promise<string[]> {
  const asked = ["127.0.0.1", "[::1]"].map(async (host) => {
    const answer = await fetch(`http://${host}:${port}/`).catch(() => null);
    return answer === null ? [] : [await answer.text()];
  });
  return (await Promise.all(asked)).flat();
}

interface Session extends AsyncDisposable {
  /** The engine's results of repeated requests through the proxy. */
  readonly pages: () => Promise<string[]>;
}

/** Has a session settle the address; a refusal is one of ours. */
async function settle(
  port: number | null,
  lost: (error: UserError) => void = () => {},
  host = "localhost",
): Promise<Session> {
  const address = `http://${host}:${port}/`;
  await using held = new AsyncDisposableStack();
  let server: ServerAddress;
  try {
    server = held.use(await ServerAddress.settle({ address, system: "linux", lost }));
  } catch (cause) {
    throw new FrameworkError("not-allowed", (cause as Error).message);
  }
  const options = {
    address,
    policy: null,
    socketFolder: held.use(tempDir()).path,
    system: "linux",
  } as const;
  const proxy = held.use(await PolicyProxy.start({ ...options, serverHost: () => server.host() }));
  const ask = async (): Promise<string> =>
    await (await fetch(address, { proxy: proxy.address })).text();
  const own = held.move();
  return {
    pages: async () => [await ask(), await ask(), await ask()],
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}

/** The case in which the engine itself connects. */
const alone = (port: number | null): Session => ({
  pages: async () => await pages(port),
  [Symbol.asyncDispose]: async () => {},
});

describe.skipIf(cannot !== null)(`the other address of localhost (${cannot ?? "as root"})`, () => {
  for (const [own, other] of [
    ["127.0.0.1", "::1"],
    ["::1", "127.0.0.1"],
    ["0.0.0.0", "::1"],
  ] as const) {
    attack(`the server is at ${own}, and another user's at ${other}`, async (isWeak) => {
      await using server = await start(own, 0, null, page);
      await using _ = await start(other, server.port ?? 0, mallory, secret);
      await using session = isWeak ? alone(server.port) : await settle(server.port);
      return await session.pages();
    });

    attack(
      `the server is at ${own}, and another user's comes to ${other} later`,
      async (isWeak) => {
        await using server = await start(own, 0, null, page);
        await using session = isWeak ? alone(server.port) : await settle(server.port);
        await using _ = await start(other, server.port ?? 0, mallory, secret);
        return await session.pages();
      },
    );
  }

  attack(
    "another user's server alone is there, when beforeDevCommand starts none",
    async (isWeak) => {
      await using server = await start("127.0.0.1", 0, mallory, secret);
      await using session = isWeak ? alone(server.port) : await settle(server.port);
      return await session.pages();
    },
  );

  attack("another user's server is there at an address that is written out", async (isWeak) => {
    await using server = await start("127.0.0.1", 0, mallory, secret);
    await using session = isWeak
      ? alone(server.port)
      : await settle(server.port, () => {}, "127.0.0.1");
    return await session.pages();
  });

  attack(
    "another user's server is there at the second address before beforeDevCommand runs",
    async (isWeak) => {
      await using server = await start("::1", 0, mallory, secret);
      if (!isWeak)
        await refuseTaken(`http://localhost:${server.port}/`).catch((cause: Error) => {
          throw new FrameworkError("not-allowed", cause.message);
        });
      return await pages(server.port);
    },
  );

  for (const other of ["127.0.0.1", "::1"]) {
    attack(`another user's comes to ${other} when the server has ended`, async (isWeak) => {
      const server = await start("127.0.0.1", 0, null, page);
      await using session = isWeak ? alone(server.port) : await settle(server.port);
      await server[Symbol.asyncDispose]();
      await using _ = await start(other, server.port ?? 0, mallory, secret);
      // A request may rely on a look of a moment ago.
      await Bun.sleep(150);
      return await session.pages();
    });
  }

  test("another user's server replaces one that has ended: the session gets an error", async () => {
    const { promise, resolve } = Promise.withResolvers<UserError>();
    const server = await start("127.0.0.1", 0, null, page);
    await using _ = await settle(server.port, resolve);
    await server[Symbol.asyncDispose]();
    await using __ = await start("127.0.0.1", server.port ?? 0, mallory, secret);
    expect((await promise).message).toBe(
      `Cannot use build.devPath "http://localhost:${server.port}/": the server at 127.0.0.1:${server.port} ` +
        "(user 12345) belongs to another user, whose page would have the app's powers; run the server as yourself, or " +
        "give it and build.devPath another port",
    );
  });

  test("both servers are named, with their processes and owners, and the address to write", async () => {
    await using server = await start("127.0.0.1", 0, null, page);
    await using _ = await start("::1", server.port ?? 0, mallory, secret);
    const error = await settle(server.port).then(String, (cause: Error) => cause.message);
    expect(error.replaceAll(/process \d+/g, "process")).toBe(
      `Cannot use build.devPath "http://localhost:${server.port}/": two servers answer there, ` +
        `127.0.0.1:${server.port} (process, user root (0)) and [::1]:${server.port} (process, user 12345), and the page ` +
        "of either would have the app's powers; end the one that is not the app's, or write its address, such as " +
        `"http://127.0.0.1:${server.port}/"`,
    );
  });
});

test("two servers of the user's own are refused, since either may be another project's", async () => {
  await using server = await start("127.0.0.1", 0, null, page);
  await using _ = await start("::1", server.port ?? 0, null, "another project's page");
  expect(await settle(server.port).then(String, (cause: Error) => cause.message)).toContain(
    "two servers answer there",
  );
});

for (const [before, after] of [
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "::1"],
  ["0.0.0.0", "0.0.0.0"],
  ["::", "::"],
  ["127.0.0.1", "::1"],
  ["::1", "0.0.0.0"],
] as const) {
  test(`a server at ${before} answers, also when it has been started again at ${after}`, async () => {
    const server = await start(before, 0, null, page);
    await using session = await settle(server.port);
    expect(await session.pages()).toEqual([page, page, page]);
    await server[Symbol.asyncDispose]();
    await using _ = await start(after, server.port ?? 0, null, "started again");
    await waitFor("the server's new page", async () =>
      (await session.pages()).every((one) => one === "started again"),
    );
  });
}

test("a server that listens at both addresses by itself is one server", async () => {
  const serve = (hostname: string, port: number) =>
    Bun.serve({ hostname, port, fetch: () => new Response(page) });
  await using one = serve("127.0.0.1", 0);
  await using _ = serve("::1", one.port ?? 0);
  await using session = await settle(one.port ?? 0);
  expect(await session.pages()).toEqual([page, page, page]);
});

test("while a session runs, the other address stays free: servers look whether it is when they start again", async () => {
  await using server = await start("127.0.0.1", 0, null, page);
  await using _ = await settle(server.port);
  await using other = await start("::1", server.port ?? 0, null, page);
  expect(other.port).toBe(server.port);
});
