import type { Address } from "../../ffi/signature.ts";
import type { ObjectiveC } from "./runtime.ts";
import { lettersOf } from "./signature.ts";
import { StructMemory } from "./struct-values.ts";

/** A message as it is sent. */
export interface Message {
  readonly receiver: Address;
  readonly selector: string;
  readonly signature: string;
  readonly args: readonly unknown[];
}

// The object and the selector come before a method's own arguments.
const FIRST = 2;

/**
 * Sends a message with a struct result, of which a direct call could read no more than one
 * register: the system sends it as an invocation, which then returns the result.
 */
export function invoke(
  runtime: Pick<ObjectiveC, "send">,
  invocationClass: Address,
  { receiver, selector, signature, args }: Message,
): unknown {
  const send = runtime.send.bind(runtime);
  const letters = lettersOf(signature);
  const result = new StructMemory(letters.result);
  // A message to nil returns zeros.
  if (receiver === 0) return result.value;
  const method = send(receiver, "methodSignatureForSelector:", ":>n", [selector]);
  if (method === null)
    throw new Error(`Cannot send "${selector}": the object does not answer to it`);
  const invocation = send(invocationClass, "invocationWithMethodSignature:", "@>@", [
    method,
  ]) as Address;
  send(invocation, "setSelector:", ":>v", [selector]);
  args.forEach((arg, index) => {
    send(invocation, "setArgument:atIndex:", "pq>v", [
      memoryOf(letters.args[index] as string, arg),
      index + FIRST,
    ]);
  });
  send(invocation, "invokeWithTarget:", "@>v", [receiver]);
  send(invocation, "getReturnValue:", "p>v", [result.memory]);
  return result.value;
}

/** The memory of an argument. */
function memoryOf(letter: string, value: unknown): NodeJS.TypedArray {
  switch (letter) {
    case "R":
    case "P":
    case "S":
    case "G": {
      const memory = new StructMemory(letter);
      memory.value = value;
      return memory.memory;
    }
    case "d":
      return new Float64Array([value as number]);
    case "B":
      return new Uint8Array([Number(value)]);
    case "@":
    case "n":
    case "#":
    case "q":
    case "Q":
      return new BigInt64Array([BigInt((value ?? 0) as number)]);
    default:
      throw new Error(
        `Cannot ask for a struct with "${letter}" among the arguments: want objects, numbers or structs`,
      );
  }
}
