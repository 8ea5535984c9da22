// Runs under Wine: asks the registry for a start at login, and says what came of it.
// `[what, name, file, …arguments]`.

import { registryEntry } from "../../../plugins/autostart/registry.ts";

const [what = "", name = "", file = "", ...args] = process.argv.slice(2);
const entry = registryEntry(
  { name, identifier: "org.example.app", command: [file, ...args], write: async () => {} },
  process.env["SystemRoot"] ?? "C:\\windows",
);
const output = async (): Promise<unknown> => {
  if (what === "enable") return await entry.enable();
  return what === "disable" ? await entry.disable() : await entry.isEnabled();
};
console.log(JSON.stringify((await output().catch((error: unknown) => String(error))) ?? null));
