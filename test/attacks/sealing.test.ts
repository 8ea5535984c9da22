// Attacks on the isolation pattern's seals, without a window: calls on their way, and the pages
// that get the frame.

import { expect, spyOn, test } from "bun:test";
import { createCipheriv } from "node:crypto";
import { sealedCalls } from "../../src/app/calls/calls.ts";
import { Isolation, isolationPolicy } from "../../src/app/calls/isolation.ts";
import { Origins } from "../../src/app/calls/origins.ts";
import { defineApp } from "../../src/app/index.ts";
import { isOpenCall } from "../../src/contract/page/isolation.ts";
import type { FrameworkError } from "../../src/contract/errors.ts";
import { Random } from "../scope/random.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

/** The isolation frame's form of a call. */
function seal(key: Uint8Array, count: number, call: object, frame = "frame1"): Uint8Array {
  const json = Buffer.from(JSON.stringify(call));
  const iv = Buffer.alloc(12);
  iv.write(frame);
  iv.writeUIntLE(count, 6, 6);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(json.length);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  return new Uint8Array(
    Buffer.concat([
      iv,
      cipher.update(Buffer.concat([head, json])),
      cipher.final(),
      cipher.getAuthTag(),
    ]),
  );
}

const text = (body: Uint8Array): string => Buffer.from(body).toString("utf8", 4);
const call = { command: "own", args: secret };

attack("with isolation, a call that is not sealed", async (isWeak) => {
  using app = await startInMemory({
    definition: defineApp({ commands: { own: () => secret } }),
    ...(!isWeak && { isolation: { kind: "pack", files: {} } }),
  });
  return JSON.parse(await app.page.post(JSON.stringify(call)));
});

attack("a call sealed with another key", (isWeak) => {
  const isolation = new Isolation();
  return text(isolation.open(1, seal(isWeak ? isolation.key : new Isolation().key, 1, call)));
});

attack("a sealed call that was changed on its way", (isWeak) => {
  const isolation = new Isolation();
  const sealed = seal(isolation.key, 1, call);
  if (!isWeak) sealed[20]! ^= 1;
  return text(isolation.open(1, sealed));
});

attack("a sealed call that is sent twice", (isWeak) => {
  const isolation = new Isolation();
  isolation.open(1, seal(isolation.key, 1, { command: "own" }));
  return text(isolation.open(1, seal(isolation.key, isWeak ? 2 : 1, call)));
});

attack("a sealed call from the page of another window", (isWeak) => {
  const isolation = new Isolation();
  isolation.open(1, seal(isolation.key, 1, { command: "own" }));
  return text(isolation.open(isWeak ? 1 : 2, seal(isolation.key, 2, call)));
});

test("sealed calls may overtake one another, each is taken once, and old ones are not kept for ever", () => {
  const isolation = new Isolation();
  const counts = [3, 1, 2, 70_000, 69_999, 10_000];
  for (const count of counts) isolation.open(1, seal(isolation.key, count, call));
  for (const count of [...counts, 4]) {
    expect(() => isolation.open(1, seal(isolation.key, count, call))).toThrow("it came before");
  }
  isolation.closed(1);
  expect(text(isolation.open(2, seal(isolation.key, 1, call)))).toContain(secret);
});

test("a sealed call may be overtaken by 65,536 others less one, and is never taken after that", () => {
  const reach = 65_536;
  const isolation = new Isolation();
  const open = (count: number) => isolation.open(1, seal(isolation.key, count, call));
  for (const count of [1, 3, reach + 1]) open(count);
  // The frame of the first one has moved on as far as it remembers.
  expect(() => open(1)).toThrow("it came before");
  expect(() => open(3)).toThrow("it came before");
  expect(text(open(2))).toContain(secret);
});

test("a sealed call is read as a message of text, too", () => {
  const isolation = new Isolation();
  const sender = { window: "main", document: 1, origin: "framework://localhost" };
  const sealed = Buffer.from(seal(isolation.key, 1, call)).toString("base64");
  expect(sealedCalls(isolation).text(sender, sealed)).toEqual(call);
  expect(() => sealedCalls(isolation).text(sender, sealed)).toThrow("it came before");
});

const openCall = {
  id: 1,
  command: "own",
  json: "{}",
  taken: [{ path: ["a"], bytes: new Uint8Array() }],
};

