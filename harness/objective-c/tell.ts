import { lettersOf } from "../../src/native/macos/objc/signature.ts";
import { type AppBlock, SystemBlock } from "./blocks.ts";
import { behaviourOf, ownMethod, respondsTo, type AnyClass } from "./classes.ts";
import { handedOut, received } from "./letters.ts";
import type { NSObject } from "./ns-object.ts";
import { inPool } from "./pools.ts";
import { refuse } from "./violations.ts";

/**
 * Sends a message as the system does: to an object of the app's, which gets addresses and answers
 * with them, or to one of the stand-in. The arguments and the result are as the stand-in's classes
 * have them.
 */
export function tell(object: NSObject, selector: string, ...args: readonly unknown[]): unknown {
  const own = ownMethod(object.constructor as AnyClass, selector);
  if (own !== undefined) return runOwn(object, selector, own, args);
  const behaviour = behaviourOf(object, "-", selector);
  if (behaviour === undefined)
    return refuse(`${object.name} was sent "${selector}" by the system, and does not answer to it`);
  return behaviour.apply(object, [...args]);
}

/** The same for optional messages: no effect if the object is nil or has no such method. */
export function tellIfAble(
  object: NSObject | null,
  selector: string,
  ...args: readonly unknown[]
): unknown {
  return object !== null && respondsTo(object, selector)
    ? tell(object, selector, ...args)
    : undefined;
}

interface Signed {
  readonly signature: string;
  readonly run: (self: number, args: readonly unknown[]) => unknown;
}

/** Runs a method of the app, and keeps its autoreleased objects until it has returned. */
export function runOwn(
  object: NSObject,
  selector: string,
  { signature, run }: Signed,
  args: readonly unknown[],
): unknown {
  const what = `"${selector}" of ${object.name}`;
  return inPool(() => {
    const letters = lettersOf(signature);
    if (letters.args.length !== args.length)
      return refuse(
        `${what} takes ${letters.args.length} arguments: the system gives ${args.length}`,
      );
    object.kept++;
    try {
      const plain = args.map((arg, index) =>
        handedOut(letters.args[index] ?? "", arg, `Argument ${index} of ${what}`),
      );
      return resultOf(letters.result, run(object.address, plain), `The result of ${what}`);
    } finally {
      object.kept--;
      object.freeIfUnused();
      for (const arg of args) if (arg instanceof SystemBlock) arg.release();
    }
  });
}

// A method that threw has reported so, and gives 0 whatever its result is.
function resultOf(letter: string, value: unknown, what: string): unknown {
  if (value === 0) {
    if (letter === "B") return false;
    if (letter === "@" || letter === "b" || letter === "n") return null;
    if (letter === "R" || letter === "P" || letter === "S" || letter === "G" || letter === "s")
      return undefined;
  }
  return received(letter, value, what);
}

/** Calls a block of the app's. */
export function callBlock(block: AppBlock | SystemBlock, ...args: readonly unknown[]): unknown {
  if (block instanceof SystemBlock) return block.call(args);
  if (block.isFreed) return refuse(`A block was called after it was freed: ${block.where}`);
  return inPool(() => {
    const { args: letters, result } = lettersOf(block.signature);
    if (letters.length !== args.length)
      return refuse(
        `A block takes ${letters.length} arguments: the system gives ${args.length} (${block.where})`,
      );
    const plain = args.map((arg, index) =>
      handedOut(letters[index] ?? "", arg, `Argument ${index} of a block`),
    );
    return resultOf(result, block.run(plain), `The result of a block (${block.where})`);
  });
}
