import {
  application,
  derOf,
  integer,
  octets,
  sequence,
  tagged,
  truth,
  untruth,
  utf8,
  type Value,
} from "../../signing/der.ts";
import {
  isDictionary,
  xmlPlist,
  type Dictionary,
  type PlistValue,
} from "../../write/property-list.ts";
import { blob, magics, slots, type Slotted } from "./blob.ts";

/** The entitlements of a program, by name. */
export type Entitlements = Dictionary;

/**
 * The JavaScript runtime requires these in a hardened program: it writes the code that it runs, and
 * loads the libraries that the app opens. Apple's own signature of the runtime has the same.
 */
export const runtimeEntitlements: Entitlements = {
  "com.apple.security.cs.allow-dyld-environment-variables": true,
  "com.apple.security.cs.allow-jit": true,
  "com.apple.security.cs.allow-unsigned-executable-memory": true,
  "com.apple.security.cs.disable-executable-page-protection": true,
  "com.apple.security.cs.disable-library-validation": true,
};

const GET_TASK_ALLOW = "com.apple.security.get-task-allow";

/** Their blobs: none for no entitlements. */
export function entitlementBlobs(entitlements: Entitlements): Slotted[] {
  if (Object.keys(entitlements).length === 0) return [];
  return [
    { slot: slots.entitlements, blob: blob(magics.entitlements, xmlPlist(sorted(entitlements))) },
    {
      slot: slots.entitlementsDer,
      blob: blob(magics.entitlementsDer, entitlementsDer(entitlements)),
    },
  ];
}

/** The DER form for newer systems: a version, and a dictionary under [16]. */
export function entitlementsDer(entitlements: Entitlements): Buffer {
  return derOf(application(16, integer(1), dictionary(entitlements)));
}

/** Whether debuggers may attach to the program, which the code directory also states. */
export function allowsDebuggers(entitlements: Entitlements): boolean {
  return entitlements[GET_TASK_ALLOW] === true;
}

function dictionary(values: Entitlements): Value {
  return tagged(
    16,
    ...Object.entries(sorted(values)).map(([name, value]) =>
      sequence(utf8(name), valueOf(name, value)),
    ),
  );
}

function valueOf(name: string, value: PlistValue): Value {
  if (typeof value === "boolean") return value ? truth() : untruth();
  if (typeof value === "string") return utf8(value);
  if (typeof value === "number" && Number.isInteger(value)) return integer(value);
  if (value instanceof Uint8Array) return octets(value);
  if (Array.isArray(value)) return sequence(...value.map((one) => valueOf(name, one)));
  if (isDictionary(value)) return dictionary(value);
  throw new Error(
    `Cannot use entitlement "${name}": want texts, whole numbers, booleans, lists and dictionaries`,
  );
}

function sorted(values: Entitlements): Record<string, PlistValue> {
  return Object.fromEntries(
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
