import { writeSync } from "node:fs";
import { block } from "../../../../src/native/macos/objc/block.ts";
import { sendTo } from "../../../../src/native/macos/objc/object.ts";
import { methodOf, OwnClass } from "../../../../src/native/macos/objc/own-class.ts";
import { runtime } from "../../../../src/native/macos/objc/runtime.ts";
import { nsString, textOf } from "../../../../src/native/macos/objc/text.ts";

// The work of the layer on any Cocoa. Each case reports its events, a line of JSON each.

/** Reports to the test, also while a loop runs. */
export function tell(what: string, value?: unknown): void {
  writeSync(1, `${JSON.stringify(value === undefined ? [what] : [what, value])}\n`);
}

const reply = methodOf<string[]>();
const tellers = new OwnClass<string[]>({
  name: "FrameworkLayerCase",
  methods: {
    "take:and:and:and:": reply("RSGB>n", (reported, rect, size, range, flag) => {
      reported.push(JSON.stringify([rect, size, range, flag]));
      return nsString("taken");
    }),
    description: reply(">@", (reported) => nsString(`told ${reported.length}`)),
    "isEqual:": reply("n>B", (reported) => {
      reported.push("thrown");
      throw new Error("Cannot compare: nobody may");
    }),
  },
});

/** Each case by its name. */
export const layerCases: Readonly<Record<string, () => void>> = {
  values() {
    const text = nsString("grün\0gelb");
    tell("text", [textOf(text), sendTo(text, "length", ">Q", [])]);
    tell("range", [
      sendTo(text, "rangeOfString:", "@>G", [nsString("gelb")]),
      (sendTo(text, "rangeOfString:", "@>G", [nsString("rot")]) as { length: number }).length,
    ]);
    const rect = { x: 1.5, y: -2, width: 3, height: 4.25 };
    const value = sendTo(runtime().classNamed("NSValue"), "valueWithRect:", "R>@", [
      rect,
    ]) as number;
    tell("rect", sendTo(value, "rectValue", ">R", []));
    // On macOS these two are at no address.
    tell("short text", textOf(sendTo(nsString("abc"), "uppercaseString", ">@", []) as number));
    const number = sendTo(
      runtime().classNamed("NSNumber"),
      "numberWithInteger:",
      "q>@",
      [-7],
    ) as number;
    tell("number", sendTo(number, "integerValue", ">q", []));
    tell("nil", sendTo(0, "rectValue", ">R", []));
  },

  classes() {
    const reported: string[] = [];
    using made = tellers.make(reported);
    const args = [
      { x: 1, y: 2, width: 3.5, height: 4 },
      { width: 5, height: 6 },
      { location: 7, length: 8 },
      true,
    ];
    tell("given back", textOf(sendTo(made.address, "take:and:and:and:", "RSGB>@", args) as number));
    tell("described", textOf(sendTo(made.address, "description", ">@", []) as number));
    const ofBase = textOf(tellers.sendToBase(made.address, "description", ">@"));
    tell("described by the base", ofBase.startsWith("<FrameworkLayerCase: 0x"));
    tell("equal", sendTo(made.address, "isEqual:", "n>B", [null]));
    tell("told", reported);
  },

  blocks() {
    const own = block("Rn>d", (rect, object) => {
      tell("called with", [rect, object]);
      return rect.width;
    });
    const args = [{ x: 1, y: 2, width: 3.5, height: 4 }, null];
    const copy = runtime().copyBlock(own.address);
    tell("gave", runtime().callBlock(copy, "Rn>d", args));
    own[Symbol.dispose]();
    tell("gave after its end", runtime().callBlock(copy, "Rn>d", args));
    runtime().releaseBlock(copy);
  },
};
