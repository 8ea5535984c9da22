import { expect, test } from "bun:test";
import {
  classMethod,
  facts,
  instanceMethod,
  protocolMethod,
  type MethodFacts,
} from "../../../../harness/objective-c/facts.ts";
import { libsystem } from "../../../../src/native/macos/lib/libsystem.ts";
import { lettersOf } from "../../../../src/native/macos/objc/signature.ts";
import {
  blocks,
  classes,
  constants,
  declared,
  definitions,
  functions,
  messages,
  values,
} from "./declarations.ts";

/** Letters that may stand where another one is the truth. */
type Allowed = Readonly<Record<string, string>>;

// A method that takes nil may be declared as taking none, and one that gives an object as if it
// might give none. A string may be given by its address.
const forSender = { args: { n: "@", s: "p" }, result: { "@": "n" } };
// For our own methods it is the other way round.
const forReceiver = { args: { "@": "n" }, result: { n: "@" } };

/** The fault of a declaration. None if it agrees with the facts. */
function problem(
  name: string,
  signature: string,
  known: MethodFacts | undefined,
  { args, result }: { args: Allowed; result: Allowed },
): string[] {
  if (known === undefined) return [`${name}: no such selector`];
  const ours = lettersOf(signature);
  const theirs = lettersOf(known.signature);
  const isSame =
    ours.args.length === theirs.args.length &&
    ours.args.every((letter, index) => fits(letter, theirs.args[index] as string, args)) &&
    fits(ours.result, theirs.result, result);
  return isSame ? [] : [`${name}: "${signature}" is "${known.signature}"`];
}

const fits = (ours: string, theirs: string, allowed: Allowed): boolean =>
  ours === theirs || allowed[theirs] === ours;

test("every class that is declared or made is exported, and so compared", () => {
  expect(classes.length).toBe(declared.classes);
  expect(definitions.length).toBe(declared.definitions);
});

// An object that is known by a protocol alone is declared as a class is, by the protocol's name.
const ofObject = (name: string, selector: string): MethodFacts | undefined =>
  facts.protocols[name] === undefined || facts.classes[name] !== undefined
    ? instanceMethod(name, selector)
    : protocolMethod(name, selector);

// A name that begins with "_" is in no header: a binding cannot know it, and a version of the
// system may lack it.
const isPublic = (name: string): boolean => !name.startsWith("_");

test("each class is the system's", () => {
  const isKnown = (name: string): boolean =>
    facts.classes[name] !== undefined || facts.protocols[name] !== undefined;
  expect(
    classes.map(({ name }) => name).filter((name) => isPublic(name) && !isKnown(name)),
  ).toEqual([]);
});

test("each message to an object fits what the binding says of its class", () => {
  expect(
    classes
      .filter(({ name }) => isPublic(name))
      .flatMap(({ name, instance }) =>
        Object.entries(instance)
          .filter(([selector]) => isPublic(selector))
          .flatMap(([selector, signature]) =>
            problem(`-[${name} ${selector}]`, signature, ofObject(name, selector), forSender),
          ),
      ),
  ).toEqual([]);
});

test("each message to a class fits what the binding says of it", () => {
  expect(
    classes.flatMap((known) =>
      Object.entries(known.class).flatMap(([selector, signature]) =>
        problem(
          `+[${known.name} ${selector}]`,
          signature,
          classMethod(known.name, selector),
          forSender,
        ),
      ),
    ),
  ).toEqual([]);
});

// Deprecated messages that are still used, by the class that has them first, and the reason: each
// has worked on every macOS so far.
const deprecated: Readonly<Record<string, string>> = {
  "NSApplication activateIgnoringOtherApps:": "activate is macOS 14's",
  "NSCursor resizeLeftCursor": "the cursors by position are macOS 15's",
  "NSCursor resizeRightCursor": "as above",
  "NSCursor resizeUpCursor": "as above",
  "NSCursor resizeDownCursor": "as above",
  "NSCursor resizeLeftRightCursor": "as above",
  "NSCursor resizeUpDownCursor": "as above",
  "NSUserNotification init": "what replaces it answers on threads where no code of ours can run",
  "NSUserNotification setTitle:": "as above",
  "NSUserNotification setInformativeText:": "as above",
  "NSUserNotification setSoundName:": "as above",
  "NSUserNotificationCenter deliverNotification:": "as above",
  "NSUserNotificationCenter setDelegate:": "as above",
  "NSUserNotificationCenter defaultUserNotificationCenter": "as above",
};

