// The same app on engines of every make: how messages get out and answers back, and what requests
// can carry.

import { describe, expect, test } from "bun:test";
import { answering, posting, type MemoryEngine } from "../../src/native/memory/engine.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory } from "../support/app/memory-app.ts";

const yesAndNo = [true, false] as const;

const engines: readonly (readonly [name: string, engine: MemoryEngine])[] = Object.entries({
  answers: answering,
  posts: posting,
}).flatMap(([how, transport]) =>
  yesAndNo.flatMap((readsBodies) =>
    yesAndNo.flatMap((answersBytes) =>
      yesAndNo.map((playsFromSchemes) => {
        const can = Object.entries({ readsBodies, answersBytes, playsFromSchemes });
        const name = can.map(([trait, has]) => (has ? trait : `not ${trait}`)).join(", ");
        return [
          `${how} messages, ${name}`,
          { transport, readsBodies, answersBytes, playsFromSchemes },
        ] as const;
      }),
    ),
  ),
);

// More than go inside of a message, and few enough.
const notText = new Uint8Array(100_000).map((_, index) => index ^ (index >> 8));
const few = Uint8Array.of(0, 0xff, 0xfe, 0x80, 10);

const definition = {
  commands: {
    echo: (args: unknown) => args,
    bytes: () => notText,
    fails: () => {
      throw new Error("broken on purpose");
    },
  },
};

describe.each(engines)("an engine that %s", (_, engine) => {
  test("carries text, and a lot of it", async () => {
    using app = await startInMemory({ definition, engine });
    for (const text of ["", "ü\0\n\u2028 日本語 👍", "é".repeat(200_000)])
      expect(await app.page.invoke("echo", { text })).toEqual({ text });
  });

  for (const mayNotRequest of yesAndNo) {
    const where = mayNotRequest ? ", where the page may not make requests" : "";
    test(`carries bytes out and in${where}`, async () => {
      using app = await startInMemory({ definition, engine, mayNotRequest });
      for (const deep of [[notText, "text"], [few], [few, notText, new Uint8Array()]])
        expect(await app.page.invoke("echo", { deep })).toEqual({ deep });
      expect(await app.page.invoke("bytes")).toEqual(notText);
      expect(await app.page.invokeForBytes("bytes")).toEqual(notText);
    });
  }

  test("gives each of many calls its own answer", async () => {
    using app = await startInMemory({ definition, engine });
    const numbers = Array.from({ length: 100 }, (_unused, index) => index);
    expect(await Promise.all(numbers.map((number) => app.page.invoke("echo", number)))).toEqual(
      numbers,
    );
  });

  test("brings errors and events", async () => {
    using app = await startInMemory({ definition, engine });
    await expect(app.page.invoke("fails")).rejects.toMatchObject({ code: "command-failed" });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await app.page.listen("news", null, false, ({ payload }) => resolve(payload));
    app.services.events.emit("news", [1]);
    expect(await promise).toEqual([1]);
    await waitFor(
      "all else to be answered",
      () => app.platform.held === app.services.events.readers,
    );
  });

  test("refuses a page whose document has gone", async () => {
    using app = await startInMemory({ definition, engine });
    const { page } = app;
    app.platform.navigate("main");
    await expect(page.invoke("echo", 1)).rejects.toThrow("This page may not call the app");
    expect(await app.pageOf("main").invoke("echo", 1)).toBe(1);
  });

  test("gets the script for video and sound where it plays none by itself", async () => {
    using app = await startInMemory({ allow: ["protocol.asset"], engine });
    const { scripts } = app.platform.windows.get("main")!;
    expect(scripts.some(({ source }) => source.includes("HTMLMediaElement"))).toBe(
      !engine.playsFromSchemes,
    );
  });
});
