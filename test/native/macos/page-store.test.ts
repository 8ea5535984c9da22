// The place of pages' data on macOS.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { checkViolations, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { heldObjects } from "../../../harness/objective-c/ns-object.ts";
import { WKWebsiteDataStore } from "../../../harness/wkwebview/configuration.ts";
import { stageApp } from "../../../src/native/conformance/stage.ts";
import type { AppIdentity } from "../../../src/contract/ui/index.ts";
import { startApplication } from "../../../src/native/macos/app/application.ts";
import { DialogQueue } from "../../../src/native/shell/dialog-queue.ts";
import { openEngine } from "../../../src/native/macos/page/engine.ts";

useStandIn();
beforeEach(() => inPool(startApplication));

const usual = { ...machine };
afterEach(() => void Object.assign(machine, usual));

const inBundle = { bundleIdentifier: "org.example.app", systemVersion: [14, 4, 0] } as const;
const kept: Partial<AppIdentity> = { dataDirectory: "/data" };

/** The store that an engine has opened. */
function storeOf(state: Partial<typeof machine>, identity: Partial<AppIdentity>): string {
  Object.assign(machine, state);
  const before = new Set(heldObjects());
  inPool(() =>
    openEngine({ ...stageApp, ...identity }, { usesPrivateApi: false, dialogs: new DialogQueue() }),
  );
  checkViolations();
  const made = heldObjects().filter((object) => !before.has(object));
  const store = made.find(
    (object): object is WKWebsiteDataStore => object instanceof WKWebsiteDataStore,
  );
  const which = store?.which ?? "none";
  // An engine keeps them for good, and here are several.
  for (const object of made) object["-release"]();
  return which;
}

test("a bundle has the store of its identifier, on every version of the system", () => {
  expect(storeOf(inBundle, kept)).toBe("default");
  expect(storeOf({ ...inBundle, systemVersion: [13, 0, 0] }, kept)).toBe("default");
});

test("outside of a bundle each identifier has a store of its own, where the system knows such", () => {
  const outside = { ...inBundle, bundleIdentifier: null };
  const one = storeOf(outside, { ...kept, identifier: "org.example.one" });
  expect(one).toMatch(/^[0-9a-f]{12}8[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  expect(storeOf(outside, { ...kept, identifier: "org.example.other" })).not.toBe(one);
  expect(storeOf(outside, { ...kept, identifier: "org.example.one" })).toBe(one);
  expect(storeOf({ ...outside, systemVersion: [13, 0, 0] }, kept)).toBe("default");
});

test("an app that keeps nothing has a store in memory", () => {
  expect(storeOf(inBundle, { dataDirectory: null })).toBe("in memory");
});

test("in development each project has a store of its own, and none where the system knows no such stores", () => {
  const outside = { ...inBundle, bundleIdentifier: null };
  const of = (name: string): Partial<AppIdentity> => ({
    ...kept,
    profile: { name, forgetsWorkers: true, keepsPages: true },
  });
  const one = storeOf(outside, of("one"));
  expect([storeOf(outside, of("one")), storeOf(outside, of("other"))]).toEqual([
    one,
    expect.not.stringContaining(one),
  ]);
  expect(storeOf(outside, kept)).not.toBe(one);
  expect(storeOf({ ...outside, systemVersion: [13, 0, 0] }, of("one"))).toBe("in memory");
});