test("a message that the binding says to be deprecated is one of which it is known why it is sent", () => {
  const isDeprecated = (known: MethodFacts | undefined): boolean => known?.isDeprecated === true;
  expect(
    classes
      .flatMap((known) => [
        ...Object.keys(known.instance)
          .filter((selector) => isDeprecated(ofObject(known.name, selector)))
          .map((selector) => `${known.name} ${selector}`),
        ...Object.keys(known.class)
          .filter((selector) => isDeprecated(classMethod(known.name, selector)))
          .map((selector) => `${known.name} ${selector}`),
      ])
      .toSorted(),
  ).toEqual(Object.keys(deprecated).toSorted());
});

test("each method of a class of ours fits its protocol or its base, or is an action that a control sends", () => {
  expect(
    definitions.flatMap(({ name, base = "NSObject", protocols = [], methods }) =>
      Object.entries(methods).flatMap(([selector, { signature }]) => {
        const known =
          protocols
            .map((protocol) => protocolMethod(protocol, selector))
            .find((method) => method !== undefined) ?? instanceMethod(base, selector);
        if (known === undefined && /^[n@]>v$/.test(signature)) return [];
        return problem(`-[${name} ${selector}]`, signature, known, forReceiver);
      }),
    ),
  ).toEqual([]);
});

test("each protocol that a class of ours adopts is the system's, and finds the methods it asks for", () => {
  expect(
    definitions.flatMap(({ name, protocols = [], methods }) =>
      protocols.flatMap((protocol) => {
        const known = facts.protocols[protocol];
        if (known === undefined) return [`${name}: no protocol "${protocol}"`];
        return Object.entries(known.instance)
          .filter(([selector, { isOptional }]) => isOptional !== true && !(selector in methods))
          .map(([selector]) => `${name}: no "${selector}" of "${protocol}"`);
      }),
    ),
  ).toEqual([]);
});

const everyMethod = [...Object.values(facts.classes), ...Object.values(facts.protocols)].flatMap(
  (known) => [...Object.entries(known.instance), ...Object.entries(known.class)],
);

test("each message that is sent apart from a class fits a class that has the selector", () => {
  expect(
    messages.flatMap(({ file, name, signature }) => {
      const problems = everyMethod
        .filter(([selector]) => selector === name)
        .map(([, known]) => problem(`${file}: ${name}`, signature, known, forSender));
      if (problems.some((found) => found.length === 0)) return [];
      return problems[0] ?? [`${file}: ${name}: no such selector`];
    }),
  ).toEqual([]);
});

test("each block is called as one that a method takes or is given", () => {
  const known = new Set(everyMethod.flatMap(([, { blocks: taken = {} }]) => Object.values(taken)));
  expect(
    blocks
      .filter(
        ({ signature }) =>
          ![...known].some(
            (one) => problem("", signature, { signature: one }, forReceiver).length === 0,
          ),
      )
      .map(({ file, name, signature }) => `${file}: ${name}: "${signature}"`),
  ).toEqual([]);
});

test("each constant holds an object", () => {
  expect(
    constants
      .filter(({ name }) => facts.constants[name] !== "@")
      .map(({ file, name }) => `${file}: ${name}`),
  ).toEqual([]);
});

test("each number with a name of the system's is the one that it stands for", () => {
  expect(
    values
      .filter(({ name, value }) => facts.values[name] !== value)
      .map(({ file, name, value }) => `${file}: ${name} = ${value} is ${facts.values[name]}`),
  ).toEqual([]);
});

// Functions that the binding leaves out: POSIX, those that its own language replaces, and the
// nullability of Carbon's results.
const elsewhere: Readonly<Record<string, string>> = {
  signal: "ip>n",
  poll: "pui>i",
  _exit: "i>v",
  unsetenv: "s>i",
  CFRelease: "p>v",
  GetEventDispatcherTarget: ">p",
};

test("each function of C fits what the binding says of it", () => {
  expect(
    functions
      // libsystem.test.ts has a story of its own for those.
      .filter(({ name }) => !(name in libsystem))
      .filter(
        ({ name, signature }) =>
          !isSameFunction(signature, elsewhere[name] ?? facts.functions[name]),
      )
      .map(({ name, signature }) => `${name}: "${signature}" is "${facts.functions[name]}"`),
  ).toEqual([]);
});

/**
 * An argument that may be NULL may be declared as none that may be, and an address as its number.
 */
function isSameFunction(ours: string, theirs: string | undefined): boolean {
  const [args = "", result] = ours.split(">");
  const [known = "", given] = theirs?.split(">") ?? [];
  return (
    given === result &&
    args.length === known.length &&
    args.split("").every((letter, index) => {
      const truth = known[index] as string;
      return (
        letter === truth ||
        (truth === "n" && letter === "p") ||
        ("pn".includes(truth) && letter === "L")
      );
    })
  );
}
