// The stand-in for Apple's runtime refuses mistakes that Apple's would not forgive. Each case would
// pass without its check.
import { afterEach, describe, expect, test } from "bun:test";
import { Worker } from "node:worker_threads";
import { SystemBlock } from "../../../harness/objective-c/blocks.ts";
import type { NSString } from "../../../harness/objective-c/foundation/ns-string.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { objectAt } from "../../../harness/objective-c/ns-object.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { checkViolations, heldByApp, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { tell } from "../../../harness/objective-c/tell.ts";
import { takeViolations } from "../../../harness/objective-c/violations.ts";
import type { Address } from "../../../src/native/ffi/signature.ts";
import { Reply } from "../../../src/native/macos/objc/block.ts";
import { runtime, type ClassDefinition } from "../../../src/native/macos/objc/runtime.ts";

useStandIn();

const send = (
  receiver: Address,
  selector: string,
  signature: string,
  ...args: unknown[]
): unknown => runtime().send(receiver, selector, signature, args);

const classOf = (name: string): Address => runtime().classNamed(name);
const allocated = (name: string): Address => send(classOf(name), "alloc", ">@") as Address;
const made = (name: string): Address => send(allocated(name), "init", ">n") as Address;
const release = (object: Address): void => void send(object, "release", ">v");

/** The recorded mistakes of an action, each remembered though it was caught. */
function wrongs(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    const output = takeViolations().map((wrong) => wrong.split("\n")[0] ?? "");
    expect(output).toContain((error as Error).message);
    return output;
  }
  return takeViolations().map((wrong) => wrong.split("\n")[0] ?? "");
}

/** Tries a send to a new object, which is let go of. */
function sent(name: string, selector: string, signature: string, ...args: unknown[]): string[] {
  const object = made(name);
  const wrong = wrongs(() => send(object, selector, signature, ...args));
  release(object);
  return wrong;
}

let lastNumber = 0;

/** A class of the app's. */
function ownClass(definition: Partial<ClassDefinition>): Address {
  const name = `Own${++lastNumber}`;
  return runtime().define({ name, base: "NSObject", protocols: [], methods: {}, ...definition });
}

afterEach(() => {
  expect(heldByApp()).toEqual([]);
  checkViolations();
});

describe("a send is refused", () => {
  test("to an object whose class has no such method", () => {
    expect(sent("NSArray", "title", ">@")).toEqual(['NSArray has no method "title"']);
  });

  test("to a class that has no such method", () => {
    expect(wrongs(() => send(classOf("NSArray"), "screens", ">@"))).toEqual([
      'The class NSArray has no method "screens"',
    ]);
  });

  test("to a class that is not there", () => {
    expect(wrongs(() => classOf("NSSquare"))).toEqual(["There is no class NSSquare"]);
  });

  test("with letters other than the method's", () => {
    expect(sent("NSArray", "count", ">q")).toEqual([
      '"count" of NSArray is ">Q", and was sent as ">q"',
    ]);
  });

  test("with fewer arguments than the method takes", () => {
    expect(sent("NSMutableArray", "addObject:", "@>v")).toEqual([
      '"addObject:" of NSMutableArray takes 1 arguments, and was sent 0',
    ]);
  });

  test("with nil for what is never nil", () => {
    expect(sent("NSMutableArray", "addObject:", "@>v", null)).toEqual([
      'Argument 0 of "addObject:" of NSMutableArray is nil, which it may not be',
    ]);
  });

  test("with nil for a block that is never nil", () => {
    const loop = send(classOf("NSRunLoop"), "mainRunLoop", ">@") as Address;
    expect(wrongs(() => send(loop, "performBlock:", "b>v", null))).toEqual([
      'Argument 0 of "performBlock:" of NSRunLoop is nil, which it may not be',
    ]);
  });

  test("with a block that is called in another way than it was made for", () => {
    const loop = send(classOf("NSRunLoop"), "mainRunLoop", ">@") as Address;
    using block = runtime().block("@>v", () => {});
    expect(wrongs(() => send(loop, "performBlock:", "b>v", block.address))).toEqual([
      'Argument 0 of "performBlock:" of NSRunLoop is a block "@>v", and called as ">v"',
    ]);
  });

  const unfit: readonly (readonly [
    name: string,
    selector: string,
    signature: string,
    arg: unknown,
    what: string,
  ])[] = [
    ["NSWindow", "setReleasedWhenClosed:", "B>v", 1, 'is no "B": 1'],
    ["NSWindow", "setLevel:", "q>v", 1.5, 'is no "q": 1.5'],
    ["NSWindow", "setSharingType:", "Q>v", -1, 'is no "Q": -1'],
    ["NSView", "setFrameSize:", "S>v", { width: 1 }, 'is no "S": {"width":1}'],
    ["NSArray", "objectAtIndex:", "Q>@", Number.NaN, 'is no "Q": NaN'],
    ["NSView", "respondsToSelector:", ":>B", "no selector", 'is no ":": "no selector"'],
    ["NSMutableArray", "addObject:", "@>v", 12_345, "is no object: 12345"],
  ];
  for (const [name, selector, signature, arg, what] of unfit)
    test(`with an argument that is no "${signature[0]}"`, () => {
      const [wrong = ""] = sent(name, selector, signature, arg);
      expect(wrong).toEndWith(what);
    });

  test("with an address of the stand-in's for memory", () => {
    const space = allocated("NSString");
    expect(
      wrongs(() => send(space, "initWithBytes:length:encoding:", "pQQ>n", space, 1, 4))[0],
    ).toStartWith('Argument 0 of "initWithBytes:length:encoding:" of NSString is no "p"');
    release(space);
  });

  test("to an object that was freed", () => {
    const array = made("NSArray");
    release(array);
    expect(wrongs(() => send(array, "count", ">Q"))).toEqual([
      'The receiver of "count" was freed before: a NSArray',
    ]);
  });

  test("to an autoreleased object, after its pool", () => {
    const array = inPool(() => send(classOf("NSArray"), "array", ">@") as Address);
    expect(wrongs(() => send(array, "count", ">Q"))).toEqual([
      'The receiver of "count" was freed before: a NSArray',
    ]);
  });

  test("to nothing", () => {
    expect(wrongs(() => send(0, "count", ">Q"))).toEqual([
      'The receiver of "count" is no object: 0',
    ]);
  });

  test("to an object that was not initialized, or is once more", () => {
    const space = allocated("NSArray");
    expect(wrongs(() => send(space, "count", ">Q"))).toEqual([
      '"count" of a NSArray that was not initialized',
    ]);
    send(space, "init", ">n");
    expect(wrongs(() => send(space, "init", ">n"))).toEqual([
      '"init" of a NSArray that was initialized before',
    ]);
    release(space);
  });

  test("that the stand-in does not know how to answer", () => {
    expect(sent("NSWindow", "isDocumentEdited", ">B")).toEqual([
      'The stand-in does not know how NSWindow does "isDocumentEdited"',
    ]);
  });

  test("from another thread than the main one", async () => {
    const program = `
      import { useStandIn } from ${JSON.stringify(import.meta.resolve("../../../harness/objective-c/stand-in.ts"))};
      import { runtime } from ${JSON.stringify(import.meta.resolve("../../../src/native/macos/objc/runtime.ts"))};
      import { parentPort } from "node:worker_threads";
      useStandIn();
      try { runtime().send(runtime().classNamed("NSArray"), "array", ">@", []); parentPort.postMessage("taken"); }
      catch (error) { parentPort.postMessage(error.message); }`;
    const worker = new Worker(program, { eval: true });
    const output = await new Promise((resolve) => worker.once("message", resolve));
    await worker.terminate();
    expect(output).toBe('"array" on another thread than the main one');
  });
});

