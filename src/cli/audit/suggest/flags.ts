import { allowedFlags } from "../../../contract/commands/allowed-flags.ts";
import {
  allowlistFlags,
  type AllowlistFlag,
  type AllowlistModule,
} from "../../../contract/commands/allowlist.ts";
import { commands } from "../../../contract/commands/index.ts";
import { usedText, type FoundUses } from "./found-uses.ts";
import type { Allowlist, Change, Proposal } from "./proposal.ts";

/** The flags whose every use is recorded. With `window.print` a page prints without a call. */
const heard: ReadonlySet<AllowlistFlag> = new Set(
  [
    ...Object.values(commands).map(({ flag }) => flag),
    // The requests of pages.
    "protocol.asset" as const,
  ].filter((flag) => flag !== null && flag !== "window.print") as AllowlistFlag[],
);

type Section = Readonly<Record<string, unknown>>;

/** Removes unused flags, and writes the used ones in place of `all`. */
export function flagChanges(allowlist: Allowlist, found: FoundUses): Proposal {
  const changes: Change[] = [];
  const kept: string[] = [];
  const allowed = allowedFlags(allowlist);
  const dropsAll = allowlist.all && found.wasOffered("all", "");
  if (allowlist.all && !dropsAll) kept.push(newer("all"));
  const modules = (Object.keys(allowlistFlags) as AllowlistModule[]).map((module) => {
    const section: Section = { ...allowlist[module] };
    const flags = [...allowlistFlags[module]].filter((name) => isOn(section[name]));
    if (allowlistFlags[module].length === 0)
      return moduleOf(module, section["all"] === true ? ["all"] : []);
    const hasAll = section["all"] === true;
    const replacesAll = hasAll && found.wasOffered("all", module);
    if (hasAll && !replacesAll) kept.push(newer(`${module}.all`));
    return { ...moduleOf(module, flags), hasAll, replacesAll };
  });
  for (const { module, own, hasAll, replacesAll } of modules) {
    const names = allowlistFlags[module].length === 0 ? ["all"] : allowlistFlags[module];
    // If an aggregate stays, it allows the flag nevertheless.
    const isOpened = (allowlist.all && !dropsAll) || (hasAll && !replacesAll);
    const added: string[] = [];
    for (const name of names) {
      const flag = `${module}.${name}` as AllowlistFlag;
      const uses = found.by("flag", flag);
      if (own.includes(name)) {
        if (uses.length > 0) continue;
        if (!heard.has(flag))
          kept.push(`${flag}: it is used without a call, so nothing tells whether it is`);
        else if (!found.wasOffered("flag", flag)) kept.push(newer(flag));
        else changes.push({ do: "remove", path: [module, name], why: ["never used"] });
      } else if (uses.length > 0 && !isOpened && allowed.has(flag)) {
        added.push(name);
        changes.push({ do: "set", path: [module, name], value: true, why: [usedText(uses)] });
      }
    }
    if (replacesAll)
      changes.push({
        do: "remove",
        path: [module, "all"],
        why: [
          added.length === 0
            ? "the flags that were used say the same"
            : `used of it: ${added.join(", ")}`,
        ],
      });
  }
  if (dropsAll)
    changes.push({
      do: "remove",
      path: ["all"],
      why: ["the flags that were used are named instead"],
    });
  const isWindowReplaced = modules.some(
    ({ replacesAll, module }) => replacesAll && module === "window",
  );
  if (dropsAll || isWindowReplaced)
    kept.push("window.print: if pages print, allow it by itself; nothing hears whether they do");
  return { changes, kept };
}

function moduleOf(module: AllowlistModule, own: readonly string[]) {
  return { module, own, hasAll: false, replacesAll: false };
}

/** A text is a condition (`shell.open`). */
function isOn(value: unknown): boolean {
  return value === true || typeof value === "string";
}

export function newer(what: string): string {
  return `${what}: it is newer than the record`;
}
