import type { Address } from "../../../src/native/ffi/signature.ts";
import { comInterface, comObject, type ObjectOf } from "../../../src/native/windows/com/client.ts";
import { S_OK } from "../../../src/native/windows/com/hresult.ts";
import type { ServedInterface } from "../../../src/native/windows/com/server.ts";
import { giveAddress, giveNumber as writeNumber } from "../../../src/native/windows/memory.ts";
import * as interfaces from "../../../harness/webview2/interfaces.ts";

// The common part of the scripted runtime objects.

export const Unknown = comInterface("IUnknown", "00000000-0000-0000-c000-000000000046", {});
export const Handler = comInterface("Handler", "00000000-0000-0000-c000-000000000046", {
  Event: "3:nn>i",
  Completed: "3:in>i",
});
export type HeldHandler = ObjectOf<typeof Handler>;

/** An object with all versions of an interface. */
export function versions(name: string): ServedInterface[] {
  const all = interfaces as unknown as Readonly<Record<string, ServedInterface>>;
  const numbered = new RegExp(`^${name}_?\\d*$`);
  return Object.entries(all)
    .filter(([each]) => numbered.test(each))
    .map(([, one]) => one);
}

export function giveObject(out: Address, object: Address): number {
  const kept = comObject(object, Unknown).again(Unknown);
  giveAddress(out, kept.address);
  return S_OK;
}

export function giveLong(out: Address, number: number): number {
  giveAddress(out, number);
  return S_OK;
}

export function giveNumber(out: Address, number: number): number {
  writeNumber(out, number);
  return S_OK;
}

/** All that was begun with `setTimeout` has happened, and what came of it. */
export async function turn(): Promise<void> {
  for (let count = 0; count < 4; count++) await new Promise((resolve) => setTimeout(resolve));
}
