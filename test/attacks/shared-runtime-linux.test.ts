// Attacks on the start program of shared apps for Linux: those on every one (unix-starter.ts), and what libsoup makes of servers.

import { expect, test } from "bun:test";
import { RuntimeServer } from "../support/runtime-server.ts";
import { SelfSigned } from "../support/self-signed.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";
import { waitingTest } from "../support/waiting-test.ts";
import { attackStarter } from "./unix-starter.ts";

const good = fakeRuntime();

if (process.platform === "linux") {
  attackStarter({
    app: (lines, home) => new StarterApp(lines, home),
    kept: ["an app", "bun", "lock"],
  });

  test("a server with a certificate that nobody vouches for is not believed", async () => {
    using certificate = new SelfSigned("127.0.0.1");
    let asked = 0;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: certificate.tls,
      fetch: () => {
        asked++;
        return new Response(good.archive);
      },
    });
    using app = new StarterApp({ ...good.lines, address: `https://127.0.0.1:${server.port}/bun.tgz` });
    expect((await app.load()).err).toContain("certificate");
    expect(asked).toBe(0);
  });

  waitingTest("a server that sends nothing, or a byte now and then, is not waited for for ever", async () => {
    await using silent = await RuntimeServer.of(good.archive);
    await using slow = await RuntimeServer.of(good.archive);
    silent.answer = (_, response) => response.flushHeaders();
    slow.answer = (_, response) => {
      const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write("x")), 500);
    };
    const endings = [silent, slow].map(async ({ address }) => {
      using app = new StarterApp({ ...good.lines, address });
      return (await app.load()).err;
    });
    // On a busy machine the first one, too, is ended by the limit for the whole.
    expect(await Promise.all(endings)).toEqual([
      expect.stringMatching(/timed out|it is too slow/),
      expect.stringContaining("it is too slow"),
    ]);
  });
}
