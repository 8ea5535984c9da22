import { expect, test } from "bun:test";
import { defineApp, type App } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";

const allow = ["clipboard.writeText", "clipboard.readText"];

test("written text is read", async () => {
  using app = await startInMemory({ allow });
  expect(await app.page.invoke("clipboard.writeText", { text: "é ✓ 😀" })).toBeUndefined();
  expect(app.platform.clipboard).toBe("é ✓ 😀");
  expect(await app.page.invoke("clipboard.readText", {})).toBe("é ✓ 😀");
});

test("a clipboard with nothing in it is null", async () => {
  using app = await startInMemory({ allow });
  expect(await app.page.invoke("clipboard.readText", {})).toBeNull();
});

test("an empty text is a text", async () => {
  using app = await startInMemory({ allow });
  await app.page.invoke("clipboard.writeText", { text: "" });
  expect(await app.page.invoke("clipboard.readText", {})).toBe("");
});

test("a long text goes through whole", async () => {
  using app = await startInMemory({ allow });
  const text = "0123456789".repeat(300_000);
  await app.page.invoke("clipboard.writeText", { text });
  expect(await app.page.invoke("clipboard.readText", {})).toBe(text);
});

test("writing does not imply reading", async () => {
  using app = await startInMemory({ allow: ["clipboard.writeText"] });
  await expect(app.page.invoke("clipboard.readText", {})).rejects.toMatchObject({
    code: "not-allowed",
  });
});

test("own code reads and writes without a flag, and only texts", async () => {
  let own: App | undefined;
  const setup = (given: App): void => void (own = given);
  using app = await startInMemory({ definition: defineApp({ setup }) });
  const { clipboard } = own!;
  expect(await clipboard.readText()).toBeNull();
  await clipboard.writeText("é ✓ 😀");
  expect(await clipboard.readText()).toBe("é ✓ 😀");
  await expect(clipboard.writeText(5 as never)).rejects.toMatchObject({
    code: "bad-argument",
    message: 'Cannot run "clipboard.writeText": "text" is 5, it must be a string',
  });
  expect(app.platform.clipboard).toBe("é ✓ 😀");
});
