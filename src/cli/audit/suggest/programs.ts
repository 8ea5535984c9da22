import { newer } from "./flags.ts";
import { usedText, type FoundUses } from "./found-uses.ts";
import { maxNamed } from "./generalise.ts";
import type { Allowlist, Change, Proposal, Value } from "./proposal.ts";

type Program = Allowlist["shell"]["scope"][number];

/** Removes unused programs and variables, and lists the used arguments in place of any. */
export function programChanges(allowlist: Allowlist, found: FoundUses): Proposal {
  const changes: Change[] = [];
  const kept: string[] = [];
  for (const [index, entry] of allowlist.shell.scope.entries()) {
    const path = ["shell", "scope", index];
    const name = JSON.stringify(entry.name);
    if (!found.wasOffered("program", JSON.stringify(entry))) {
      kept.push(newer(`program ${name}`));
      continue;
    }
    const kind = entry.sidecar ? "sidecar" : "program";
    const uses = found.by(kind, entry.name);
    if (uses.length === 0 && !found.isFull(kind, entry.name)) {
      // Without its entry a sidecar would accept any arguments.
      if (!entry.sidecar) changes.push({ do: "replace", path, items: [], why: ["never used"] });
      continue;
    }
    const args = entry.args === true ? argumentsOf(entry, found) : null;
    if (args !== null && "kept" in args) kept.push(`program ${name}: ${args.kept}`);
    if (args !== null && "value" in args)
      changes.push({
        do: "set",
        path: [...path, "args"],
        value: args.value,
        why: [usedText(uses)],
      });
    for (const [at, variable] of entry.env.entries()) {
      const isUsed = found.by("program.env", entry.name).some(({ detail }) => detail === variable);
      if (!isUsed && !found.isFull("program.env", entry.name))
        changes.push({
          do: "replace",
          path: [...path, "env", at],
          items: [],
          why: ["never given"],
        });
    }
  }
  return { changes, kept };
}

/** The list that admits exactly the used arguments, if there is one. */
function argumentsOf(
  { name, sidecar }: Program,
  found: FoundUses,
): { readonly value: Value } | { readonly kept: string } {
  const kind = sidecar ? "sidecar" : "program";
  if (found.isFull(kind, name)) return { kept: "it was run with more arguments than are recorded" };
  const lists = found.by(kind, name).map(({ detail }) => parsed(detail));
  if (lists.includes(null)) return { kept: "the record of its arguments is no list of texts" };
  const runs = lists as readonly (readonly string[])[];
  const [first = []] = runs;
  if (runs.some(({ length }) => length !== first.length))
    return { kept: "it was run with lists of different lengths, which no list of args says" };
  if (first.length === 0) return { value: false };
  const values = first.map((_, at) => [...new Set(runs.map((run) => run[at] as string))]);
  const wide = values.findIndex((each) => each.length > maxNamed);
  if (wide !== -1)
    return {
      kept: `argument ${wide + 1} had ${values[wide]?.length} values: write an expression for it, as a validator`,
    };
  if (values.flat().some((value) => /\p{C}/u.test(value)))
    return { kept: "its arguments hold characters that do not show" };
  return {
    value: values.map((each): Value =>
      each.length === 1 ? (each[0] as string) : { validator: each.map(escaped).join("|") },
    ),
  };
}

function parsed(detail: string): readonly string[] | null {
  try {
    const list: unknown = JSON.parse(detail);
    return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : null;
  } catch {
    return null;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** An expression for the servers of opened addresses, in place of the default one. */
export function openChanges(allowlist: Allowlist, found: FoundUses): Proposal {
  const { open } = allowlist.shell;
  const uses = found.by("open", "");
  if (
    open !== true ||
    uses.length === 0 ||
    !found.wasOffered("open", "true") ||
    found.isFull("open", "")
  )
    return { changes: [], kept: [] };
  const origins = [
    ...new Set(uses.map(({ detail }) => /^https?:\/\/[^/]+/.exec(detail)?.[0] ?? null)),
  ];
  const isPlain = (origin: string | null): origin is string =>
    origin !== null &&
    /^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d+)?$/.test(origin) &&
    origin.length < 100;
  if (!origins.every(isPlain)) return { changes: [], kept: [] };
  if (origins.length > maxNamed)
    return {
      changes: [],
      kept: [
        `shell.open: addresses of ${origins.length} servers were opened, so the default expression stays`,
      ],
    };
  const value = `^(?:${origins.map(escaped).join("|")})(?:[/?#]|$)`.replaceAll("\\/", "/");
  return {
    changes: [{ do: "set", path: ["shell", "open"], value, why: [usedText(uses)] }],
    kept: [],
  };
}
