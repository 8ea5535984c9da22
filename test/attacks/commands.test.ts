// Attacks on the calls of pages: origins, flags, events, and properties of another page.

import { expect, spyOn, test } from "bun:test";
import { defineApp } from "../../src/app/index.ts";
import { Origins } from "../../src/app/calls/origins.ts";
import { commands } from "../../src/contract/commands/index.ts";
import { eventNamePattern } from "../../src/contract/commands/event.ts";
import { maxBytesInText, type ReplyMessage } from "../../src/contract/page/message.ts";
import { memoryAppSpec, startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

const definition = defineApp({ commands: { own: () => secret } });

/** The answer to a page of some origin for a message that it posts. */
async function post(
  app: MemoryApp,
  command: string,
  args: unknown,
  origin?: string,
): Promise<ReplyMessage> {
  return JSON.parse(
    await app.platform.postMessage("main", JSON.stringify({ command, args }), origin),
  ) as ReplyMessage;
}

// Origins
// ----------------------------------------------------------------------------------------------

for (const [hole, origin] of [
  ["CVE-2023-31134: a page of another site", "https://evil.example"],
  ["an opaque origin", "null"],
  ["a host that begins as the app's", "framework://localhost.evil.example"],
  ["the app's host under another scheme", "http://localhost"],
  ["the app's host on another port", "framework://localhost:8080"],
  ["the protocol for files", "asset://localhost"],
] as const) {
  attack(`${hole} calls the app`, async (isWeak) => {
    using app = await startInMemory({ definition });
    using check = spyOn(Origins.prototype, "check");
    if (isWeak) check.mockImplementation(() => {});
    return await post(app, "own", {}, origin);
  });
}

for (const origin of [
  "http://framework.evil.example",
  "https://framework.localhost.evil.example",
  "http://framework.localhost",
]) {
  attack(`CVE-2026-42184: "${origin}" passes for the app on Windows`, (isWeak) => {
    const origins = new Origins({ ...memoryAppSpec({}), system: "windows" });
    expect(origins.own.app).toBe("https://framework.localhost");
    const isLocal = isWeak
      ? (text: string) => new URL(text).host.split(".")[0] === "framework"
      : (text: string) => origins.isLocal(text);
    return isLocal(origin) && secret;
  });
}

attack("a listed domain speaks for its subdomains", async (isWeak) => {
  const domain = isWeak ? "www.example.org" : "example.org";
  using app = await startInMemory({
    definition,
    config: {
      framework: { security: { dangerousRemoteDomainIpcAccess: [{ domain, windows: ["main"] }] } },
    },
  });
  return await post(app, "own", {}, "https://www.example.org");
});

// Flags
// ------------------------------------------------------------------------------------------------

const flagged = Object.entries(commands).filter(([, { flag }]) => flag !== null);

test(`TRI-023, TRI-027: each of ${flagged.length} commands with a flag is refused by the app when it is not set`, async () => {
  using app = await startInMemory();
  const answers = await Promise.all(flagged.map(([name]) => post(app, name, {})));
  const got = Object.fromEntries(
    flagged.map(([name], at) => [name, (answers[at] as { error?: { code: string } }).error?.code]),
  );
  expect(got).toEqual(Object.fromEntries(flagged.map(([name]) => [name, "not-allowed"])));
});

test("the same commands get past that question when it is set", async () => {
  using app = await startInMemory({ allow: ["all"] });
  const unknown = { "no such argument": 1 };
  const answers = await Promise.all(flagged.map(([name]) => post(app, name, unknown)));
  expect(answers.map((answer) => (answer.ok ? "ok" : answer.error.code))).toEqual(
    flagged.map(() => "bad-argument"),
  );
});

attack("CVE-2026-95624: a page hands the updater a policy of its own", async (isWeak) => {
  using app = await startInMemory();
  const row = commands["updater.checkUpdate"] as { args: unknown };
  const { args } = row;
  const seen: unknown[] = [];
  if (isWeak) row.args = anything(seen);
  try {
    const reply = await post(app, "updater.checkUpdate", { allowDowngrades: secret });
    return [seen, reply.ok ? null : reply.error.code === "bad-argument" ? null : reply];
  } finally {
    row.args = args;
  }
});

/** A schema that lets everything through. */
function anything(seen: unknown[]): object {
  const run = (dataset: { value: unknown; typed: boolean }) => {
    seen.push(dataset.value);
    dataset.typed = true;
    return dataset;
  };
  return {
    kind: "schema",
    type: "any",
    async: false,
    "~run": run,
    "~standard": { version: 1, vendor: "test", validate: run },
  };
}

for (const event of ["", " ", "a b", 'a"b', "a\nb", "<a>", "a.b", "\ud800"]) {
  attack(`TRI-020: an event is called ${JSON.stringify(event)}`, async (isWeak) => {
    using app = await startInMemory();
    using check = spyOn(eventNamePattern, "test");
    if (isWeak) check.mockReturnValue(true);
    await app.page.invoke("event.emit", { event, payload: null });
    return secret;
  });
}

attack("TRI-038: a page takes another page's listener away by its number", async (isWeak) => {
  using app = await startInMemory({
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const { services, platform } = app;
  const owner = platform.windows.get("main")!.document.document;
  const unsubscribe = services.events.unsubscribe.bind(services.events);
  // The number alone, without a check of its owner.
  if (isWeak) services.events.unsubscribe = (_, id) => unsubscribe(owner, id);
  const stop = await app.page.listen("news", "main", false, () => {});
  const other = app.pageOf("other");
  for (let id = -2; id < 20; id++) await other.invoke("event.unlisten", { id });
  const isHeard = services.events.lastReadBy("main", "news") !== null;
  stop();
  await waitFor("all to be answered", () => platform.held === services.events.readers);
  return !isHeard && secret;
});

attack(
  "a page forges an event of the framework's own: files dropped on the window",
  async (isWeak) => {
    using app = await startInMemory();
    const { page, services, platform } = app;
    const event = isWeak ? "file-drop" : "framework://file-drop";
    const heard: unknown[] = [];
    const stops = [
      await page.listen(event, null, false, ({ payload }) => void heard.push(payload)),
    ];
    let isOver = false;
    stops.push(await page.listen("over", null, false, () => (isOver = true)));
    const forging = page.invoke("event.emit", { event, payload: [secret] });
    if (!isWeak) await expect(forging).rejects.toMatchObject({ code: "not-allowed" });
    services.events.emit("over");
    await waitFor("the last event", () => isOver);
    for (const stop of stops) stop();
    await waitFor("all else to be answered", () => platform.held === services.events.readers);
    return heard;
  },
);

attack("a page guesses the ticket of another page's reply", async (isWeak) => {
  // Fewer would be in the reply itself.
  const bytes = (): Uint8Array =>
    Buffer.concat([Buffer.from(secret), Buffer.alloc(maxBytesInText)]);
  const app = await startInMemory({
    definition: defineApp({ commands: { bytes } }),
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const reply = await post(app, "bytes", {});
  const ticket = (reply as { ticket: string }).ticket;
  const message = JSON.stringify({ command: "__reply", args: { ticket } });
  const answer = await app.platform.postMessage(isWeak ? "main" : "other", message);
  const { attachments = [] } = JSON.parse(answer) as { attachments?: { base64: string }[] };
  return Buffer.from(attachments[0]?.base64 ?? "", "base64").toString();
});
