import { read, type Pointer } from "bun:ffi";
import { FrameworkError } from "../../../contract/errors.ts";
import { declare } from "../../ffi/library.ts";
import type { Address } from "../../ffi/signature.ts";
import { Blocks } from "./block-memory.ts";
import { Calls } from "./calls.ts";
import { appleNames, encode, type EncodingNames } from "./encoding.ts";
import { invoke } from "./invocation.ts";
import { findSymbol, openFramework } from "./loader.ts";
import type { Processor } from "./lowering.ts";
import { makeClass } from "./made-class.ts";
import type { ClassDefinition, ObjectiveC, OwnBlock } from "./runtime.ts";
import { lettersOf } from "./signature.ts";
import { isStruct } from "./struct-values.ts";

// Frameworks bring those they are made from: Foundation and CoreGraphics come with AppKit.
const frameworks = ["AppKit", "WebKit", "UniformTypeIdentifiers", "UserNotifications", "Carbon"];

const objc = declare({
  file: "libobjc.A.dylib",
  signatures: {
    objc_getClass: "s>n",
    objc_getProtocol: "s>n",
    sel_registerName: "s>p",
    sel_getName: "p>s",
    class_getSuperclass: "p>p",
    // (base, name, extra bytes)
    objc_allocateClassPair: "psL>n",
    objc_registerClassPair: "p>v",
    // (class, selector, function, types)
    class_addMethod: "ppps>y",
    class_addProtocol: "pp>y",
    objc_autoreleasePoolPush: ">p",
    objc_autoreleasePoolPop: "p>v",
    _Block_copy: "p>p",
    _Block_release: "p>v",
  },
  find: findSymbol,
});

/** Apple's own runtime. Everything is called on the main thread, except where a method's reference says otherwise. */
export class AppleRuntime implements ObjectiveC {
  readonly #names: EncodingNames;
  readonly #classes = new Map<string, Address>();
  readonly #selectors = new Map<string, Address>();
  readonly #symbols = new Map<string, Address>();
  readonly #calls: Calls;
  readonly #blocks: Blocks;

  constructor(processor: Processor) {
    this.#names = appleNames(processor);
    this.#calls = new Calls(processor, {
      named: (name) => this.#selector(name),
      nameOf: (selector) => objc.sel_getName(selector),
    });
    this.#blocks = new Blocks(this.#calls, () => ({
      stackBlock: this.symbol("_NSConcreteStackBlock"),
      copy: (block) => objc._Block_copy(block),
      release: (block) => objc._Block_release(block),
    }));
  }

  load(): void {
    frameworks.forEach(openFramework);
  }

  classNamed(name: string): Address {
    const found = this.#classNamed(name);
    if (found === null)
      throw new FrameworkError("unavailable", `Cannot find class "${name}": want macOS 13 or newer`);
    return found;
  }

  hasClass(name: string): boolean {
    return this.#classNamed(name) !== null;
  }

  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown {
    if (isStruct(lettersOf(signature).result))
      return invoke(
        {
          send: (...message) => this.send(...message),
          invocationClass: this.classNamed("NSInvocation"),
        },
        receiver,
        selector,
        signature,
        args,
      );
    return this.#calls.call(
      this.symbol("objc_msgSend"),
      [receiver, this.#selector(selector)],
      signature,
      args,
    );
  }

  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown {
    if (isStruct(lettersOf(signature).result))
      throw new Error(`Cannot send "${selector}" to the base of "${ownClass}": it gives a struct`);
    // struct objc_super: who is sent it, and the class whose methods answer.
    const target = new BigUint64Array([
      BigInt(receiver),
      BigInt(objc.class_getSuperclass(this.classNamed(ownClass))),
    ]);
    return this.#calls.call(
      this.symbol("objc_msgSendSuper"),
      [target, this.#selector(selector)],
      signature,
      args,
    );
  }

  define(definition: ClassDefinition): Address {
    const made = makeClass(definition, this.#calls, {
      allocate: (name) => objc.objc_allocateClassPair(this.classNamed(definition.base), name, 0),
      addMethod: (own, selector, signature, run) =>
        objc.class_addMethod(own, this.#selector(selector), run, encode(signature, this.#names)) !== 0,
      addProtocol: (own, name) => {
        // The runtime knows no protocol that no code of the system's adopts; who asks looks for the methods then.
        const protocol = objc.objc_getProtocol(name);
        if (protocol !== null) objc.class_addProtocol(own, protocol);
      },
      register: (own) => objc.objc_registerClassPair(own),
    });
    this.#classes.set(definition.name, made);
    return made;
  }

  block(signature: string, run: (args: readonly unknown[]) => unknown): OwnBlock {
    return this.#blocks.make(signature, run);
  }

  callBlock(block: Address, signature: string, args: readonly unknown[]): unknown {
    return this.#blocks.call(block, signature, args);
  }

  copyBlock(block: Address): Address {
    return this.#blocks.copy(block);
  }

  releaseBlock(block: Address): void {
    this.#blocks.release(block);
  }

  symbol(name: string): Address {
    let address = this.#symbols.get(name);
    if (address === undefined) {
      address = findSymbol(name);
      this.#symbols.set(name, address);
    }
    return address;
  }

  constant(name: string): Address {
    return read.ptr(this.symbol(name) as Pointer);
  }

  pushPool(): Address {
    return objc.objc_autoreleasePoolPush();
  }

  popPool(pool: Address): void {
    objc.objc_autoreleasePoolPop(pool);
  }

  #classNamed(name: string): Address | null {
    let address = this.#classes.get(name) ?? null;
    if (address === null) {
      address = objc.objc_getClass(name);
      if (address !== null) this.#classes.set(name, address);
    }
    return address;
  }

  #selector(name: string): Address {
    let address = this.#selectors.get(name);
    if (address === undefined) {
      address = objc.sel_registerName(name);
      this.#selectors.set(name, address);
    }
    return address;
  }
}
