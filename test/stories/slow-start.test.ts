// An app in development whose own code keeps its windows waiting.

import { afterEach, expect, jest, spyOn, test } from "bun:test";
import { defineApp } from "../../src/app/index.ts";
import { namedIfSlow } from "../../src/app/slow-start.ts";
import { startInMemory } from "../support/app/memory-app.ts";

afterEach(() => void jest.useRealTimers());

test("a step of the start that takes long is named once, and in development only", async () => {
  jest.useFakeTimers();
  using output = spyOn(process.stderr, "write").mockReturnValue(true);
  const { promise, resolve } = Promise.withResolvers<number>();
  const steps = [
    namedIfSlow("dev", "load", promise),
    namedIfSlow("debug", "load", promise),
    namedIfSlow("release", "setup", promise),
  ];
  jest.advanceTimersByTime(9_000);
  expect(output.mock.calls).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(output.mock.calls).toEqual([
    [expect.stringContaining("main.ts is not loaded after 10 seconds")],
  ]);
  resolve(1);
  expect(await Promise.all(steps)).toEqual([1, 1, 1]);
});

test("a setup that takes long is named, and one that has ended is not", async () => {
  jest.useFakeTimers();
  using output = spyOn(process.stderr, "write").mockReturnValue(true);
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const setup = async (): Promise<void> => {
    begun.resolve();
    await promise;
  };
  const starting = startInMemory({ mode: "dev", definition: defineApp({ setup }) });
  await begun.promise;
  jest.advanceTimersByTime(11_000);
  expect(output.mock.calls).toEqual([
    [expect.stringContaining("setup has not ended after 10 seconds")],
  ]);
  resolve();
  using _ = await starting;
  jest.advanceTimersByTime(60_000);
  expect(output.mock.calls).toHaveLength(1);
});
