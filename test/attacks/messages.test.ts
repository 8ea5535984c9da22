// Hostile messages: whatever a page sends, it gets one answer, and the app goes on.

import { callWindow } from "../../src/contract/page/message.ts";
import { expect, spyOn, test } from "bun:test";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import { defineApp } from "../../src/app/index.ts";
import { commands } from "../../src/contract/commands/index.ts";
import { errorCodes, type FrameworkError } from "../../src/contract/errors.ts";
import type { ReplyMessage } from "../../src/contract/page/message.ts";
import { labelPattern } from "../../src/contract/window/window.ts";
import { Random } from "../scope/random.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

/** These end the app or the window, or are answered only when there is an event. */
const notSent = [
  "process.exit",
  "process.relaunch",
  "window.close",
  "window.destroy",
  "window.finishClose",
  "event.next",
];
const names = Object.keys(commands).filter((name) => !notSent.includes(name));

const keys = [
  "path",
  "options",
  "label",
  "message",
  "__proto__",
  "constructor",
  "args",
  "length",
  "0",
  "",
  "id",
  "event",
  "url",
];

function hostileValue(random: Random, depth = 0): unknown {
  const scalar = (): unknown =>
    random.pick([
      null,
      true,
      -1,
      0.5,
      1e308,
      -0,
      2 ** 53,
      "",
      "main",
      "/etc/passwd",
      "../..",
      "\0",
      "\ud800",
      "framework://x",
      [],
      {},
    ]);
  if (depth > 3 || random.below(3) === 0) return scalar();
  if (random.below(3) === 0) return random.list(0, 3, () => hostileValue(random, depth + 1));
  return Object.fromEntries(
    random.list(0, 3, () => [random.pick(keys), hostileValue(random, depth + 1)]),
  );
}

/** Text that is nearly a call. */
function hostileText(random: Random): string {
  const command = random.pick([
    ...names,
    "constructor",
    "__proto__",
    "toString",
    "__reply",
    "plugin:x|y",
    "own",
    "",
  ]);
  const call: Record<string, unknown> = { command, args: hostileValue(random) };
  if (random.below(4) === 0) {
    call["attachments"] = random.pick<unknown>([
      hostileValue(random),
      [
        {
          path: random.list(0, 3, () => random.pick(keys)),
          length: random.pick([0, 1, -1, 2 ** 40]),
          base64: "AAAA",
        },
      ],
    ]);
  }
  if (random.below(6) === 0) call["inline"] = true;
  const text = JSON.stringify(call);
  const at = random.below(text.length);
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) +
        random.pick(["{", "}", '"', "\0", "\\", ",", "[", "1e999"]) +
        text.slice(at + 1)
      );
    case 2:
      return random.pick([
        "",
        "null",
        "[]",
        "0",
        '"x"',
        "{}",
        '{"command":1}',
        "[".repeat(500),
        '{"command":"own","args":' + "[".repeat(200) + "]".repeat(200) + "}",
      ]);
    default:
      return text;
  }
}

function isReply(text: string): boolean {
  const reply = JSON.parse(text) as ReplyMessage;
  return (
    reply.ok || (Object.hasOwn(errorCodes, reply.error.code) && reply.error.message.length > 0)
  );
}

test("100,000 hostile messages get an answer each, and none of them is a fault of ours", async () => {
  const random = new Random(8);
  using app = await startInMemory({
    allow: ["all"],
    answers: { message: () => 0, file: () => [] },
    definition: defineApp({ commands: { own: (value: unknown) => value } }),
  });
  const faults = new Map<string, string>();
  for (let round = 0; round < 100; round++) {
    const texts = random.list(1000, 1000, () => hostileText(random));
    const answers = await Promise.all(texts.map((text) => app.page.post(text)));
    answers.forEach((answer, at) => {
      expect(isReply(answer)).toBe(true);
      if (answer.includes('"internal"')) faults.set(answer, texts[at] as string);
    });
  }
  expect([...faults]).toEqual([]);
  expect(Object.prototype).not.toHaveProperty("path");
  expect(await app.page.invoke("own", { still: "there" })).toEqual({ still: "there" });
});

test("100,000 hostile bodies get an answer each", async () => {
  const random = new Random(9);
  using app = await startInMemory({
    definition: defineApp({ commands: { own: (value: unknown) => value } }),
  });
  for (let round = 0; round < 100_000; round++) {
    const json = Buffer.from(hostileText(random));
    const body = new Uint8Array(
      Buffer.concat([Buffer.alloc(4), json, Buffer.alloc(random.below(8))]),
    );
    const length = random.pick([json.length, json.length + 3, 0, 2 ** 32 - 1]);
    new DataView(body.buffer).setUint32(0, length, true);
    const sent = body.slice(
      0,
      random.pick([body.length, body.length, random.below(body.length + 1)]),
    );
    const { status, body: answer } = await app.platform.request(
      "main",
      "framework://localhost/__ipc/call",
      {
        method: "POST",
        body: sent,
      },
    );
    expect(status).toBe(200);
    const bytes = answer.kind === "bytes" ? Buffer.from(answer.bytes) : Buffer.alloc(4);
    expect(isReply(bytes.toString("utf8", 4, 4 + bytes.readUInt32LE(0)))).toBe(true);
  }
});

