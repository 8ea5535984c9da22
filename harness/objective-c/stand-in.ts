import { isMainThread } from "node:worker_threads";
import "./all-classes.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import {
  useRuntime,
  type ClassDefinition,
  type ObjectiveC,
  type OwnBlock,
} from "../../src/native/macos/objc/runtime.ts";
import { lettersOf } from "../../src/native/macos/objc/signature.ts";
import { AppBlock, blockAt, copiedBlocks, heldBlocks, SystemBlock } from "./blocks.ts";
import {
  addOwnClass,
  behaviourOf,
  classAt,
  classNamed,
  ownMethod,
  type AnyClass,
  type ClassEntry,
} from "./classes.ts";
import { constantNamed } from "./constants.ts";
import { facts as known, instanceMethod, type MethodFacts } from "./facts.ts";
import { handedOut, received } from "./letters.ts";
import { classMethodOf, factsName, methodOf, promised, requiredMethods } from "./methods.ts";
import { heldObjects, objectAt, type NSObject } from "./ns-object.ts";
import { popPool, pushPool } from "./pools.ts";
import { symbolNamed } from "./symbols.ts";
import { refuse, takeViolations } from "./violations.ts";

// A stand-in for Apple's runtime and frameworks, so that `src/native/macos` runs on Linux, and is
// refused whatever Apple's would not forgive. One a process, on its main thread.
//
// To add a class: a TypeScript class of Apple's name, on the one that Apple's is based on, in
// `foundation/` or `app-kit/`, with a method named "-" and the selector for each that is sent ("+"
// for those of the class itself):
//
//   export class NSSound extends NSObject {
//     readonly sound = new Strong<NSString>(this);      // holds, as a retained property does; `Weak`, `Unsafe`, `StrongList`
//     "-setName:"(name: NSString | null): boolean { this.sound.value = name; return true; }
//     "-name"(): NSString | null { return this.sound.value; }
//     static "+soundNamed:"(name: NSString): NSSound | null { … }
//   }
//   defineStandInClasses({ NSSound });
//
// Arguments and results are checked by the facts before and after, and are objects of these
// classes. `init…` returns nothing for the object itself, `null` for nil. A new object is
// autoreleased, or owned by the app, as Cocoa's names say. To send a message to an object of the
// app: `tell(delegate, "selector:", …)`, `tellIfAble`. To call its block: `callBlock`. To give it a
// block that must be called: `new SystemBlock(…)`. For later events: `soon`, `later`, `postEvent`
// of `loop.ts`. C functions and constants: `defineFunctions` (`symbols.ts`), `defineConstants`.
// Import the file in `all-classes.ts`.

const initializes = /^init($|[A-Z:])/;

class StandIn implements ObjectiveC {
  load(): void {}

  classNamed(name: string): Address {
    return this.#entry(name).address;
  }

  hasClass(name: string): boolean {
    return classNamed(name, false) !== undefined;
  }

  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown {
    onMainThread(selector);
    const entry = classAt(receiver);
    if (entry !== undefined) return this.#sendToClass(entry, selector, signature, args);
    const object = objectAt(receiver, `The receiver of "${selector}"`);
    const behaviour = object.constructor as AnyClass;
    const { name } = object;
    const facts = methodOf(behaviour, selector) ?? refuse(`${name} has no method "${selector}"`);
    const taken = takenArguments(`"${selector}" of ${name}`, facts, signature, args);
    const isInitializer = initializes.test(selector);
    if (!object.isReady && !isInitializer && selector !== "release")
      return refuse(`"${selector}" of a ${name} that was not initialized`);
    const own = ownMethod(behaviour, selector);
    const run = own === undefined ? behaviourOf(object, "-", selector) : undefined;
    if (own === undefined && run === undefined)
      return refuse(`The stand-in does not know how ${name} does "${selector}"`);
    if (own !== undefined) return own.run(receiver, args);
    return isInitializer
      ? initialized(object, selector, run?.apply(object, taken))
      : resultOf(`"${selector}" of ${name}`, facts, run?.apply(object, taken));
  }

  #sendToClass(
    entry: ClassEntry,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown {
    const { name, behaviour } = entry;
    const facts =
      classMethodOf(behaviour === null ? name : factsName(behaviour), selector) ??
      refuse(`The class ${name} has no method "${selector}"`);
    const taken = takenArguments(`"${selector}" of the class ${name}`, facts, signature, args);
    const run = behaviour === null ? undefined : behaviourOf(behaviour, "+", selector);
    if (run === undefined)
      return refuse(`The stand-in does not know how the class ${name} does "${selector}"`);
    return resultOf(`"${selector}" of the class ${name}`, facts, run.apply(behaviour, taken));
  }

  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown {
    onMainThread(selector);
    const object = objectAt(receiver, `The receiver of "${selector}"`);
    const { behaviour } = this.#entry(ownClass);
    if (behaviour === null || !(object instanceof behaviour))
      return refuse(`${object.name} is no ${ownClass}, whose base was sent "${selector}"`);
    const base = Object.getPrototypeOf(behaviour) as AnyClass;
    const facts =
      methodOf(base, selector) ?? refuse(`The base of ${ownClass} has no method "${selector}"`);
    const taken = takenArguments(
      `"${selector}" of the base of ${ownClass}`,
      facts,
      signature,
      args,
    );
    const run = behaviourOf(base.prototype, "-", selector);
    if (run === undefined)
      return refuse(`The stand-in does not know how the base of ${ownClass} does "${selector}"`);
    return resultOf(`"${selector}" of the base of ${ownClass}`, facts, run.apply(object, taken));
  }

