import { declare } from "../../ffi/library.ts";
import type { Address } from "../../ffi/signature.ts";
import { CalledRuntime } from "./called-runtime.ts";
import { appleNames } from "./encoding.ts";
import { findSymbol, openFramework } from "./loader.ts";
import type { Processor } from "./lowering.ts";

// Frameworks load their dependencies: Foundation and CoreGraphics come with AppKit.
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

/** Apple's own runtime. */
export class AppleRuntime extends CalledRuntime {
  constructor(processor: Processor) {
    // One function sends every message: it jumps to the method with all arguments.
    let send: Address | undefined;
    let sendToBase: Address | undefined;
    super(processor, {
      names: appleNames(processor),
      load: () => frameworks.forEach(openFramework),
      classNamed: (name) => objc.objc_getClass(name),
      selectorNamed: (name) => objc.sel_registerName(name),
      nameOf: (selector) => objc.sel_getName(selector),
      sender: () => (send ??= findSymbol("objc_msgSend")),
      baseSender: (receiver, ownClass) => ({
        address: (sendToBase ??= findSymbol("objc_msgSendSuper")),
        // struct objc_super: the receiver, and the class whose methods answer.
        receiver: BigUint64Array.of(BigInt(receiver), BigInt(objc.class_getSuperclass(ownClass))),
      }),
      allocateClass: (base, name) => objc.objc_allocateClassPair(base, name, 0),
      addMethod: (own, selector, run, types) =>
        objc.class_addMethod(own, objc.sel_registerName(selector), run, types) !== 0,
      addProtocol: (own, name) => {
        // The runtime has no protocol that no system code adopts; callers then check the methods.
        const protocol = objc.objc_getProtocol(name);
        if (protocol !== null) objc.class_addProtocol(own, protocol);
      },
      registerClass: (own) => objc.objc_registerClassPair(own),
      symbol: findSymbol,
      stackBlock: () => findSymbol("_NSConcreteStackBlock"),
      copyBlock: (block) => objc._Block_copy(block),
      releaseBlock: (block) => objc._Block_release(block),
      pushPool: () => objc.objc_autoreleasePoolPush(),
      popPool: (pool) => objc.objc_autoreleasePoolPop(pool),
    });
  }
}