for (const label of ['");alert(1)//', "a b", "../x", "", "main\0", "</script>", "a-b"]) {
  test(`TRI-021: a page opens no window called ${JSON.stringify(label)}`, async () => {
    using app = await startInMemory({ allow: ["window.create"] });
    const created = app.page.invoke("window.create", { label, options: { url: "index.html" } });
    await expect(created).rejects.toMatchObject({ code: "bad-argument" });
    expect([...app.platform.windows.keys()]).toEqual(["main"]);
  });
}

/** A label that ends the text it is written into, for a script of its own. */
const scriptLabel = `");globalThis.leaked=${JSON.stringify(secret)};("`;

/**
 * Lets a page open a window with that label, and returns the data that its script left in a page.
 */
async function byLabel({
  isChecked,
  isQuoted,
}: Record<"isChecked" | "isQuoted", boolean>): Promise<unknown> {
  using app = await startInMemory({ allow: ["window.create"] });
  using check = spyOn(labelPattern, "test");
  if (!isChecked) check.mockReturnValue(true);
  const { stringify } = JSON;
  using quote = spyOn(JSON, "stringify");
  if (!isQuoted) {
    quote.mockImplementation((value: unknown) =>
      value === scriptLabel ? `"${value}"` : stringify(value),
    );
  }
  const leaking = globalThis as { leaked?: unknown };
  try {
    await app.page.invoke("window.create", { label: scriptLabel, options: { url: "index.html" } });
    // Each page gets the list of windows.
    expect(app.page.labels.length).toBeGreaterThan(0);
    return leaking.leaked;
  } finally {
    delete leaking.leaked;
  }
}

attack("TRI-021: the label of a window runs as a script in every page", (isWeak) =>
  byLabel({ isChecked: !isWeak, isQuoted: !isWeak }),
);

attack("TRI-021: the same, although nothing but the quotes is in its way", (isWeak) =>
  byLabel({ isChecked: false, isQuoted: !isWeak }),
);

test("TAU2-007: 100,000 hostile accelerators are read, or refused by name", () => {
  const random = new Random(11);
  const pieces = [
    "Ctrl",
    "+",
    " ",
    "Shift",
    "A",
    "F35",
    "F99",
    "",
    "\0",
    "é",
    "CommandOrControl",
    "++",
    "\ud800",
    "NUM1",
    "constructor",
    "__proto__",
  ];
  for (let round = 0; round < 100_000; round++) {
    const text = random.list(0, 6, () => random.pick(pieces)).join("");
    let code: string | null = null;
    try {
      parseAccelerator(text, "linux");
    } catch (error) {
      ({ code } = error as FrameworkError);
    }
    expect([null, "bad-argument"]).toContain(code);
  }
});

// Prototypes
// -------------------------------------------------------------------------------------------

test("freezePrototype is placed into the app's own pages alone, before the app's own scripts", async () => {
  const config = {
    framework: {
      security: {
        freezePrototype: true,
        dangerousRemoteDomainIpcAccess: [{ domain: "example.org", windows: ["main"] }],
      },
    },
  };
  using app = await startInMemory({
    config,
    definition: defineApp({ commands: {}, scripts: ["window.own = 1"] }),
  });
  const { scripts } = app.platform.windows.get("main")!.spec;
  const at = scripts.findIndex(({ source }) => source === "Object.freeze(Object.prototype)");
  expect(scripts[at]?.pages).toEqual(["framework://localhost/*"]);
  expect(scripts.findIndex(({ source }) => source.includes("window.own"))).toBeGreaterThan(at);
  using other = await startInMemory({});
  expect(
    other.platform.windows
      .get("main")!
      .spec.scripts.some(({ source }) => source.includes("freeze(Object.prototype)")),
  ).toBe(false);
});

test("numbers of calls that are skipped, repeated or huge hold up and cost no other page", async () => {
  const seen: string[] = [];
  const commands = { note: (text: string) => void seen.push(text) };
  using app = await startInMemory({
    definition: defineApp({ commands }),
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
  });
  const post = (place: string, text: string) =>
    app.platform.postMessage("main", `${place} {"command":"note","args":"${text}"}`);
  const isRefused = async (answer: Promise<string>) =>
    expect(JSON.parse(await answer)).toMatchObject({ ok: false, error: { code: "bad-message" } });
  const other = app.pageOf("other");
  await post("1,0", "first");
  for (const place of [
    "1,0",
    "0,0",
    `${callWindow + 2},1`,
    "999999999999999,0",
    "9999999999999999,0",
  ])
    await isRefused(post(place, "never"));
  // Those after a gap wait for it, each number once, and none of another page does.
  const early = [3, 4, callWindow + 1].map((number) => post(`${number},1`, `${number}`));
  await isRefused(post("4,1", "never"));
  await other.invoke("note", "other");
  expect(seen).toEqual(["first", "other"]);
  // Any number of wishes to hear of a huge one keeps one of them.
  const wishes = Array.from({ length: 1000 }, () =>
    app.platform.postMessage("main", "?999999999999999"),
  );
  for (const given of ["!1", "!999999999999999", "!x", "!", "?", "?-1"])
    void app.platform.postMessage("main", given);
  await Promise.all(wishes.slice(0, -1));
  await post("2,1", "second");
  await Promise.all(early.slice(0, 2));
  expect(seen).toEqual(["first", "other", "second", "3", "4"]);
  // A page loses the call that it reports as begun.
  await post(`${4 * callWindow},${4 * callWindow - 1}`, "skipped to");
  expect(JSON.parse((await early[2]) as string)).toMatchObject({ error: { code: "closed" } });
  await other.invoke("note", "other");
  app.platform.navigate("main");
  await wishes.at(-1);
});
