import { describe, expect, test } from "bun:test";
import * as events from "../../../src/native/windows/lib/webview2-events.ts";
import {
  completedHandlers,
  environmentOptions,
  eventHandlers,
} from "../../../src/native/windows/lib/webview2-handlers.ts";
import * as objects from "../../../src/native/windows/lib/webview2.ts";
import { engineCapabilities } from "../../../src/native/windows/page/engine-capabilities.ts";
import type { Interface } from "../../../src/native/windows/com/client.ts";
import type { ServedInterface } from "../../../src/native/windows/com/server.ts";
import * as theirs from "../../../harness/webview2/interfaces.ts";

const { completedHandlers: theirCompleted, eventHandlers: theirEvents, ...lists } = theirs;
const ordered = lists as unknown as Readonly<Record<string, ServedInterface>>;
const called: readonly Interface[] = [...Object.values(objects), ...Object.values(events)];

/** The arguments of a method. A pointer that may be NULL counts as one that may not. */
const asPlain = (signature: string): string => signature.replaceAll("n", "p").replaceAll("u", "i");

describe("each interface that is called is as the runtime has it", () => {
  test.each(called.map((one) => [one.name, one] as const))("%s", (name, { iid, methods }) => {
    const list = ordered[name]!;
    expect(iid).toBe(list.iid);
    const names = Object.keys(list.methods);
    for (const [method, text] of Object.entries(methods)) {
      // The same method, called by what another processor takes.
      if (method === "put_BoundsInRegisters") continue;
      const [slot, signature = ""] = text.split(":");
      expect(`${method} ${slot}`).toBe(`${method} ${names.indexOf(method) + 3}`);
      expect(asPlain(signature)).toBe(asPlain(list.methods[method]!));
    }
  });
});

test("each handler has the number that the runtime asks for", () => {
  for (const [name, { iid }] of Object.entries(eventHandlers))
    expect([name, iid]).toEqual([name, theirEvents[name as keyof typeof theirEvents]]);
  for (const [name, { iid }] of Object.entries(completedHandlers))
    expect([name, iid]).toEqual([name, theirCompleted[name as keyof typeof theirCompleted]]);
});

test("the options have the methods that the runtime calls, in their order", () => {
  const names = Object.keys(ordered).filter((name) =>
    name.startsWith("ICoreWebView2EnvironmentOptions"),
  );
  expect(environmentOptions).toHaveLength(names.length);
  for (const [index, { iid, methods }] of environmentOptions.entries()) {
    const list = ordered[names[index]!]!;
    expect(iid).toBe(list.iid);
    expect(Object.entries(methods).map(([name, signature]) => [name, asPlain(signature)])).toEqual(
      Object.entries(list.methods).map(([name, signature]) => [name, asPlain(signature)]),
    );
  }
});

/** The events and settings of the runtime's objects. */
const objectsOfRuntime = /^ICoreWebView2(?:Environment|Controller|Settings|Profile|_)?\d*$/;

function namesWith(prefix: string): string[] {
  const all = Object.entries(ordered)
    .filter(([name]) => objectsOfRuntime.test(name))
    .flatMap(([, { methods }]) => Object.keys(methods));
  return [...new Set(all)]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}

test("each event of the engine is in one row of its powers", () => {
  const ours = engineCapabilities.flatMap(({ signals = [] }) => signals);
  expect(ours.toSorted()).toEqual(namesWith("add_").toSorted());
});

test("each setting of the engine is in one row of its powers", () => {
  const ours = engineCapabilities.flatMap(({ settings = {} }) => Object.keys(settings));
  expect(ours.toSorted()).toEqual(namesWith("put_").toSorted());
});
