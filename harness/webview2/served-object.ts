import type { Address } from "../../src/native/ffi/signature.ts";
import { E_FAIL, E_NOTIMPL, S_OK, type HResult } from "../../src/native/windows/com/hresult.ts";
import { serve, type ServedInterface } from "../../src/native/windows/com/server.ts";
import { kernel32 } from "../../src/native/windows/lib/kernel32.ts";
import { wideTextAt } from "../../src/native/windows/wide-text.ts";
import type { EventSource } from "./event-source.ts";
import { wrong } from "./report.ts";
import { writeValue, type Value } from "./values.ts";

/** The fields of an object that calls of `get_` and `put_` read and write. */
export type Properties = Record<string, Value>;

export interface ObjectDescription {
  /** Its name in the reports. */
  readonly name: string;
  readonly interfaces: readonly ServedInterface[];
  readonly properties?: Properties;
  /** The other calls. A call that throws has failed. */
  readonly methods?: Readonly<Record<string, (...args: never[]) => HResult | void>>;
  /** The events of its `add_` and `remove_` calls. */
  readonly events?: EventSource;
  /** Asked before each call: an error, or `S_OK`. */
  readonly state?: () => HResult;
  /** A property was set. */
  readonly changed?: (property: string, value: Value) => void;
  readonly released?: () => void;
}

const alive = new Map<Address, string>();
const thread = { id: 0 };

/** The names of the objects that have references. */
export function aliveObjects(): readonly string[] {
  return [...alive.values()].toSorted();
}

/**
 * Makes an object of the runtime, without references. It reports unknown calls, where the real one
 * would act in a way that is not simulated here.
 */
export function serveObject(description: ObjectDescription): Address {
  thread.id ||= kernel32.GetCurrentThreadId();
  const names = new Set(description.interfaces.flatMap(({ methods }) => Object.keys(methods)));
  const handlers = Object.fromEntries(
    [...names].map((method) => [method, strict(description, method)] as const),
  );
  const address = serve(description.interfaces, handlers as never, () => {
    alive.delete(address);
    description.released?.();
  });
  alive.set(address, description.name);
  return address;
}

type Call = (...args: number[]) => HResult | void;

function strict(description: ObjectDescription, method: string): Call {
  const call = callOf(description, method);
  const name = `${description.name}.${method}`;
  return (...given: readonly (number | null)[]) => {
    // NULL is no number in a callback's arguments.
    const args = given.map((each) => each ?? 0);
    if (kernel32.GetCurrentThreadId() !== thread.id) wrong(`${name} was called on another thread`);
    try {
      const state = description.state?.() ?? S_OK;
      if (state < 0) {
        wrong(`${name} was called after the view was closed`);
        return state;
      }
      return call(...args) ?? S_OK;
    } catch (error) {
      wrong(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return E_FAIL;
    }
  };
}

function callOf(description: ObjectDescription, method: string): Call {
  const { name, methods = {}, properties = {}, events, changed } = description;
  const own = methods[method];
  if (own !== undefined) return own as Call;
  const [, verb = "", subject = ""] = /^(get|put|add|remove)_(.*)$/.exec(method) ?? [];
  if (verb === "get" && subject in properties)
    return (out = 0) => writeValue(out, properties[subject] ?? 0);
  if (verb === "put" && subject in properties)
    return (given = 0) => {
      properties[subject] = valueOf(given, properties[subject] ?? 0);
      changed?.(subject, properties[subject]);
    };
  if (verb === "add" && events !== undefined)
    return (handler = 0, out = 0) => events.add(subject, handler, out);
  if (verb === "remove" && events !== undefined)
    return (token = 0) => events.remove(subject, token);
  return () => {
    wrong(`${name}.${method} was called, which the stand-in does not know`);
    return E_NOTIMPL;
  };
}

/** The value that a call has set, with the same type as the present one. */
function valueOf(given: number, before: Value): Value {
  if (typeof before === "boolean") return given !== 0;
  if (typeof before === "number") return given;
  if (typeof before === "bigint") return BigInt(given);
  if (typeof before === "string") return wideTextAt(given);
  if ("double" in before) return { double: given };
  return { object: given === 0 ? null : given };
}
