// The values that can be passed in every direction: from pages to commands and back, and by events
// of pages and of the app.

import { expect, test } from "bun:test";
import { reactive } from "vue";
import { waitFor } from "../../harness/wait.ts";
import { testOnEach } from "../support/each-system.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";

/** The content of `main.ts`. Its values go through `here`. */
function appWith(here: { given?: unknown; taken?: unknown }) {
  return {
    commands: { take: (args: unknown) => void (here.taken = args), give: () => here.given },
  };
}

type Way = (
  app: MemoryApp,
  value: unknown,
  here: { given?: unknown; taken?: unknown },
) => Promise<unknown>;

const emit = {
  page: async (app: MemoryApp, payload: unknown) =>
    app.page.invoke("event.emit", { event: "x", payload }),
  app: async (app: MemoryApp, payload: unknown) => app.services.events.emit("x", payload),
} as const;

async function heardByPage(app: MemoryApp, tell: () => Promise<unknown>): Promise<unknown> {
  const heard: unknown[] = [];
  const unlisten = await app.page.listen(
    "x",
    null,
    false,
    ({ payload }) => void heard.push(payload),
  );
  await tell();
  await waitFor("the event", () => heard.length > 0);
  unlisten();
  await waitFor("all to be answered", () => app.platform.held === app.services.events.readers);
  return heard[0];
}

async function heardByApp(app: MemoryApp, tell: () => Promise<unknown>): Promise<unknown> {
  const heard: unknown[] = [];
  const unlisten = app.services.events.listen("x", ({ payload }) => void heard.push(payload));
  await tell();
  unlisten();
  return heard[0];
}

const ways: Readonly<Record<string, Way>> = {
  "from a page to a command": async (app, value, here) => {
    await app.page.invoke("take", value);
    return here.taken;
  },
  "from a command to a page": async (app, value, here) => {
    here.given = value;
    return await app.page.invoke("give");
  },
  "from a page to a page": (app, value) => heardByPage(app, () => emit.page(app, value)),
  "from a page to the app": (app, value) => heardByApp(app, () => emit.page(app, value)),
  "from the app to a page": (app, value) => heardByPage(app, () => emit.app(app, value)),
  "from the app to the app": (app, value) => heardByApp(app, () => emit.app(app, value)),
};

const buffer = (): ArrayBuffer => Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer;
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

class Photo {
  readonly name = "a";
  readonly data = bytes(1, 2);
  readonly #secret = 7;
  get secret(): number {
    return this.#secret;
  }
}

/** As a library makes one that keeps changes apart: what it inherits is empty. */
class Draft extends Map<string, unknown> {
  override forEach(each: (item: unknown, key: string, map: Draft) => void): void {
    each(bytes(1), "drafted", this);
  }
}

class Speaking extends Photo {
  toJSON(): unknown {
    return { printed: this.name };
  }
}

const arrives: readonly [what: string, make: () => unknown, arrived: unknown][] = [
  ["JSON", () => ({ a: [1, "é", true, null, { b: {} }] }), { a: [1, "é", true, null, { b: {} }] }],
  ["bytes", () => bytes(1, 2), bytes(1, 2)],
  [
    "bytes of many",
    () => ({ a: new Uint8Array(100_000).fill(7) }),
    { a: new Uint8Array(100_000).fill(7) },
  ],
  ["a Buffer", () => ({ a: Buffer.from([1, 2]) }), { a: bytes(1, 2) }],
  ["an ArrayBuffer", () => ({ a: buffer() }), { a: bytes(1, 2, 3, 4, 5, 6, 7, 8) }],
  ["a DataView", () => [new DataView(buffer(), 1, 2)], [bytes(2, 3)]],
  ...[
    Int8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ].map((Kind): (typeof arrives)[number] => [
    `a part of a buffer as ${Kind.name}`,
    () => ({ a: new Kind(buffer().slice(), 0, 8 / Kind.BYTES_PER_ELEMENT) }),
    { a: bytes(1, 2, 3, 4, 5, 6, 7, 8) },
  ]),
  [
    "a Map",
    () => ({ a: new Map([["b", new Map([[1, bytes(1)]])]]) }),
    { a: { b: { 1: bytes(1) } } },
  ],
  ["a Set", () => ({ a: new Set([1, new Set([bytes(1)])]) }), { a: [1, [bytes(1)]] }],
  [
    "an object that Vue watches",
    () =>
      reactive({ a: new Map([["b", new Map([[1, bytes(1)]])]]), c: new Set([[1], new Set([2])]) }),
    { a: { b: { 1: bytes(1) } }, c: [[1], [2]] },
  ],
  ["a Map that says itself what is in it", () => [new Draft()], [{ drafted: bytes(1) }]],
  ["an object of a class", () => [new Photo()], [{ name: "a", data: bytes(1, 2) }]],
  ["one that says itself how it is written", () => [new Speaking()], [{ printed: "a" }]],
  [
    "an object without a prototype",
    () => Object.assign(Object.create(null), { a: bytes(1) }),
    { a: bytes(1) },
  ],
  [
    "a Date",
    () => ({ a: new Date(0), b: bytes(1) }),
    { a: "1970-01-01T00:00:00.000Z", b: bytes(1) },
  ],
  [
    "values that JSON leaves out",
    () => ({ a: undefined, b: () => 1, c: Symbol("c"), d: [undefined] }),
    { d: [null] },
  ],
  ["a number that is none", () => ({ a: NaN, b: Infinity }), { a: null, b: null }],
];

