import { expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { pageScripts, type Reports } from "../../src/cli/build/pages/page-scripts.ts";
import { limits } from "../../src/contract/limits.ts";
import { fetchReply } from "../../src/contract/page/message.ts";
import { reportCommand } from "../../src/contract/page/page-report.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { addressHere, testOnEach, testWithout } from "../support/each-system.ts";

const testOfPosix = testWithout(["windows"], "its paths are other text");

/** Not the class of an error or a date: an object like any other, but for one method. */
const ownWords = (text: string) => ({ text, toJSON: () => ({ printed: text }) });

const definition = {
  commands: {
    echo: (args: unknown) => args,
    bytes: ({ length }: { length: number }) => new Uint8Array(length).fill(7),
    nested: () => ({
      parts: [{ data: Uint8Array.of(1, 2) }, { data: new Uint8Array() }],
      name: "n",
    }),
    sum: ({ data }: { data: Uint8Array }) => data.reduce((a, b) => a + b, 0),
    nothing: () => undefined,
    map: () => new Map([["one", 1]]),
    ownWords: () => ({ own: ownWords("b".repeat(200_000)) }),
    fails: () => {
      throw new TypeError("broken on purpose");
    },
    refuses: () => Promise.reject("a text instead of an error"),
  },
};

test("the arguments and results of commands are the same JSON", async () => {
  using app = await startInMemory({ definition });
  const value = { text: "ü\0\n\u2028", list: [1, null, true, { deep: [] }], empty: "" };
  expect(await app.page.invoke("echo", value)).toEqual(value);
  expect(await app.page.invoke("nothing")).toBeUndefined();
});

for (const mayNotRequest of [false, true]) {
  const how = mayNotRequest ? "where the page may not make requests" : "by request";
  for (const [what, text] of [
    ["of letters", "é".repeat(200_000)],
    ["with a mark of its byte order, NULs and quotes", '\ufeff"\0\\\n\u2028'.repeat(40_000)],
    ["of characters beyond the first plane", "😀".repeat(100_000)],
    ["with half a character", `${"a".repeat(200_000)}\ud800`],
  ] as const) {
    test(`a long text ${what} arrives and comes back as it was, ${how}`, async () => {
      using app = await startInMemory({ definition, mayNotRequest });
      const value = { list: [{ text }, "short"], data: Uint8Array.of(1) };
      const answer = (await app.page.invoke("echo", value)) as typeof value;
      expect(answer.list[1]).toBe("short");
      expect((answer.list[0] as { text: string }).text === text).toBeTrue();
      expect(answer.data).toEqual(Uint8Array.of(1));
      expect(value.list[0]).toEqual({ text });
    });
  }

  test(`bytes travel as bytes in both directions, ${how}`, async () => {
    using app = await startInMemory({ definition, mayNotRequest });
    for (const data of [Uint8Array.of(1, 2, 3), new Uint8Array(100_000).fill(1)]) {
      expect(await app.page.invoke("sum", { data })).toBe(data.length === 3 ? 6 : 100_000);
      expect(await app.page.invoke("echo", { a: [data] })).toEqual({ a: [data] });
    }
  });
}

for (const [what, others] of [
  ["alone", {}],
  ["beside more than has room before it", { more: "é".repeat(1000) }],
  ["beside another one", { more: "b".repeat(150_000) }],
] as const) {
  test(`a long text ${what} comes back as it was`, async () => {
    using app = await startInMemory({ definition });
    for (const text of ["a".repeat(200_000), "é".repeat(200_000)]) {
      const answer = (await app.page.invoke("echo", { text, ...others })) as { text: string };
      expect(answer.text === text).toBeTrue();
      expect(answer).toEqual({ text, ...others });
    }
  });
}

test("a value with toJSON is written by it, however long it is", async () => {
  using app = await startInMemory({ definition });
  const text = "a".repeat(200_000);
  expect(await app.page.invoke("echo", { own: ownWords(text) })).toEqual({
    own: { printed: text },
  });
  expect(await app.page.invoke("ownWords")).toEqual({ own: { printed: "b".repeat(200_000) } });
});

test("a map arrives as an object, in both directions", async () => {
  using app = await startInMemory({ definition });
  const map = new Map<unknown, unknown>([
    ["a", new Map([[1, Uint8Array.of(7)]])],
    ["__proto__", "its own"],
  ]);
  const answer = (await app.page.invoke("echo", { map })) as { map: object };
  expect(Object.entries(answer.map)).toEqual([
    ["a", { 1: Uint8Array.of(7) }],
    ["__proto__", "its own"],
  ]);
  expect(await app.page.invoke("map")).toEqual({ one: 1 });
  expect(map.size).toBe(2);
  const spoken = Object.assign(new Map([["a", 1]]), { toJSON: () => "as it says" });
  expect(await app.page.invoke("echo", { spoken })).toEqual({ spoken: "as it says" });
});

test("a page that names all objects texts does not get its bytes' surroundings written over", async () => {
  using app = await startInMemory({ definition });
  const all = new Uint8Array(300_000).fill(7);
  using _ = withProperty(Object.prototype, "text", "every object's");
  expect(await app.page.invoke("sum", { data: all.subarray(100_000, 300_000) })).toBe(1_400_000);
  expect(all.every((byte) => byte === 7)).toBeTrue();
});

/** Gives an object a property for a while, as a page may to any. */
function withProperty(object: object, name: string, value: unknown): Disposable {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(object, name) };
}

