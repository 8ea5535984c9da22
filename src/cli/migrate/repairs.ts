import { documentPath } from "../project/documents.ts";
import { packageName } from "../project/package-name.ts";
import { baseDirectories } from "../../contract/paths.ts";
import { labelPattern } from "../../contract/window/window.ts";
import type { Path, TreeNode } from "../../config/shape/tree.ts";
import { withKnownVariable } from "../../config/rules/patterns.ts";
import type { Edit } from "./edits.ts";

/** The repair of one value, and its note for a person. */
export interface RepairStep {
  readonly edit?: Edit;
  /** The change. */
  readonly repair?: string;
  /** The unchanged value, with advice. */
  readonly note?: string;
}

interface RepairRow {
  /** The path, in our terms; `*` is any index. */
  readonly at: RegExp;
  readonly repair: (value: string) => { readonly value: string; readonly why: string } | null;
}

const scopes =
  /^framework\.allowlist\.(?:fs\.scope|protocol\.assetScope)(?:(?:\.\*)?\.(?:allow|deny))?\.\*$|^framework\.allowlist\.shell\.scope\.\*\.cmd$/;
const labels =
  /^framework\.windows\.\*\.label$|^framework\.security\.dangerousRemoteDomainIpcAccess\.\*\.windows\.\*$/;
const addresses =
  /^framework\.windows\.\*\.url$|^framework\.allowlist\.http\.scope\.\*$|^framework\.updater\.endpoints\.\*$|^build\.(?:devPath|distDir)$/;

/**
 * The safe repairs: values with another form and the same meaning here. Each is reported with its
 * reason.
 */
const rows: readonly RepairRow[] = [
  {
    at: scopes,
    repair: (value) =>
      /^\$[A-Z]+(?:\/\.\.)+\/\*\*/.test(value)
        ? {
            value: value.replace(/^(\$[A-Z]+)(?:\/\.\.)+/, "$1"),
            why: 'a pattern may not hold "..": it admits paths below the folder itself',
          }
        : null,
  },
  {
    at: scopes,
    repair: (value) =>
      value === "*" || value === "*/**"
        ? { value: "**", why: '"*" is one name, "**" is every path; name only what the app needs' }
        : null,
  },
  {
    at: scopes,
    repair: (value) =>
      value.startsWith("~/")
        ? { value: `$HOME/${value.slice(2)}`, why: "the home folder is $HOME" }
        : null,
  },
  {
    at: scopes,
    repair: (value) =>
      /^\$MUSIC(?=\/|$)/.test(value)
        ? { value: value.replace("$MUSIC", "$AUDIO"), why: "the folder of music is $AUDIO" }
        : null,
  },
  {
    // `$AppConfig`, `$DOWNLOADS`: for Tauri such a text is no variable, and the pattern matches no
    // file.
    at: scopes,
    repair: (value) => {
      const known = variableOf(value) === null ? value : withKnownVariable(value);
      const name = variableOf(value) ?? "";
      return known === value || (baseDirectories as readonly string[]).includes(name)
        ? null
        : { value: known, why: `$${name} is no folder, so this admitted nothing` };
    },
  },
  {
    at: /^framework\.updater\.endpoints\.\*$/,
    repair: (value) =>
      value.includes("{{version}}")
        ? {
            value: value.replaceAll("{{version}}", "{{current_version}}"),
            why: "the variable is {{current_version}}",
          }
        : null,
  },
  {
    at: labels,
    repair: (value) => {
      const label = settledLabel(value);
      return label === value || label === ""
        ? null
        : {
            value: label,
            why: `a label holds letters and digits alone; the front end still says "${value}" where it names it`,
          };
    },
  },
  {
    at: addresses,
    repair: (value) =>
      value.trim() === value
        ? null
        : { value: value.trim(), why: "there was a blank around the address" },
  },
  {
    at: /^\$schema$/,
    repair: () => ({
      value: `../node_modules/${packageName}/schema/framework.conf.json`,
      why: "the schema is that of the package",
    }),
  },
  {
    // The scheme alone, as a source. A scheme with an address is renamed everywhere.
    at: /^framework\.security\.(?:csp|devCsp)(?:\.|$)/,
    repair: (value) =>
      /(?<=^|[\s;])tauri:(?=$|[\s;])/.test(value)
        ? {
            value: value.replace(/(?<=^|[\s;])tauri:(?=$|[\s;])/g, "framework:"),
            why: "the scheme of the app's pages is framework",
          }
        : null,
  },
  {
    at: /^framework\.bundle\.macOS\.exceptionDomain$/,
    repair: (value) => {
      const host = /^(?:[a-z]+:\/\/)?([^/:]*)/i.exec(value)?.[1] ?? "";
      return host === value || host === ""
        ? null
        : { value: host, why: "a domain is a host alone" };
    },
  },
];

