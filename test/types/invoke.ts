// Checked by the compiler alone (`tsc -p test`): the types a page sees of the app's own commands.

import { expectTypeOf } from "bun:test";
import { commandsOf, invoke, isFrameworkError } from "../../src/api/invoke.ts";
import type { ArrivedBytes } from "../../src/contract/page/bytes.ts";

const app = {
  commands: {
    greet: ({ name }: { name: string }) => `Hello, ${name}`,
    add: async ({ a, b }: { a: number; b: number }) => a + b,
    now: () => new Date(),
    nothing: (): void => {},
    list: (args: { limit?: number } | undefined) => [{ id: args?.limit ?? 0, at: new Date() }],
    bytes: () => ({ data: new Uint8Array(), name: "n" }),
    memory: () => ({ buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)) }),
    scores: () => ({ scores: new Map([["Ada", { at: new Date() }]]), names: new Set(["Ada"]) }),
    either: ({ ok }: { ok: boolean }) => (ok ? ("yes" as const) : null),
  },
};

export async function results(): Promise<void> {
  expectTypeOf(await invoke<typeof app>("greet", { name: "Ada" })).toEqualTypeOf<string>();
  expectTypeOf(await invoke<typeof app>("add", { a: 1, b: 2 })).toEqualTypeOf<number>();
  expectTypeOf(await invoke<typeof app>("now")).toEqualTypeOf<string>();
  expectTypeOf(await invoke<typeof app>("nothing")).toEqualTypeOf<void>();
  expectTypeOf(await invoke<typeof app>("list")).toEqualTypeOf<{ id: number; at: string }[]>();
  expectTypeOf(await invoke<typeof app>("list", { limit: 1 })).toEqualTypeOf<
    { id: number; at: string }[]
  >();
  expectTypeOf(await invoke<typeof app>("bytes")).toEqualTypeOf<{
    data: ArrivedBytes;
    name: string;
  }>();
  expectTypeOf(await invoke<typeof app>("memory")).toEqualTypeOf<{
    buffer: ArrivedBytes;
    view: ArrivedBytes;
  }>();
  expectTypeOf(await invoke<typeof app>("scores")).toEqualTypeOf<{
    scores: Record<string, { at: string }>;
    names: string[];
  }>();
  expectTypeOf(await invoke<typeof app>("either", { ok: true })).toEqualTypeOf<"yes" | null>();
}

export async function refused(): Promise<void> {
  // @ts-expect-error no command has this name
  await invoke<typeof app>("gret", { name: "Ada" });
  // @ts-expect-error an argument is missing
  await invoke<typeof app>("greet");
  // @ts-expect-error an argument has another type
  await invoke<typeof app>("greet", { name: 1 });
  // @ts-expect-error an argument is unknown
  await invoke<typeof app>("greet", { name: "Ada", age: 36 });
  // @ts-expect-error it takes nothing
  await invoke<typeof app>("now", { zone: "UTC" });
  // @ts-expect-error the arguments of another command
  await invoke<typeof app>("add", { name: "Ada" });
  // @ts-expect-error the result of another command
  (await invoke<typeof app>("greet", { name: "Ada" })) satisfies number;
}

export async function functions(): Promise<void> {
  const { greet, now, list } = commandsOf<typeof app>();
  expectTypeOf(await greet({ name: "Ada" })).toEqualTypeOf<string>();
  expectTypeOf(await now()).toEqualTypeOf<string>();
  expectTypeOf(await list()).toEqualTypeOf<{ id: number; at: string }[]>();
  // @ts-expect-error an argument has another type
  await greet({ name: 1 });
  // @ts-expect-error no command has this name
  void commandsOf<typeof app>().missing;
}

/** `any`, which front ends write where they do not say what comes back. */
type Any = ReturnType<typeof JSON.parse>;

export async function others(): Promise<void> {
  expectTypeOf(await invoke("dialog.ask", { message: "?" })).toEqualTypeOf<boolean>();
  expectTypeOf(await invoke("whatever", { a: 1 })).toEqualTypeOf<unknown>();
  expectTypeOf(await invoke<number>("whatever")).toEqualTypeOf<number>();
  expectTypeOf(await invoke<Any>("whatever")).toBeAny();
  expectTypeOf(await invoke<Any>("whatever", { a: 1 })).toBeAny();
}

/** The callers of these choose the answer. */
export const generic = {
  any: <Any>(name: string): Promise<Any> => invoke<Any>(name, { a: 1 }),
  some: <Some extends { id: number }>(name: string): Promise<Some[]> => invoke<Some[]>(name),
  one: async <Some extends object>(name: string): Promise<Some> => await invoke<Some>(name),
};

export function errors(error: unknown): void {
  if (!isFrameworkError(error)) return;
  expectTypeOf(error.message).toEqualTypeOf<string>();
  // @ts-expect-error no error has this code
  if (error.code === "no-such-code") return;
}
