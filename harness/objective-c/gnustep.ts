import { readdirSync } from "node:fs";
import { addressOfFunction, declarationOf, type Library } from "../../src/native/ffi/library.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { library } from "../../src/native/linux/library.ts";
import { Blocks } from "../../src/native/macos/objc/block-memory.ts";
import { Calls } from "../../src/native/macos/objc/calls.ts";
import { encode } from "../../src/native/macos/objc/encoding.ts";
import { invoke } from "../../src/native/macos/objc/invocation.ts";
import { makeClass } from "../../src/native/macos/objc/made-class.ts";
import type { ClassDefinition, ObjectiveC, OwnBlock } from "../../src/native/macos/objc/runtime.ts";
import { lettersOf } from "../../src/native/macos/objc/signature.ts";
import { isStruct } from "../../src/native/macos/objc/struct-values.ts";

// GNUstep is another Cocoa, over GCC's runtime, which gives the function of a method and leaves the call to others. All
// else is what Apple's runtime is called by, too: how arguments travel, structs that are given back, blocks, made classes.

const where = { debian: "libgnustep-gui and gnustep-back", fedora: "gnustep-gui", arch: "gnustep-gui" };

/** The library files, by the names that their versions have here; `null` for one that is not installed. */
function fileOf(name: string): string | null {
  const folders = ["/usr/lib", `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`];
  const files = folders.flatMap((folder) => readdirSync(folder));
  return files.find((file) => file.startsWith(`${name}.so.`) && /\.so\.\d+(?:\.\d+)?$/.test(file)) ?? null;
}

/** What a machine lacks for it. */
export const missingGnustep: readonly string[] = [
  ["libobjc", "libobjc4"],
  ["libBlocksRuntime", "libblocksruntime0"],
  ["libgnustep-base", "libgnustep-base1.28"],
  ["libgnustep-gui", "libgnustep-gui0.29"],
].flatMap(([name = "", packageName = ""]) => (fileOf(name) === null ? [packageName] : []));

const opened = <const T extends Readonly<Record<string, string>>>(name: string, signatures: T): Library<T> =>
  library(fileOf(name) ?? `${name}.so`, where, signatures);

const objc = opened("libobjc", {
  objc_getClass: "s>n",
  objc_getProtocol: "s>n",
  // (name, types)
  sel_registerTypedName: "ss>p",
  sel_registerName: "s>p",
  sel_getName: "p>s",
  objc_msg_lookup: "np>p",
  class_getSuperclass: "p>p",
  class_getMethodImplementation: "pp>p",
  objc_allocateClassPair: "psL>n",
  objc_registerClassPair: "p>v",
  class_addMethod: "ppps>y",
  class_addProtocol: "pp>y",
});
const blockRuntime = opened("libBlocksRuntime", { _Block_copy: "p>p", _Block_release: "p>v" });
const base = opened("libgnustep-base", { NSHomeDirectory: ">n" });
const gui = opened("libgnustep-gui", { NSApplicationMain: "ip>i" });
const libc = library("libc.so.6", where, { setenv: "ssi>i" });

// How its headers name the structs that Apple's Core Graphics brings.
const names = { rect: "_NSRect", point: "_NSPoint", size: "_NSSize", bool: "C" };

/** GNUstep's runtime, for tests of what Apple's is called by. */
export class GnustepRuntime implements ObjectiveC {
  readonly #calls = new Calls(process.arch === "arm64" ? "arm64" : "x64", {
    named: (name) => objc.sel_registerName(name),
    nameOf: (selector) => objc.sel_getName(selector),
  });
  readonly #blocks = new Blocks(this.#calls, () => ({
    stackBlock: findIn(blockRuntime, "_NSConcreteStackBlock"),
    copy: (block) => blockRuntime._Block_copy(block),
    release: (block) => blockRuntime._Block_release(block),
  }));

  load(): void {
    // Bun leaves C without an environment.
    for (const [name, value = ""] of Object.entries(process.env)) libc.setenv(name, value, 1);
    addressOfFunction(base, "NSHomeDirectory");
    addressOfFunction(gui, "NSApplicationMain");
  }

  classNamed(name: string): Address {
    const found = objc.objc_getClass(name);
    if (found === null) throw new Error(`Cannot find class "${name}": GNUstep has none of that name`);
    return found;
  }

  hasClass(name: string): boolean {
    return objc.objc_getClass(name) !== null;
  }

  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown {
    if (isStruct(lettersOf(signature).result)) {
      const sends = {
        send: this.send.bind(this),
        invocationClass: this.classNamed("NSInvocation"),
      };
      return invoke(sends, receiver, selector, signature, args);
    }
    const named = objc.sel_registerName(selector);
    return this.#calls.call(objc.objc_msg_lookup(receiver, named), [receiver, named], signature, args);
  }

  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown {
    const named = objc.sel_registerName(selector);
    const above = objc.class_getSuperclass(this.classNamed(ownClass));
    const method = objc.class_getMethodImplementation(above, named);
    return this.#calls.call(method, [receiver, named], signature, args);
  }

  define(definition: ClassDefinition): Address {
    return makeClass(definition, this.#calls, {
      allocate: (name) => objc.objc_allocateClassPair(this.classNamed(definition.base), name, 0),
      addMethod: (own, selector, signature, run) => {
        const types = encode(signature, names);
        return objc.class_addMethod(own, objc.sel_registerTypedName(selector, types), run, types) !== 0;
      },
      addProtocol: (own, name) => {
        const protocol = objc.objc_getProtocol(name);
        if (protocol !== null) objc.class_addProtocol(own, protocol);
      },
      register: (own) => objc.objc_registerClassPair(own),
    });
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
    return findIn(gui, name);
  }

  constant(name: string): Address {
    // The address of a variable is what a call can read by.
    const memory = new BigUint64Array(1);
    this.#calls.call(findIn(gui, "memcpy"), [memory, this.symbol(name)], "Q>p", [memory.byteLength]);
    return Number(memory[0]);
  }

  pushPool(): Address {
    const pool = this.send(this.classNamed("NSAutoreleasePool"), "alloc", ">@", []) as Address;
    return this.send(pool, "init", ">@", []) as Address;
  }

  popPool(pool: Address): void {
    this.send(pool, "release", ">v", []);
  }
}

/** Where something is that a library exports, or one that it is made from. */
function findIn(from: object, name: string): Address {
  const declaration = declarationOf(from);
  if (declaration === undefined) throw new Error(`Cannot find "${name}": want a declared library`);
  return declaration.find(name);
}
