// Attacks by way of errors: pages report theirs to the app's own code, and to nothing else.

import { expect, test } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { errorPlugin } from "../../src/app/errors/page-errors.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const command = `plugin:${errorPlugin}|report`;

attack("a page of another site reports errors to the app", async (isWeak) => {
  const heard: string[] = [];
  using app = await startInMemory({
    definition: defineApp({
      setup: (own) => void own.onError(({ error }) => void heard.push((error as Error).message)),
    }),
    config: {
      framework: {
        windows: [{ label: "main" }],
        security: {
          dangerousRemoteDomainIpcAccess: [
            { domain: "example.org", windows: ["main"], plugins: isWeak ? [errorPlugin] : [] },
          ],
        },
      },
    },
  });
  const text = JSON.stringify({ command, args: { name: "Error", message: secret } });
  await app.platform.postMessage("main", text, "https://example.org");
  return heard;
});

/** The own code's view of a page's error. */
async function heardOf(args: unknown): Promise<Error> {
  const heard: unknown[] = [];
  using app = await startInMemory({
    definition: defineApp({
      setup: (own) => void own.onError(({ error }) => void heard.push(error)),
    }),
  });
  await app.page.invoke(command, args);
  await waitFor("the report", () => heard.length === 1);
  return heard[0] as Error;
}

test("a report of a page is text of a bounded length, whatever the page sends", async () => {
  const long = "x".repeat(100_000);
  for (const args of [
    null,
    {},
    { message: { toString: 1 } },
    { name: [], stack: 7 },
    { message: long, stack: long },
  ]) {
    const { name, message, stack = "" } = await heardOf(args);
    expect([name, message, stack].map((text) => typeof text)).toEqual([
      "string",
      "string",
      "string",
    ]);
    expect(message.length).toBeLessThanOrEqual(10_000);
    expect(stack.length).toBeLessThan(21_000);
  }
});

test("an error of a page cannot end the app", async () => {
  let exitCode: number | null = null;
  using app = await startInMemory({
    definition: defineApp({ setup: (own) => void own.onError(() => {}) }),
    onQuit: (code) => void (exitCode = code),
  });
  for (let number = 0; number < 200; number++) await app.page.invoke(command, { message: "x" });
  await app.page.invoke("app.getName", null).catch(() => {});
  expect(exitCode).toBeNull();
});