testOfPosix("a long text is written to a file as it was", async () => {
  using folder = tempDir();
  const fs = { writeFile: true, scope: [`${folder.path}/*`] };
  using app = await startInMemory({
    allow: ["fs.writeFile"],
    config: { framework: { allowlist: { fs } } },
  });
  const path = join(folder.path, "long.txt");
  for (const contents of ["\ufeffé😀".repeat(50_000), `${"a".repeat(200_000)}\ud800`]) {
    await app.page.invoke("fs.writeTextFile", { path, contents });
    expect(readFileSync(path, "utf8") === contents.toWellFormed()).toBeTrue();
  }
});

test("bytes in a reply to a call without bytes arrive", async () => {
  using app = await startInMemory({ definition });
  expect(await app.page.invoke("bytes", { length: 100_000 })).toEqual(
    new Uint8Array(100_000).fill(7),
  );
  expect(await app.page.invoke("bytes", { length: 3 })).toEqual(Uint8Array.of(7, 7, 7));
  expect(await app.page.invoke("nested")).toEqual({
    parts: [{ data: Uint8Array.of(1, 2) }, { data: new Uint8Array() }],
    name: "n",
  });
});

test("few bytes stay inside the message, both ways, and a command has them to itself", async () => {
  const seen: unknown[] = [];
  const keep = (data: Uint8Array): Uint8Array => {
    seen.push(data.constructor, data.buffer.byteLength);
    return data;
  };
  using app = await startInMemory({ definition: { commands: { keep } } });
  const base64 = Buffer.from([1, 2, 3]).toString("base64");
  const attachments = [{ path: [], length: 0, base64 }];
  const message = JSON.stringify({ command: "keep", args: null, attachments });
  expect(JSON.parse(await app.platform.postMessage("main", message))).toEqual({
    ok: true,
    result: null,
    attachments,
  });
  expect(seen).toEqual([Uint8Array, 3]);
});

test("the error of a command is answered in development, too", async () => {
  const circle = new Error("a circle");
  circle.cause = new Error("its reason", { cause: circle });
  const unreadable = Object.defineProperty(new Error("no stack"), "stack", {
    get: () => {
      throw new Error("on purpose");
    },
  });
  const commands = {
    circle: () => Promise.reject(circle),
    unreadable: () => Promise.reject(unreadable),
  };
  using app = await startInMemory({ definition: { commands }, mode: "dev" });
  await expect(app.page.invoke("circle")).rejects.toMatchObject({ message: "a circle" });
  await expect(app.page.invoke("unreadable")).rejects.toMatchObject({ message: "no stack" });
});

test("the error of a command rejects with its message", async () => {
  using app = await startInMemory({ definition });
  await expect(app.page.invoke("fails")).rejects.toMatchObject({
    code: "command-failed",
    message: "broken on purpose",
  });
  await expect(app.page.invoke("refuses")).rejects.toMatchObject({
    code: "command-failed",
    message: "a text instead of an error",
  });
});

for (const name of ["missing", "toString", "__proto__", "constructor", ""]) {
  test(`a command named "${name}" is unknown`, async () => {
    using app = await startInMemory({ definition });
    await expect(app.page.invoke(name)).rejects.toMatchObject({ code: "unknown-command" });
  });
}

