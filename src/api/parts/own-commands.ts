// The types of an app's own commands, derived from the export of its `src-framework/main.ts`.

import type { ArrivedBytes } from "../../contract/page/bytes.ts";

type AnyCommand = (args: never, context: never) => unknown;
type Commands = Readonly<Record<string, AnyCommand>>;

/** The part of an app's `main.ts` that a page needs to know. */
export interface AppLike {
  readonly commands: Commands;
  readonly plugins?: readonly PluginLike[];
}

interface PluginLike {
  readonly name: string;
  readonly commands: Commands;
}

/** `"plugin:notes|list"`: the commands of a plugin by their full names. */
type PluginCommands<Plugin> = Plugin extends PluginLike
  ? {
      readonly [
        N in keyof Plugin["commands"] & string as `plugin:${Plugin["name"]}|${N}`
      ]: Plugin["commands"][N];
    }
  : never;

type PluginsOf<App extends AppLike> = App extends { readonly plugins: readonly (infer Plugin)[] }
  ? Plugin
  : never;

/** Every command of an app: its own and those of its plugins. */
export type CommandsOf<App extends AppLike> = App["commands"] &
  Intersection<PluginCommands<PluginsOf<App>>>;

export type NameOf<App extends AppLike> = keyof CommandsOf<App> & string;

/**
 * The arguments of a command: none, if it has no parameter, or one without a type in front of the
 * context, which `defineApp` makes `never`. Those of an unknown app's command may be anything.
 */
export type ArgsOf<Command> = Command extends (...args: infer Args) => unknown
  ? [Args] extends [Parameters<AnyCommand>]
    ? [args: never]
    : Args extends readonly [infer First, ...unknown[]]
      ? [First] extends [never]
        ? [args?: undefined]
        : unknown extends First
          ? [args?: unknown]
          : undefined extends First
            ? [args?: First]
            : [args: First]
      : []
  : never;

/** The result of a command's promise, in the form in which it arrives. */
export type ResultOf<Command> = Command extends (...args: never) => infer Result
  ? Arrived<Awaited<Result>>
  : never;

/**
 * A value after its transfer to the page as JSON: a `Date` is a string, functions are missing,
 * bytes are bytes, a `Map` is an object.
 */
export type Arrived<T> = T extends string | number | boolean | null | undefined | void
  ? T
  : T extends ArrayBuffer | ArrayBufferView
    ? ArrivedBytes
    : T extends ReadonlyMap<unknown, infer Item>
      ? Record<string, Arrived<Item>>
      : T extends ReadonlySet<infer Item>
        ? Arrived<Item>[]
        : T extends { toJSON(): infer Json }
          ? Json
          : T extends (...args: never) => unknown
            ? undefined
            : T extends object
              ? { [K in keyof T]: Arrived<T[K]> }
              : T;

/**
 * A call as the list of its arguments: `["greet", { name: string }]`. `any` is no app, but a result
 * of any type.
 */
type CallOf<App extends AppLike, N> =
  IsAny<App> extends true
    ? never
    : N extends NameOf<App>
      ? [command: N, ...args: ArgsOf<CommandsOf<App>[N]>]
      : never;

/** Whether a type is `any`, the only one that also admits 0 beside 1. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Every call of an app. */
type CallsOf<App extends AppLike> = { [N in NameOf<App>]: CallOf<App, N> }[NameOf<App>];

// `invoke<typeof app>(…)` names one type, and TypeScript infers no second one beside it, so no
// single signature can determine the called command. Overloads can: there is one for each position
// in the list of an app's commands, and the name selects the fitting one. An app with more commands
// than positions gets the union of all results from the last overload; `commandsOf` has no such
// limit.

interface InvokeAt<Place extends number> {
  <App extends AppLike>(
    ...call: CallOf<App, NameAt<App, Place>>
  ): Promise<ResultAt<App, NameAt<App, Place>>>;
}

type NameAt<App extends AppLike, Place extends number> =
  ListOf<NameOf<App>> extends infer List
    ? `${Place}` extends keyof List
      ? List[`${Place}`]
      : never
    : never;

type ResultAt<App extends AppLike, N> =
  N extends NameOf<App> ? ResultOf<CommandsOf<App>[N]> : never;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Place = `${"" | 1 | 2 | 3 | 4 | 5}${Digit}` extends `${infer N extends number}` ? N : never;

type InvokeAtEach<P> = P extends number ? InvokeAt<P> : never;

/** `invoke<typeof app>`: exact arguments and exact results. */
export type InvokeOwn = Intersection<InvokeAtEach<Place>>;

/**
 * For apps with more commands than positions. It comes last: the compiler reports the errors of the
 * last signature.
 */
export interface InvokeAnyOwn {
  <App extends AppLike>(...call: CallsOf<App>): Promise<ResultOf<CommandsOf<App>[NameOf<App>]>>;
}

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never;

/** The members of a union, in an arbitrary but stable order. */
type ListOf<Union, List extends readonly unknown[] = []> = [Union] extends [never]
  ? List
  : ListOf<Exclude<Union, LastOf<Union>>, [...List, LastOf<Union>]>;

type LastOf<Union> =
  Intersection<Union extends unknown ? () => Union : never> extends () => infer Last ? Last : never;

/** An app's commands as functions. */
export type AppCommands<App extends AppLike> = {
  readonly [N in NameOf<App>]: (
    ...args: ArgsOf<CommandsOf<App>[N]>
  ) => Promise<ResultOf<CommandsOf<App>[N]>>;
};