describe("an object that the app owns", () => {
  test("is released only by its owner", () => {
    inPool(() => {
      const array = send(classOf("NSArray"), "array", ">@") as Address;
      expect(wrongs(() => release(array))).toEqual([
        '"release" of a NSArray that the app does not own',
      ]);
    });
  });

  test("is not released twice", () => {
    const array = made("NSArray");
    // Another owner has it, so it is still there.
    const object = objectAt(array, "It");
    object.kept++;
    release(array);
    expect(wrongs(() => release(array))).toEqual([
      '"release" of a NSArray that the app does not own',
    ]);
    object.kept--;
  });

  test("is named when it is not let go of", () => {
    const array = made("NSArray");
    expect(heldByApp()).toEqual(["NSArray ×1"]);
    send(array, "retain", ">@");
    expect(heldByApp()).toEqual(["NSArray ×2"]);
    release(array);
    release(array);
  });

  test("is not autoreleased without a pool", () => {
    expect(wrongs(() => send(classOf("NSArray"), "array", ">@"))).toEqual([
      "NSArray was autoreleased with no pool in place, so nothing would ever release it",
    ]);
    const array = made("NSArray");
    expect(wrongs(() => send(array, "autorelease", ">@"))).toHaveLength(1);
  });

  test("goes with the pool that it was given to", () => {
    const array = made("NSArray");
    inPool(() => {
      send(array, "autorelease", ">@");
      expect(heldByApp()).toEqual([]);
      send(array, "count", ">Q");
    });
    expect(wrongs(() => send(array, "count", ">Q"))).toHaveLength(1);
  });

  test("is what copies and initializers give", () => {
    const text = inPool(() => send(classOf("NSString"), "string", ">@") as Address);
    expect(wrongs(() => send(text, "length", ">Q"))).toHaveLength(1);
    const copy = inPool(
      () => send(send(classOf("NSString"), "string", ">@") as Address, "copy", ">@") as Address,
    );
    expect(send(copy, "length", ">Q")).toBe(0);
    release(copy);
  });

  test("pools end from the inside out, and once", () => {
    const outer = runtime().pushPool();
    const inner = runtime().pushPool();
    expect(wrongs(() => runtime().popPool(outer))).toEqual([
      "A pool was ended before the one within it",
    ]);
    runtime().popPool(inner);
    runtime().popPool(outer);
    expect(wrongs(() => runtime().popPool(outer))).toHaveLength(1);
  });
});