for (const [what, value, isCall] of [
  ["a call", openCall, true],
  ["a call without arguments", { ...openCall, json: undefined, taken: [] }, true],
  ["nothing", null, false],
  ["a text", "own", false],
  ["one field more", { ...openCall, more: 1 }, false],
  ["one field less", { id: 1, command: "own", json: "{}" }, false],
  ["a field by another name", { id: 1, command: "own", json: "{}", took: [] }, false],
  ["inherited fields", Object.create(openCall), false],
  ["an id that is no number", { ...openCall, id: "1" }, false],
  ["an id that is no whole number", { ...openCall, id: 1.5 }, false],
  ["a command that is no text", { ...openCall, command: ["own"] }, false],
  ["arguments that are no text", { ...openCall, json: {} }, false],
  ["bytes that are no list", { ...openCall, taken: { length: 0 } }, false],
  ["bytes without a place", { ...openCall, taken: [{ bytes: new Uint8Array() }] }, false],
  ["bytes in no place", { ...openCall, taken: [{ path: "a", bytes: new Uint8Array() }] }, false],
  ["bytes that are none", { ...openCall, taken: [{ path: ["a"], bytes: [1] }] }, false],
  [
    "bytes with something beside",
    { ...openCall, taken: [{ ...openCall.taken[0], more: 1 }] },
    false,
  ],
  ["nothing among the bytes", { ...openCall, taken: [...openCall.taken, null] }, false],
] as const) {
  test(`a page sends its isolation frame ${what}: that is ${isCall ? "taken" : "no call"}`, () => {
    expect(isOpenCall(value)).toBe(isCall);
  });
}

test("100,000 hostile sealed messages are refused", () => {
  const random = new Random(10);
  const isolation = new Isolation();
  const good = seal(isolation.key, 1, call);
  for (let round = 0; round < 100_000; round++) {
    const bytes =
      random.below(2) === 0
        ? new Uint8Array(random.list(0, 60, () => random.below(256)))
        : good.slice(0, random.below(good.length));
    if (random.below(2) === 0 && bytes.length > 0)
      bytes[random.below(bytes.length)]! ^= 1 + random.below(255);
    let refusal: unknown;
    try {
      isolation.open(1, bytes);
    } catch (error) {
      refusal = error;
    }
    expect((refusal as FrameworkError).code).toBe("not-allowed");
  }
});

for (const [what, page, headers] of [
  ["a page of another site", "https://example.com/", {}],
  ["a page without an address", "about:blank", {}],
  ["a frame of another site", "framework://localhost/", { referer: "https://example.com/" }],
] as const) {
  attack(`with isolation, ${what} shows the isolation frame`, async (isWeak) => {
    using app = await startInMemory({
      isolation: { kind: "folder", folder: import.meta.dir },
      config: { framework: { pattern: { use: "isolation", options: { dir: "../isolation" } } } },
    });
    using _ = isWeak ? spyOn(Origins.prototype, "mayCall").mockReturnValue(true) : null;
    app.platform.navigate("main", page);
    const { status } = await app.platform.request(
      "main",
      "framework-isolation://localhost/attack.ts",
      {
        headers,
      },
    );
    return status === 200 ? secret : `status ${status}`;
  });
}

test("pages that may call show the isolation frame, and it its own parts", async () => {
  using app = await startInMemory({
    isolation: { kind: "folder", folder: import.meta.dir },
    config: {
      framework: {
        pattern: { use: "isolation", options: { dir: "../isolation" } },
        security: {
          dangerousRemoteDomainIpcAccess: [{ domain: "example.com", windows: ["main"] }],
        },
      },
    },
  });
  for (const [page, referer] of [
    ["framework://localhost/", undefined],
    ["framework://localhost/", "framework-isolation://localhost/"],
    ["framework://localhost/", "https://example.com/"],
    ["https://example.com/x", "https://example.com/x"],
  ] as const) {
    app.platform.navigate("main", page);
    const headers = referer === undefined ? {} : { referer };
    const { status } = await app.platform.request(
      "main",
      "framework-isolation://localhost/attack.ts",
      {
        headers,
      },
    );
    expect([page, referer, status]).toEqual([page, referer, 200]);
  }
});

test("the isolation frame has no network, no other scripts, and is shown by pages that may call alone", () => {
  const pages = [
    "framework://localhost/*",
    "*://example.org/*",
    "https://example.com/*",
    "framework://localhost/*",
  ];
  expect(isolationPolicy("framework-isolation://localhost", pages).split("; ")).toEqual([
    "default-src 'none'",
    "script-src framework-isolation://localhost",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors framework://localhost http://example.org https://example.org https://example.com",
    "sandbox allow-scripts",
  ]);
});
