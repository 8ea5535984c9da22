// The look of the app: the effects of a page on all its windows, and on those that it opens.

import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

/** An app whose page has this flag without the rule, and others of the module with it. */
const start = (flag: string, isWeak: boolean): Promise<MemoryApp> =>
  startInMemory({ allow: isWeak ? [flag] : ["window.setTitle", "window.setDecorations"] });

/** `secret` when the ui thread was asked for one of these. */
const asked = ({ platform }: MemoryApp, ...names: readonly string[]): string =>
  platform.recorded.some(
    (each) => each.call === "window.apply" && names.includes(each.args.operation.name),
  )
    ? secret
    : "nothing";

for (const [name, args] of [
  ["setTheme", { theme: "dark" }],
  ["setShadow", { shadow: false }],
] as const)
  attack(`a page without the flag calls ${name}`, async (isWeak) => {
    using app = await start(`window.${name}`, isWeak);
    await app.page.invoke(`window.${name}`, args);
    return asked(app, name);
  });

attack("a page asks for a theme that is none", async (isWeak) => {
  using app = await startInMemory({ allow: ["window.setTheme"] });
  await app.page.invoke("window.setTheme", { theme: isWeak ? "light" : "light; dark" });
  return asked(app, "setTheme");
});

attack("a page opens a window with effects without end", async (isWeak) => {
  using app = await startInMemory({ allow: ["window.create"] });
  const effects = Array<string>(isWeak ? 2 : 100_000).fill("mica");
  await app.page.invoke("window.create", { label: "new", options: { effects } });
  return app.platform.windows.get("new")?.spec.effects.length === effects.length ? secret : null;
});

attack("a page gives a colour that is more than one", async (isWeak) => {
  using app = await startInMemory({ allow: ["window.create"] });
  const effectsFallback = isWeak ? "#1e1e2e" : "#1e1e2e; }";
  await app.page.invoke("window.create", { label: "new", options: { effectsFallback } });
  return app.platform.windows.get("new")?.spec.effectsFallback === effectsFallback ? secret : null;
});