interface NoteRow {
  readonly at: RegExp;
  readonly note: (node: TreeNode) => string | null;
}

const text = (node: TreeNode): string | null =>
  node.kind === "scalar" && typeof node.value === "string" ? node.value : null;

/** Values with another meaning here, or without a counterpart. */
const noteRows: readonly NoteRow[] = [
  {
    at: /^build\.features$/,
    note: () =>
      "these were features of Cargo: here they are compile-time flags of Bun, and leaving them out is safe",
  },
  {
    at: /^framework\.allowlist\.shell\.scope\.\*\.args\.\*\.validator$/,
    note: (node) =>
      /^\^.*\$$/s.test(text(node) ?? "")
        ? null
        : "must match the whole argument here, as if it began with ^ and ended with $",
  },
  {
    at: /^framework\.allowlist\.shell\.open$/,
    note: (node) =>
      text(node)?.startsWith("^") === false
        ? "is matched from the first character of the address here"
        : null,
  },
  {
    at: /^framework\.bundle\.identifier$/,
    note: (node) =>
      text(node) === "com.tauri.dev"
        ? "is that of every new project of Tauri: give the app one of its own before you ship it"
        : null,
  },
  {
    at: /^framework\.updater\.pubkey$/,
    note: (node) =>
      text(node)
        ? `signatures name version and system here: sign with "npx framework signer sign", or set updater.acceptUnboundSignatures while old feeds are in use (${documentPath("updates.md")})`
        : null,
  },
  {
    at: /^framework\.(?:bundle\.windows\.wix\.(?:template|fragmentPaths)|bundle\.windows\.nsis\.template)$/,
    note: (node) =>
      text(node) || node.kind === "list"
        ? `was written for the peer's installer: compare it with ${documentPath("packages.md")}`
        : null,
  },
];

/** Removed values, with the reason. */
const leftOut: readonly { readonly at: RegExp; readonly why: string }[] = [
  { at: /^build\.runner$/, why: "the runner is Bun here" },
  {
    at: /^framework\.bundle\.(?:deb|macOS)\.useBootstrapper$/,
    why: "Tauri has known no such field since 1.0, either",
  },
];

function variableOf(value: string): string | null {
  return /^\$([^/\\]*)/.exec(value)?.[1] ?? null;
}

/** The reason why an item of a list is removed; `null`: it stays. */
export function itemLeftOutAt(path: Path, node: TreeNode): string | null {
  const value = text(node);
  if (value === null || !scopes.test(patternOf(path))) return null;
  const variable = variableOf(withKnownVariable(value.replace(/^~\//, "$HOME/")));
  const isKnown = variable === null || (baseDirectories as readonly string[]).includes(variable);
  return isKnown ? null : `$${variable} is no folder, so this admitted nothing`;
}

/** The reason why the value at a path is removed; `null`: it stays. */
export function leftOutAt(path: Path, node: TreeNode): string | null {
  if (node.kind === "scalar" && node.value === null) return null;
  return leftOut.find((row) => row.at.test(patternOf(path)))?.why ?? null;
}

function patternOf(path: Path): string {
  return path.map((step) => (typeof step === "number" ? "*" : step)).join(".");
}

/** All steps for the value at a path. */
export function repairsOf(path: Path, node: TreeNode, source: string): RepairStep[] {
  const at = patternOf(path);
  const steps: RepairStep[] = [];
  if (node.kind === "scalar" && typeof node.value === "string") {
    let value = node.value;
    const reasons: string[] = [];
    for (const row of rows) {
      const repaired = row.at.test(at) ? row.repair(value) : null;
      if (repaired === null) continue;
      reasons.push(`"${value}" became "${repaired.value}": ${repaired.why}`);
      value = repaired.value;
    }
    if (reasons.length > 0) {
      steps.push({
        edit: { start: node.start, end: node.end, text: quoted(value, source[node.start]) },
        repair: reasons.join("; "),
      });
    }
  }
  for (const row of noteRows) {
    const note = row.at.test(at) ? row.note(node) : null;
    if (note !== null) steps.push({ note });
  }
  return steps;
}

/** The nearest permitted label: `main-window` becomes `mainWindow`. */
export function settledLabel(label: string): string {
  if (labelPattern.test(label)) return label;
  const words = label.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}

function quoted(value: string, quote: string | undefined): string {
  return quote === "'" && !/['\\]/.test(value) ? `'${value}'` : JSON.stringify(value);
}