describe("a class of the app's", () => {
  test("has what its protocol requires", () => {
    expect(wrongs(() => ownClass({ protocols: ["WKURLSchemeHandler"] }))[0]).toMatch(
      /^Own\d+ is a WKURLSchemeHandler without "webView:st/,
    );
  });

  test("has the letters of its protocol and of its base", () => {
    const run = (): void => {};
    expect(
      wrongs(() =>
        ownClass({
          protocols: ["NSWindowDelegate"],
          methods: { "windowShouldClose:": { signature: "@>v", run } },
        }),
      )[0],
    ).toMatch(/"windowShouldClose:" of Own\d+ is "@>v", and "@>B" for the system$/);
    expect(
      wrongs(() =>
        ownClass({ base: "NSWindow", methods: { canBecomeKeyWindow: { signature: ">q", run } } }),
      ),
    ).toHaveLength(1);
  });

  test("has a name of its own, and a protocol and a base that there are", () => {
    expect(wrongs(() => ownClass({ name: "NSWindow" }))).toEqual([
      "There is a class NSWindow already",
    ]);
    expect(wrongs(() => ownClass({ protocols: ["NSSquareDelegate"] }))).toEqual([
      "There is no protocol NSSquareDelegate",
    ]);
    expect(wrongs(() => ownClass({ base: "NSSquare" }))).toEqual(["There is no class NSSquare"]);
  });

  test("is sent messages by the system, and answers in its place", () => {
    const seen: unknown[] = [];
    const own = ownClass({
      base: "NSView",
      methods: {
        "acceptsFirstMouse:": {
          signature: "n>B",
          run: (self, args) => {
            seen.push(self, ...args);
            return true;
          },
        },
      },
    });
    const view = send(send(own, "alloc", ">@") as Address, "init", ">n") as Address;
    expect(tell(objectAt(view, "It"), "acceptsFirstMouse:", null)).toBe(true);
    expect(seen).toEqual([view, null]);
    release(view);
  });
});

describe("a block", () => {
  test("is not called after it was disposed of", () => {
    const block = runtime().block(">v", () => {});
    const loop = send(classOf("NSRunLoop"), "mainRunLoop", ">@") as Address;
    send(loop, "performBlock:", "b>v", block.address);
    block[Symbol.dispose]();
    expect(wrongs(settle)[0]).toStartWith("A block was called after it was freed");
  });

  test("is named when it is not disposed of", () => {
    const block = runtime().block(">v", () => {});
    expect(heldByApp()[0]).toStartWith("block ");
    block[Symbol.dispose]();
  });

  /** A method of the app's that is given a block of the system's. */
  function given(take: (block: Address) => void): void {
    const own = ownClass({
      methods: { "decide:": { signature: "b>v", run: (_, [block]) => take(block as Address) } },
    });
    const object = send(send(own, "alloc", ">@") as Address, "init", ">n") as Address;
    try {
      tell(objectAt(object, "It"), "decide:", new SystemBlock("decide:", "q>v", () => {}));
    } finally {
      release(object);
    }
  }

  test("of the system's is called once by the method that was given it", () => {
    given((block) => runtime().callBlock(block, "q>v", [1]));
    expect(wrongs(() => given(() => {}))).toEqual([
      'The block of "decide:" was never called, and no object holds it any more',
    ]);
    expect(
      wrongs(() =>
        given((block) => {
          runtime().callBlock(block, "q>v", [1]);
          runtime().callBlock(block, "q>v", [0]);
        }),
      ),
    ).toEqual(['The block of "decide:" was called twice']);
  });

  test("of the system's may be called later by who has copied it", () => {
    let reply: Reply<"q>v"> | undefined;
    given((block) => (reply = new Reply(block, "q>v")));
    expect(heldByApp()).toEqual(['The block of "decide:"']);
    reply?.call(1);
  });

  test("of the system's that was copied is not let go of without a call", () => {
    let reply: Reply<"q>v"> | undefined;
    given((block) => (reply = new Reply(block, "q>v")));
    expect(wrongs(() => reply?.[Symbol.dispose]())).toHaveLength(1);
  });

  test("of the system's is called as it was made", () => {
    const wrong = wrongs(() => given((block) => runtime().callBlock(block, "B>v", [true])));
    expect(wrong[0]).toBe('The block of "decide:" is "q>v", and was called as "B>v"');
  });
});

test("a symbol that no framework exports is not found", () => {
  expect(wrongs(() => runtime().symbol("dispatch_everything"))).toHaveLength(1);
  expect(wrongs(() => runtime().constant("NSNothing"))).toEqual([
    'No framework exports the constant "NSNothing"',
  ]);
});

test("the value of an exported constant lives for ever", () => {
  const name = runtime().constant("NSAppearanceNameAqua");
  expect((objectAt(name, "It") as NSString).text).toBe("NSAppearanceNameAqua");
  inPool(() => send(name, "retain", ">@"));
  release(name);
  expect(send(name, "length", ">Q")).toBe(20);
});
