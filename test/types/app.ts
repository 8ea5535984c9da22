// Checked by the compiler alone (`tsc -p test`): what an app's own code sees, and what a page sees
// of it.

import { expectTypeOf } from "bun:test";
import * as v from "valibot";
import { commandsOf, invoke } from "../../src/api/invoke.ts";
import { command, defineApp, definePlugin, type AppCommandContext } from "../../src/app/index.ts";

interface State {
  greeted: number;
}

const notes = () =>
  definePlugin({
    name: "notes",
    configSchema: v.object({ folder: v.optional(v.string(), "notes") }),
    commands: {
      list: async () => [{ id: 1 }],
      add: command({ args: v.object({ text: v.string() }) }, ({ text }) => text.length),
    },
    setup(_, { folder }) {
      expectTypeOf(folder).toEqualTypeOf<string>();
    },
  });

const app = defineApp({
  state: async (): Promise<State> => ({ greeted: 0 }),
  plugins: [notes()],
  commands: {
    greet: ({ name }: { name: string }, { state, window }) => `${window} ${name} ${state.greeted}`,
    rename: command(
      {
        args: v.object({
          name: v.pipe(v.string(), v.minLength(1)),
          times: v.optional(v.number(), 1),
        }),
      },
      ({ name, times }, { state }: AppCommandContext<State>) => {
        expectTypeOf(times).toEqualTypeOf<number>();
        return { name, count: state.greeted + times };
      },
    ),
    bare: () => null,
    greeted: (_, { state }) => state.greeted,
  },
  setup({ state, windows }) {
    expectTypeOf(state).toEqualTypeOf<State>();
    expectTypeOf(windows.list()[0]?.setTitle).parameter(0).toEqualTypeOf<string>();
  },
});

defineApp({
  state: () => ({ count: 0 }),
  commands: {
    // @ts-expect-error the state has no such field
    wrong: (_: unknown, { state }) => state.missing,
  },
});

export async function page(): Promise<void> {
  expectTypeOf(await invoke<typeof app>("greet", { name: "Ada" })).toEqualTypeOf<string>();
  expectTypeOf(await invoke<typeof app>("rename", { name: "Ada" })).toEqualTypeOf<{
    name: string;
    count: number;
  }>();
  expectTypeOf(await invoke<typeof app>("bare")).toEqualTypeOf<null>();
  // A first parameter without a type stands in front of the context and takes nothing.
  expectTypeOf(await invoke<typeof app>("greeted")).toEqualTypeOf<number>();
  expectTypeOf(await commandsOf<typeof app>().greeted()).toEqualTypeOf<number>();
  // @ts-expect-error it takes nothing
  await invoke<typeof app>("greeted", { name: "Ada" });
  expectTypeOf(await invoke<typeof app>("plugin:notes|list")).toEqualTypeOf<{ id: number }[]>();
  expectTypeOf(await invoke<typeof app>("plugin:notes|add", { text: "" })).toEqualTypeOf<number>();
  expectTypeOf(
    await commandsOf<typeof app>()["plugin:notes|add"]({ text: "" }),
  ).toEqualTypeOf<number>();
  // @ts-expect-error a plugin has no such command
  await invoke<typeof app>("plugin:notes|remove");
  // @ts-expect-error an argument of another type
  await invoke<typeof app>("plugin:notes|add", { text: 1 });
}