for (const [what, text] of [
  ["nothing", ""],
  ["no JSON", "{"],
  ["no object", "17"],
  ["null", "null"],
  ["no command", "{}"],
  ["a command that is no text", `{"command":1}`],
  ["attachments that are no list", `{"command":"echo","args":{},"attachments":{}}`],
  ["an attachment that is null", `{"command":"echo","args":{},"attachments":[null]}`],
  ["an attachment that is no object", `{"command":"echo","args":{},"attachments":["a"]}`],
  ["an attachment without a place", `{"command":"echo","args":{},"attachments":[{"length":1}]}`],
  ...(
    [
      ["a place that is a text", `"path":"a","length":0`],
      ["a place that is no name", `"path":[null],"length":0`],
      ["a place before the first", `"path":[-1],"length":0`],
      ["a place between two", `"path":[0.5],"length":0`],
      ["a length below nothing", `"path":["a"],"length":-1`],
      ["a length that is no whole number", `"path":["a"],"length":0.5`],
      ["a length that is a text", `"path":["a"],"length":"0"`],
      ["bytes that are no text", `"path":["a"],"length":0,"base64":[]`],
    ] as const
  ).map(
    ([what, attachment]) =>
      [
        `an attachment with ${what}`,
        `{"command":"echo","args":{"a":null},"attachments":[{${attachment}}]}`,
      ] as const,
  ),
  [
    "an attachment behind the end",
    `{"command":"echo","args":{"a":null},"attachments":[{"path":["a"],"length":9}]}`,
  ],
  [
    "an attached text that is no UTF-8",
    `{"command":"echo","args":{"a":null},"attachments":[{"path":["a"],"length":0,"base64":"/w==","isText":true}]}`,
  ],
  [
    "an attachment in a place that is not there",
    `{"command":"echo","args":{},"attachments":[{"path":["a"],"length":0}]}`,
  ],
  [
    "an attachment in a prototype",
    `{"command":"echo","args":{},"attachments":[{"path":["__proto__","x"],"length":0}]}`,
  ],
] as const) {
  test(`a message that holds ${what} is answered with what is wrong`, async () => {
    using app = await startInMemory({ definition });
    const reply = JSON.parse(await app.page.post(text)) as {
      ok: boolean;
      error: { code: string; message: string };
    };
    expect(reply.ok).toBe(false);
    expect(reply.error.code).toBe("bad-message");
    expect(reply.error.message).toStartWith("Cannot read a call: ");
  });
}

test("a page has so many calls without an answer, and each answer lets one more begin", async () => {
  const limit = limits.unansweredCalls as { most: number };
  const before = limit.most;
  limit.most = 3;
  using output = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const held: (() => void)[] = [];
    const commands = {
      hold: () => new Promise<void>((resolve) => held.push(resolve)),
      echo: (args: unknown) => args,
      fails: () => Promise.reject(new Error("no")),
    };
    using app = await startInMemory({ definition: { commands } });
    for (let round = 0; round < 4; round++) {
      expect(await app.page.invoke("echo", round)).toBe(round);
      await expect(app.page.invoke("fails")).rejects.toThrow("no");
    }
    expect(output.mock.calls).toEqual([]);
    const waiting = [1, 2, 3, 4].map(() => app.page.invoke("hold"));
    const last = app.page.invoke("echo", "there");
    await waitFor("three to begin", () => held.length === 3);
    await Bun.sleep(5);
    expect(held).toHaveLength(3);
    expect(String(output.mock.calls)).toContain("has 3 calls without an answer");
    held[0]?.();
    await waitFor("the fourth to begin", () => held.length === 4);
    for (const answer of held) answer();
    await Promise.all(waiting);
    expect(await last).toBe("there");
  } finally {
    limit.most = before;
  }
});

test("a page with so many calls still hears events, and fetches the bytes of its replies", async () => {
  const limit = limits.unansweredCalls as { most: number };
  const before = limit.most;
  limit.most = 3;
  using _ = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const held: (() => void)[] = [];
    const hold = <T>(result: T) => new Promise<T>((resolve) => held.push(() => resolve(result)));
    const commands = {
      hold: () => hold(null),
      bytes: (isHeld: boolean) => (isHeld ? hold(new Uint8Array(100_000)) : new Uint8Array(1)),
      echo: (args: unknown) => args,
    };
    using app = await startInMemory({ definition: { commands }, mayNotRequest: true });
    const heard: unknown[] = [];
    await app.page.listen("x", null, false, ({ payload }) => void heard.push(payload));
    // The bridge knows by then that it may make no requests.
    await app.page.invoke("bytes", false);
    const bytes = app.page.invoke("bytes", true);
    const waiting = [1, 2, 3].map(() => app.page.invoke("hold"));
    await waitFor("three to begin", () => held.length === 3);
    for (const number of [1, 2, 3]) {
      app.services.events.emit("x", number);
      await waitFor("the event", () => heard.length === number);
    }
    held[0]?.();
    expect(await bytes).toEqual(new Uint8Array(100_000));
    await waitFor("the fourth to begin", () => held.length === 4);
    expect(await app.page.post('{"command":"echo"}')).toContain(
      "Cannot run one more call: 3 of this page wait for their answers",
    );
    for (const answer of held) answer();
    await Promise.all(waiting);
    expect(await app.page.post('{"command":"echo","args":1}')).toBe('{"ok":true,"result":1}');
    expect(heard).toEqual([1, 2, 3]);
    expect(app.page.errors).toEqual([]);
  } finally {
    limit.most = before;
  }
});

