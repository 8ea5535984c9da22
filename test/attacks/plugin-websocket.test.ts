// A page that reaches servers by a WebSocket which the http scope does not admit.

import { afterAll } from "bun:test";
import { websocket } from "../../plugins/websocket/index.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const internal = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, self) => (self.upgrade(request) ? undefined : new Response("")),
  websocket: { open: (socket) => void socket.send(secret), message() {} },
});
afterAll(() => internal.stop(true));

async function connect(isWeak: boolean, url: string, scope: readonly string[]): Promise<unknown> {
  using app = await startInMemory({
    definition: defineApp({ plugins: [websocket()] }),
    config: {
      plugins: { websocket: { allowlist: { connect: true } } },
      framework: {
        allowlist: {
          http: { scope: isWeak ? ["http://127.0.0.1:*/*"] : [...scope] },
        },
      },
    },
  });
  const heard: unknown[] = [];
  await app.page.listen(
    "websocket://message/1",
    null,
    false,
    ({ payload }) => void heard.push(payload),
  );
  await app.page.invoke("plugin:websocket|connect", { id: 1, url });
  await waitFor("a message", () => heard.length > 0);
  await app.services.exit.quit(0);
  return heard;
}

attack("a page connects to a server that the scope does not admit", (isWeak) =>
  connect(isWeak, `ws://127.0.0.1:${internal.port}/`, ["https://example.com/*"]),
);

attack("a page hides a host in the user name of an address", (isWeak) =>
  isWeak
    ? connect(true, `ws://127.0.0.1:${internal.port}/`, [])
    : connect(false, `ws://example.com@127.0.0.1:${internal.port}/`, ["http://example.com/*"]),
);
