// A page that requests more bytes at once than there is room for: its request waits before it is
// read.

import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { limits } from "../../src/contract/limits.ts";
import { callPath, replyPath, ticketHeader } from "../../src/contract/page/message.ts";
import { replyPacket } from "../../src/app/calls/packets.ts";
import type { PageResponse } from "../../src/contract/ui/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const length = 2_000_000;
const bytes = Buffer.alloc(length, 65);
const folder = tempDir();
const file = join(folder.path, "file");
writeFileSync(file, bytes);

let uploads = 0;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/packed")
      return new Response(gzipSync(bytes), { headers: { "content-encoding": "gzip" } });
    if (pathname === "/whole") return new Response(bytes);
    if (pathname === "/stalls") {
      const body = new ReadableStream({ start: (to) => to.enqueue(bytes.subarray(0, 300_000)) });
      return new Response(body, { headers: { "content-length": "50000000" } });
    }
    const form = await request.formData();
    uploads += [...form.values()].reduce((sum, one) => sum + (one as File).size, 0);
    return new Response("");
  },
});
afterAll(async () => {
  await server.stop(true);
  folder[Symbol.dispose]();
});

const address = `http://127.0.0.1:${server.port}`;

async function withRoom<Result>(
  isWeak: boolean,
  run: (app: MemoryApp) => Promise<Result>,
): Promise<Result> {
  const room = limits.answersInFlight as { most: number };
  const before = room.most;
  room.most = isWeak ? Infinity : 3_000_000;
  try {
    using app = await startInMemory({
      allow: ["http.request", "shell.execute", "fs.readFile"],
      config: {
        framework: {
          allowlist: {
            fs: { scope: [`${folder.path}/*`] },
            http: { scope: [`${address}/*`] },
            shell: { scope: [{ name: "head", cmd: "head", args: true }] },
          },
        },
      },
    });
    return await run(app);
  } finally {
    room.most = before;
  }
}

/** A call of a page that does not confirm the answer. */
function ask({ platform }: MemoryApp, command: string, args: unknown): Promise<PageResponse> {
  const body = replyPacket({ json: JSON.stringify({ command, args }), attachments: [] });
  return platform.request("main", `framework://localhost${callPath}`, { method: "POST", body });
}

/** The page confirms an answer. */
async function take({ platform }: MemoryApp, { headers }: PageResponse): Promise<void> {
  const address = `framework://localhost${replyPath}${headers[ticketHeader]}`;
  await platform.request("main", address, { body: new Uint8Array() });
}

function lengthOf({ body }: PageResponse): number {
  return body.kind === "bytes" ? body.bytes.length : 0;
}

const asked = {
  "packed answers": ["http.request", { method: "GET", url: `${address}/packed` }],
  "answers of known length": ["http.request", { method: "GET", url: `${address}/whole` }],
  "outputs of programs": [
    "shell.execute",
    { program: "head", args: ["-c", String(length), "/dev/zero"], options: {} },
  ],
  files: ["fs.readBinaryFile", { path: file }],
} as const;

for (const [what, [command, args]] of Object.entries(asked)) {
  attack(`a page asks for ${what}, and takes none`, (isWeak) =>
    withRoom(isWeak, async (app) => {
      const answers = [ask(app, command, args), ask(app, command, args)];
      const first = await Promise.race(answers);
      const both = Promise.all(answers).then(() => secret);
      const outcome = await Promise.race([
        both,
        Bun.sleep(isWeak ? 5000 : 300).then(() => "one waits"),
      ]);
      await take(app, first);
      const all = await Promise.all(answers);
      expect(all.every((one) => lengthOf(one) > length)).toBe(true);
      return outcome;
    }),
  );
}

attack("a page sends large calls, and its app answers none", async (isWeak) => {
  const room = limits.bodiesHeld as { most: number };
  const before = room.most;
  room.most = isWeak ? Infinity : 3_000_000;
  let begun = 0;
  const answers = Promise.withResolvers<void>();
  const hold = async ({ bytes }: { bytes: Uint8Array }): Promise<number> => {
    begun++;
    await answers.promise;
    return bytes.length;
  };
  try {
    using app = await startInMemory({ definition: { commands: { hold } } });
    const calls = Array.from({ length: 4 }, () => app.page.invoke("hold", { bytes }));
    await waitFor("a call to begin", () => begun > 0);
    await Bun.sleep(isWeak ? 0 : 200);
    const outcome = isWeak
      ? await waitFor("all to begin", () => begun === 4).then(() => secret)
      : begun;
    // The counterpart: all are answered, in their turn.
    answers.resolve();
    expect(await Promise.all(calls)).toEqual(calls.map(() => length));
    return outcome === 1 ? "one is read" : String(outcome);
  } finally {
    room.most = before;
  }
});

test("answers of all kinds share one room, and all come", async () => {
  await withRoom(false, async (app) => {
    const answers = Object.values(asked).flatMap(([command, args]) => [
      ask(app, command, args),
      ask(app, command, args),
    ]);
    const all = answers.map(async (each) => {
      const answer = await each;
      await take(app, answer);
      return lengthOf(answer) > length;
    });
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  });
});

test("forms with files are sent without being in memory, and need no room", async () => {
  await withRoom(false, async (app) => {
    uploads = 0;
    const body = { type: "form", fields: [{ name: "file", value: { file } }] };
    const sent = Array.from({ length: 20 }, () =>
      app.page.invoke("http.request", { method: "POST", url: `${address}/form`, body } as never),
    );
    await Promise.all(sent);
    expect(uploads).toBe(20 * length);
  });
});

test("a page that goes while its answers wait leaves the room to others", async () => {
  await withRoom(false, async (app) => {
    const [command, args] = asked["answers of known length"];
    await ask(app, command, args);
    const waiting = ask(app, command, args);
    await Bun.sleep(50);
    app.platform.navigate("main");
    await waiting;
    const next = await ask(app, command, args);
    expect(lengthOf(next)).toBeGreaterThan(length);
    await waitFor("nothing to be held", () => app.platform.held === 0);
  });
});

test("an answer that stalls holds what it has got, and others come", async () => {
  await withRoom(false, async (app) => {
    const stalled = ask(app, "http.request", {
      method: "GET",
      url: `${address}/stalls`,
      timeout: 8,
    });
    await Bun.sleep(100);
    const [command, args] = asked["answers of known length"];
    const answer = await ask(app, command, args);
    expect(lengthOf(answer)).toBeGreaterThan(length);
    await take(app, answer);
    app.platform.navigate("main");
    await stalled;
  });
});