test("3,000 calls in flight are each answered with their own result", async () => {
  using app = await startInMemory({ definition });
  const numbers = Array.from({ length: 3000 }, (_, index) => index);
  expect(await Promise.all(numbers.map((number) => app.page.invoke("echo", number)))).toEqual(
    numbers,
  );
  expect(app.platform.held).toBe(0);
});

testOnEach("a posted body that is cut short is answered, not believed", async () => {
  using app = await startInMemory({ definition });
  for (const body of [[], [1], [255, 255, 255, 255], [2, 0, 0, 0, 123]]) {
    const response = await app.platform.request(
      "main",
      addressHere("framework://localhost/__ipc/call"),
      {
        method: "POST",
        body: Uint8Array.from(body),
      },
    );
    const { bytes } = response.body as { bytes: Uint8Array };
    expect(new TextDecoder().decode(bytes.subarray(4))).toContain(`"code":"bad-message"`);
  }
});

testOnEach("a request without the document's key gets nothing", async () => {
  using app = await startInMemory({ definition });
  for (const path of ["call", "probe", "reply/1"]) {
    const response = await app.platform.request(
      "main",
      addressHere(`framework://localhost/__ipc/${path}`),
      {
        method: "POST",
      },
    );
    expect(response.status).toBe(403);
  }
});

testOnEach(
  "kept bytes are handed out once, and only to the document they were kept for",
  async () => {
    using app = await startInMemory({
      definition,
      config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
    });
    const reply = JSON.parse(
      await app.platform.postMessage("one", `{"command":"bytes","args":{"length":100000}}`),
    ) as {
      ticket: string;
    };
    const fetchIt = async (window: string) =>
      (
        await app.platform.request(
          window,
          addressHere(`framework://localhost/__ipc/reply/${reply.ticket}`),
          {
            body: new Uint8Array(),
          },
        )
      ).status;
    expect(await fetchIt("two")).toBe(404);
    expect(await fetchIt("one")).toBe(200);
    expect(await fetchIt("one")).toBe(404);
  },
);

testOnEach(
  "bytes that a page fetches are those that the command returned, whatever becomes of them",
  async () => {
    const bytes = new Uint8Array(100_000);
    using app = await startInMemory({ definition: { commands: { bytes: () => bytes } } });
    const ask = async (): Promise<string> => {
      const reply = await app.platform.postMessage("main", '{"command":"bytes"}');
      bytes.fill(bytes[0] === 0 ? 1 : 0);
      return (JSON.parse(reply) as { ticket: string }).ticket;
    };
    const address = addressHere(`framework://localhost/__ipc/reply/${await ask()}`);
    const response = await app.platform.request("main", address, { body: new Uint8Array() });
    const { bytes: packet } = response.body as { bytes: Uint8Array };
    expect(packet.subarray(-bytes.length)).toEqual(new Uint8Array(bytes.length));
    const message = JSON.stringify({ command: fetchReply, args: { ticket: await ask() } });
    const reply = JSON.parse(await app.platform.postMessage("main", message)) as {
      attachments: [{ base64: string }];
    };
    expect(reply.attachments[0].base64).toBe(Buffer.alloc(bytes.length, 1).toString("base64"));
  },
);

test("a page of another origin is refused, whatever it asks", async () => {
  using app = await startInMemory({ definition, allow: ["dialog.all"] });
  for (const command of ["echo", "dialog.message", "missing"]) {
    const text = JSON.stringify({ command, args: { message: "?" } });
    const reply = JSON.parse(
      await app.platform.postMessage("main", text, "https://example.org"),
    ) as {
      error: { code: string };
    };
    expect(reply.error.code).toBe("not-allowed");
  }
});

testOnEach("a built app has no message of development for the terminal", async () => {
  const canReport = async (reports: Reports | null) =>
    (
      await pageScripts({ system: "linux", hosts: null, isIsolated: false, reports })
    ).bridge.includes(reportCommand);
  expect([await canReport(null), await canReport({ withConsole: false })]).toEqual([false, true]);
  using app = await startInMemory();
  const report = { text: "\x1b[2J", place: null, isConsole: true };
  await expect(app.page.invoke(reportCommand, report)).rejects.toMatchObject({
    code: "unknown-command",
  });
});