const cyclic = (): object => {
  const list: unknown[] = [1];
  list.push({ list });
  return { list };
};
const deep = (): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < 50_000; depth++) value = [value];
  return { value };
};

const isRefused: readonly [what: string, make: () => unknown, part: string][] = [
  ["a BigInt", () => ({ list: [1, { id: 1n }] }), 'list.1.id" is a BigInt'],
  [
    "a BigInt in a Map in a Set",
    () => ({ set: new Set([new Map([["a", 1n]])]) }),
    'set.0.a" is a BigInt',
  ],
  ["a cyclic value", cyclic, 'list.1.list" holds itself'],
  [
    "a getter that throws",
    () => ({ a: Object.defineProperty({}, "b", { enumerable: true, get: fail }) }),
    'a.b" cannot be read',
  ],
  ["a toJSON that throws", () => ({ a: [{ toJSON: fail }] }), 'a.0" cannot be read'],
  ["a value nested too deep", deep, "is nested too deep"],
];

function fail(): never {
  throw new Error("on purpose");
}

for (const mayNotRequest of [false, true]) {
  for (const [way, hand] of Object.entries(ways)) {
    if (mayNotRequest && !way.includes("page")) continue;
    const how = `${way}${mayNotRequest ? " where it may not make requests" : ""}`;
    testOnEach(`every value passed ${how} arrives by one rule`, async () => {
      const here = {};
      using app = await startInMemory({ definition: appWith(here), mayNotRequest });
      for (const [what, make, arrived] of arrives)
        expect({ [what]: await hand(app, make(), here) }).toEqual({ [what]: arrived });
    });

    testOnEach(`a value that cannot be passed ${how} is refused with its place`, async () => {
      const here = {};
      using app = await startInMemory({ definition: appWith(here), mayNotRequest });
      for (const [what, make, part] of isRefused) {
        const refused = await hand(app, make(), here).catch((error: unknown) => error);
        expect({ [what]: refused }).toMatchObject({
          [what]: { message: expect.stringContaining(part) },
        });
      }
    });
  }
}

testOnEach("a BigInt is refused by its own name, whatever it is given to", async () => {
  const here = { given: 1n };
  using app = await startInMemory({ definition: appWith(here) });
  await expect(app.page.invoke("take", 1n)).rejects.toMatchObject({
    code: "bad-argument",
    message:
      'Cannot run "take": "arguments" is a BigInt, its arguments must be JSON, with bytes or without',
  });
  await expect(app.page.invoke("give")).rejects.toMatchObject({
    code: "command-failed",
    message:
      'Cannot answer "give": "result" is a BigInt, what it returns must be JSON, with bytes or without',
  });
  expect(() => app.services.events.emit("x", 1n)).toThrow(
    'Cannot emit "x": "payload" is a BigInt, its payload must be JSON, with bytes or without',
  );
});

testOnEach("an object whose toJSON grows with each call is refused, too", async () => {
  const endless = () => ({ toJSON: () => [endless()] });
  using app = await startInMemory({ definition: appWith({ given: endless() }) });
  await expect(app.page.invoke("give")).rejects.toMatchObject({
    message: expect.stringContaining('"result" is nested too deep or too long'),
  });
});

test("a mistake is reported before the isolation frame is asked", async () => {
  using app = await startInMemory({ isolation: { kind: "pack", files: {} } });
  await expect(app.page.invoke("take", { list: [1n] })).rejects.toMatchObject({
    message:
      'Cannot run "take": "list.0" is a BigInt, its arguments must be JSON, with bytes or without',
  });
});

test("bytes are copied when they are emitted, also those of a Buffer, which shares its memory with its parts", async () => {
  using app = await startInMemory();
  const heard = heardByPage(app, async () => {
    const given = Buffer.from([1, 2, 3]);
    app.services.events.emit("x", { given, part: given.subarray(1) });
    given.fill(0);
  });
  expect(await heard).toEqual({ given: bytes(1, 2, 3), part: bytes(2, 3) });
});
