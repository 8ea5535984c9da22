import { expect, test } from "bun:test";
import { commands, type CommandName } from "../../src/contract/commands/index.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";

/** The commands that need a flag, with that flag. */
const guarded = (Object.entries(commands) as [CommandName, { flag: string | null }][]).flatMap(
  ([name, { flag }]) => (flag === null ? [] : [{ name, flag, module: flag.split(".")[0] ?? "" }]),
);

/**
 * The answer of each guarded command to invalid arguments: it shows if the command checked them.
 */
async function answers(app: MemoryApp): Promise<Record<string, string>> {
  const codes = guarded.map(async ({ name }) => {
    const error: unknown = await app.page.invoke(name, { nonsense: 1 } as never).then(
      () => "none",
      (reason: unknown) => reason,
    );
    return [name, (error as { code?: string }).code ?? String(error)];
  });
  return Object.fromEntries(await Promise.all(codes)) as Record<string, string>;
}

test("without a flag every command is refused, and the error names the flag that it needs", async () => {
  using app = await startInMemory({ allow: [] });
  for (const { name, flag } of guarded) {
    await expect(app.page.invoke(name, { nonsense: 1 } as never)).rejects.toMatchObject({
      name: "FrameworkError",
      code: "not-allowed",
      message: `Cannot run "${name}" from window "main": set framework.allowlist.${flag} to true`,
    });
  }
});

const openers = new Map<string, (command: (typeof guarded)[number]) => boolean>();
for (const { flag, module } of guarded) {
  openers.set(flag, (command) => command.flag === flag);
  openers.set(`${module}.all`, (command) => command.module === module);
}
openers.set("all", () => true);

for (const [opener, opens] of openers) {
  test(`${opener} opens its commands and no other`, async () => {
    using app = await startInMemory({ allow: [opener] });
    expect(await answers(app)).toEqual(
      Object.fromEntries(
        guarded.map((command) => [command.name, opens(command) ? "bad-argument" : "not-allowed"]),
      ),
    );
  });
}
