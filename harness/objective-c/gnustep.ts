import { ptr } from "bun:ffi";
import { existsSync, readdirSync } from "node:fs";
import { addressOfFunction, declarationOf, type Library } from "../../src/native/ffi/library.ts";
import { functionAt, type Address } from "../../src/native/ffi/signature.ts";
import { CalledRuntime } from "../../src/native/macos/objc/called-runtime.ts";
import { library } from "../../src/native/linux/library.ts";

// GNUstep is another Cocoa, over GCC's runtime. GCC's runtime returns the function of a method and
// leaves the call to others. Everything else is called as in Apple's runtime: how arguments are
// passed, returned structs, blocks, created classes.

const where = {
  debian: "libgnustep-gui and gnustep-back",
  fedora: "gnustep-gui",
  arch: "gnustep-gui",
};

/**
 * The library files, by the names that their versions have here; `null` for one that is not
 * installed.
 */
function fileOf(name: string): string | null {
  const folders = [
    "/usr/lib",
    `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`,
  ];
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder));
  return (
    files.find((file) => file.startsWith(`${name}.so.`) && /\.so\.\d+(?:\.\d+)?$/.test(file)) ??
    null
  );
}

/** The parts that a machine lacks for it. */
export const missingGnustep: readonly string[] = [
  ["libobjc", "libobjc4"],
  ["libBlocksRuntime", "libblocksruntime0"],
  ["libgnustep-base", "libgnustep-base1.28"],
  ["libgnustep-gui", "libgnustep-gui0.29"],
].flatMap(([name = "", packageName = ""]) => (fileOf(name) === null ? [packageName] : []));

const opened = <const T extends Readonly<Record<string, string>>>(
  name: string,
  signatures: T,
): Library<T> => library(fileOf(name) ?? `${name}.so`, where, signatures);

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
// (count, arguments, environment)
const base = opened("libgnustep-base", { GSInitializeProcess: "ipp>v" });
const gui = opened("libgnustep-gui", { NSApplicationMain: "ip>i" });
const libc = library("libc.so.6", where, { setenv: "ssi>i" });

// The names in its headers for the structs of Apple's Core Graphics.
const names = { rect: "_NSRect", point: "_NSPoint", size: "_NSSize", bool: "C" };

/** GNUstep's runtime, for tests of the calls to Apple's. */
export class GnustepRuntime extends CalledRuntime {
  constructor() {
    super(process.arch === "arm64" ? "arm64" : "x64", {
      names,
      load,
      classNamed: (name) => objc.objc_getClass(name),
      selectorNamed: (name) => objc.sel_registerName(name),
      nameOf: (selector) => objc.sel_getName(selector),
      sender: (receiver, selector) => objc.objc_msg_lookup(receiver, selector),
      baseSender: (receiver, ownClass, selector) => ({
        address: objc.class_getMethodImplementation(objc.class_getSuperclass(ownClass), selector),
        receiver,
      }),
      allocateClass: (base, name) => objc.objc_allocateClassPair(base, name, 0),
      addMethod: (own, selector, run, types) =>
        objc.class_addMethod(own, objc.sel_registerTypedName(selector, types), run, types) !== 0,
      addProtocol: (own, name) => {
        const protocol = objc.objc_getProtocol(name);
        if (protocol !== null) objc.class_addProtocol(own, protocol);
      },
      registerClass: (own) => objc.objc_registerClassPair(own),
      symbol: (name) => findIn(gui, name),
      stackBlock: () => findIn(blockRuntime, "_NSConcreteStackBlock"),
      copyBlock: (block) => blockRuntime._Block_copy(block),
      releaseBlock: (block) => blockRuntime._Block_release(block),
      pushPool: () => sent(sent(objc.objc_getClass("NSAutoreleasePool"), "alloc"), "init"),
      popPool: (pool) => void sent(pool, "release"),
    });
  }
}

function load(): void {
  const variables = Object.entries(process.env).map(([name, value = ""]) => [name, value] as const);
  // Bun leaves C without an environment.
  for (const [name, value] of variables) libc.setenv(name, value, 1);
  // This replaces the process's real arguments, because the application would take a script among
  // them for a document.
  const environment = variables.map(([name, value]) => `${name}=${value}`);
  base.GSInitializeProcess(1, addresses(["gnustep"]), addresses(environment));
  addressOfFunction(gui, "NSApplicationMain");
}

/** The result of a message without arguments. */
function sent(receiver: Address | null, selector: string): Address {
  const named = objc.sel_registerName(selector);
  return functionAt(objc.objc_msg_lookup(receiver, named), "np>p")(receiver, named);
}

/** The address of an exported symbol of a library, or of one of its dependencies. */
function findIn(from: object, name: string): Address {
  const declaration = declarationOf(from);
  if (declaration === undefined) throw new Error(`Cannot find "${name}": want a declared library`);
  return declaration.find(name);
}

const kept: Uint8Array[] = [];

/** An array of C strings, which are kept. */
function addresses(texts: readonly string[]): BigUint64Array {
  const strings = texts.map((text) => Buffer.from(`${text}\0`));
  kept.push(...strings);
  return new BigUint64Array([...strings.map((text) => BigInt(ptr(text))), 0n]);
}
