import { expect, test } from "bun:test";
import { commands, type CommandName } from "../../src/contract/commands.ts";
import { startInMemory } from "../support/memory-app.ts";

for (const [name, { flag }] of Object.entries(commands) as [CommandName, { flag: string | null }][]) {
  if (flag === null) continue;
  test(`${name} is refused without ${flag}, before its arguments are looked at`, async () => {
    using app = await startInMemory({ allow: [] });
    await expect(app.page.invoke(name, { nonsense: 1 } as never)).rejects.toMatchObject({
      name: "FrameworkError",
      code: "not-allowed",
      message: `Cannot run "${name}" from window "main": set framework.allowlist.${flag} to true`,
    });
  });

  for (const opener of [flag, `${flag.split(".")[0]}.all`, "all"]) {
    test(`${name} gets through with ${opener}`, async () => {
      using app = await startInMemory({ allow: [opener] });
      await expect(app.page.invoke(name, { nonsense: 1 } as never)).rejects.toMatchObject({
        code: "bad-argument",
      });
    });
  }
}

test("one flag opens nothing else", async () => {
  using app = await startInMemory({ allow: ["dialog.ask"], answers: { message: () => 0 } });
  expect(await app.page.invoke("dialog.ask", { message: "?" })).toBe(true);
  await expect(app.page.invoke("dialog.confirm", { message: "?" })).rejects.toMatchObject({
    code: "not-allowed",
  });
});
