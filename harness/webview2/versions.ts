import type { ServedInterface } from "../../src/native/windows/com/server.ts";
import * as interfaces from "./interfaces.ts";

/** All versions of an interface, the oldest first: their names differ in the number at the end. */
export function versionsOf(name: string): readonly ServedInterface[] {
  const numberOf = (each: string): number =>
    Number(each.slice(name.length).replace("_", "") || "1");
  return Object.entries(interfaces)
    .filter(([each]) => each.startsWith(name) && /^(_?\d+)?$/.test(each.slice(name.length)))
    .toSorted(([a], [b]) => numberOf(a) - numberOf(b))
    .map(([, each]) => each as unknown as ServedInterface);
}