  define(definition: ClassDefinition): Address {
    onMainThread("define");
    const { name, base, protocols, methods } = definition;
    if (classNamed(name, name in known.classes) !== undefined)
      return refuse(`There is a class ${name} already`);
    for (const protocol of protocols) {
      if (!(protocol in known.protocols)) refuse(`There is no protocol ${protocol}`);
      for (const selector of requiredMethods(protocol))
        if (!(selector in methods)) refuse(`${name} is a ${protocol} without "${selector}"`);
    }
    for (const [selector, { signature }] of Object.entries(methods)) {
      const facts = promised(protocols, selector) ?? instanceMethod(base, selector);
      if (facts !== undefined && facts.signature !== signature)
        refuse(
          `"${selector}" of ${name} is "${signature}", and "${facts.signature}" for the system`,
        );
    }
    const { behaviour } = this.#entry(base);
    if (behaviour === null)
      return refuse(`The stand-in does not know ${base}, the base of ${name}`);
    return addOwnClass(definition, behaviour).address;
  }

  block(signature: string, run: (args: readonly unknown[]) => unknown): OwnBlock {
    onMainThread("block");
    return new AppBlock(signature, run);
  }

  callBlock(address: Address, signature: string, args: readonly unknown[]): unknown {
    onMainThread("callBlock");
    const block = blockAt(address, "The block that is called");
    const name = block instanceof SystemBlock ? block.name : "A block";
    if (block.signature !== signature)
      return refuse(`${name} is "${block.signature}", and was called as "${signature}"`);
    const letters = lettersOf(signature);
    if (args.length !== letters.args.length)
      return refuse(`${name} was called with ${args.length} arguments`);
    const taken = args.map((arg, index) =>
      received(letters.args[index] ?? "", arg, `Argument ${index} of ${name}`),
    );
    const value = block instanceof SystemBlock ? block.call(taken) : block.run(args);
    return block instanceof SystemBlock
      ? handedOut(letters.result, value, `The result of ${name}`)
      : value;
  }

  copyBlock(address: Address): Address {
    const block = blockAt(address, "The block that is copied");
    if (block instanceof SystemBlock) block.retain();
    return address;
  }

  releaseBlock(address: Address): void {
    const block = blockAt(address, "The block that is released");
    if (block instanceof SystemBlock) block.release();
  }

  symbol(name: string): Address {
    return symbolNamed(name);
  }

  constant(name: string): Address {
    return constantNamed(name).address;
  }

  pushPool(): Address {
    onMainThread("pushPool");
    return pushPool();
  }

  popPool(pool: Address): void {
    popPool(pool);
  }

  #entry(name: string): ClassEntry {
    return classNamed(name, name in known.classes) ?? refuse(`There is no class ${name}`);
  }
}

function onMainThread(what: string): void {
  if (!isMainThread) refuse(`"${what}" on another thread than the main one`);
}

function takenArguments(
  what: string,
  facts: MethodFacts,
  signature: string,
  args: readonly unknown[],
): unknown[] {
  if (withoutCare(facts.signature, what) !== withoutCare(signature, what))
    refuse(`${what} is "${facts.signature}", and was sent as "${signature}"`);
  const { args: letters } = lettersOf(signature);
  if (letters.length !== args.length)
    refuse(`${what} takes ${letters.length} arguments, and was sent ${args.length}`);
  return args.map((arg, index) => {
    const named = `Argument ${index} of ${what}`;
    const letter = letters[index] ?? "";
    const taken = received(letter, arg, named);
    if (letter === "b" && taken === null && facts.nullable?.includes(index) !== true)
      return refuse(`${named} is nil, which it may not be`);
    const wanted = facts.blocks?.[String(index)];
    if (taken instanceof AppBlock && wanted !== undefined && wanted !== taken.signature)
      refuse(`${named} is a block "${taken.signature}", and called as "${wanted}"`);
    return taken;
  });
}

// Any initializer may return nil, whatever its declaration says.
const withoutCare = (signature: string, what: string): string =>
  /^"init($|[A-Z:"])/.test(what) ? signature.replace(/>@$/, ">n") : signature;

function resultOf(
  what: string,
  { signature, isOwned = false }: MethodFacts,
  value: unknown,
): unknown {
  if (!isOwned || value === null)
    return handedOut(lettersOf(signature).result, value, `The result of ${what}`);
  const object = value as NSObject;
  object.owned++;
  return object.address;
}

function initialized(object: NSObject, selector: string, value: unknown): Address | null {
  if (object.isReady)
    return refuse(`"${selector}" of a ${object.name} that was initialized before`);
  object.isReady = true;
  if (value === undefined || value === object) return object.address;
  // An initializer may let go of its object, and give another one or nil.
  object.owned--;
  object.freeIfUnused();
  if (value === null) return null;
  const other = value as NSObject;
  other.owned++;
  return other.address;
}

/** The stand-in, for as long as the process lives. */
export const standIn: ObjectiveC = new StandIn();

/** Puts the stand-in in the place of Apple's runtime. */
export function useStandIn(): void {
  useRuntime(standIn);
}

/** The objects that the app holds now, by name, and the blocks of its own and of the system. */
export function heldByApp(): string[] {
  return [
    ...heldObjects().map((object) => `${object.name}${object.detail} ×${object.owned}`),
    ...heldBlocks().map(({ where }) => `block ${where}`),
    ...copiedBlocks().map(({ name }) => name),
  ];
}

/** Throws the app's mistakes since the last call, and forgets them. */
export function checkViolations(): void {
  const wrong = takeViolations();
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}
