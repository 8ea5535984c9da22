// Attacks on the files that pages name to the plugin "store". On Linux only, whose XDG_DATA_HOME
// names a folder of the test.

import { spyOn } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { store } from "../../plugins/store/index.ts";
import { Stores } from "../../plugins/store/stores.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "" }, { "secret.json": JSON.stringify({ key: secret }) });

const folder = (): string => join(data.path, "org.example.memory");

async function start(allowlist: object, scope: readonly string[]) {
  return await startInMemory({
    definition: defineApp({ plugins: [store()] }),
    config: { plugins: { store: { allowlist, scope } } },
  });
}

for (const [how, name] of [
  ["by ..", "../secret.json"],
  ["by .. in the middle", "x/../../secret.json"],
  ["through a linked folder", "out/secret.json"],
  ["by a link that is the file itself", "linked.json"],
] as const)
  attack(`a page reads a file beside the data folder ${how}`, async (isWeak) => {
    mkdirSync(folder());
    symlinkSync(data.path, join(folder(), "out"));
    symlinkSync(join(data.path, "secret.json"), join(folder(), "linked.json"));
    using app = await start({ read: true }, ["**"]);
    if (isWeak)
      Object.assign(app.services, { ownFile: (_: string, path: string) => join(folder(), path) });
    return await app.page.invoke("plugin:store|entries", { path: name });
  });

attack("a page reads a whole path", async (isWeak) => {
  using app = await start({ read: true }, ["**"]);
  if (isWeak) Object.assign(app.services, { ownFile: (_: string, path: string) => path });
  return await app.page.invoke("plugin:store|entries", { path: join(data.path, "secret.json") });
});

attack("a page reads what a plugin keeps in the app's private folder", async (isWeak) => {
  mkdirSync(join(folder(), "private"), { recursive: true });
  writeFileSync(join(folder(), "private/keys.json"), JSON.stringify({ key: secret }));
  using app = await start({ read: true }, ["**"]);
  if (isWeak)
    Object.assign(app.services, { ownFile: (_: string, path: string) => join(folder(), path) });
  return await app.page.invoke("plugin:store|entries", { path: "private/keys.json" });
});

attack("a page reads a store that plugins.store.scope does not name", async (isWeak) => {
  mkdirSync(folder());
  writeFileSync(join(folder(), "other.json"), JSON.stringify({ key: secret }));
  using app = await start({ read: true }, ["settings.json"]);
  using scope = spyOn(Stores.prototype, "ofPage");
  if (isWeak)
    scope.mockImplementation(function (this: Stores, name) {
      return this.open(name);
    });
  return await app.page.invoke("plugin:store|entries", { path: "other.json" });
});

attack("a page saves a store over a program of shell.scope", async (isWeak) => {
  mkdirSync(folder());
  const program = join(folder(), "tool.cmd");
  writeFileSync(program, "{}");
  using app = await startInMemory({
    definition: defineApp({ plugins: [store()] }),
    config: {
      framework: { allowlist: { shell: { scope: [{ name: "tool", cmd: "$APPDATA/tool.cmd" }] } } },
      plugins: { store: { allowlist: { write: true }, scope: ["**"] } },
    },
  });
  if (isWeak)
    Object.assign(app.services, { ownFile: (_: string, path: string) => join(folder(), path) });
  const path = "tool.cmd";
  await app.page.invoke("plugin:store|set", { path, key: "key", value: secret });
  await app.page.invoke("plugin:store|save", { path });
  return readFileSync(program, "utf8");
});

attack("a page without the flag to read hears what another window sets", async (isWeak) => {
  using app = await start({ write: true, read: isWeak }, ["settings.json"]);
  const heard: unknown[] = [];
  await app.page.listen("store://change", null, false, ({ payload }) => void heard.push(payload));
  const watching = app.page.invoke("plugin:store|watch", { path: "settings.json" });
  const refusal = await watching.then(
    () => null,
    (error: unknown) => error,
  );
  await app.page.invoke("plugin:store|set", { path: "settings.json", key: "key", value: secret });
  // An event that was emitted is on its way before this answer.
  await app.page.invoke("plugin:store|save", { path: "settings.json" });
  if (refusal !== null && heard.length === 0) throw refusal;
  return heard;
});
