import { packageName } from "../../project/package-name.ts";
import { plainLine } from "../../terminal.ts";
import type { ShownWindows } from "../front-end/hidden-windows.ts";
import { pluginPackages } from "../plugin-packages.ts";
import type { Note } from "../note.ts";
import { settledLabel } from "../repairs.ts";
import type { RustCommand } from "./commands.ts";
import type { KeptRunning } from "./kept-running.ts";
import type { WindowStep } from "./window-steps.ts";
import { findTypes, typeScriptType } from "./types.ts";

/** Rust's set-up beside its commands. */
export interface RustSetup {
  readonly notes: readonly Note[];
  /** Rust's window calls at the start. */
  readonly shown: readonly ShownWindows[];
  /** The place where Rust keeps the app running without windows; `null`: none. */
  readonly keptRunning: KeptRunning | null;
}

/**
 * `main.ts` with a typed stub for each command of the Rust code, which throws until it is written,
 * and with the counterparts of Rust's set-up.
 *
 * @param sources the texts of the Rust files with the types of commands
 * @param setup Rust's set-up beside them
 * @param plugins the plugins of Tauri with a package here, by their names
 */
export function mainModule(
  commands: readonly RustCommand[],
  sources: readonly string[],
  setup: RustSetup,
  plugins: readonly string[],
): string {
  const types = sources.flatMap(findTypes);
  const known = new Set(types.map(({ name }) => name));
  const stubs = commands.map((command) => stub(command, known));
  const declarations = new Map(types.map(({ name, declare }) => [name, declare(known)]));
  const used = usedTypes(stubs.join("\n"), declarations);
  const calls = plugins.map((name) => `${pluginPackages[name]?.factory}()`);
  const parts = [
    ...(calls.length === 0 ? [] : [`  plugins: [${calls.join(", ")}],`]),
    ...(stubs.length === 0 ? [] : [`  commands: {\n${stubs.join("\n")}\n  },`]),
    ...setupFunction(setup),
  ];
  return [
    [
      `import { defineApp } from "${packageName}/app";`,
      ...plugins.map(
        (name) => `import { ${pluginPackages[name]?.factory} } from "framework-plugin-${name}";`,
      ),
      "",
    ].join("\n"),
    ...[...declarations].filter(([name]) => used.has(name)).map(([, text]) => `${text}\n`),
    ...(stubs.length === 0
      ? []
      : [
          "// The commands of the Rust code, by their signatures. Each throws until it is written.",
        ]),
    `export default defineApp({\n${parts.join("\n")}\n});\n`,
  ].join("\n");
}

/** `setup`, with a line for each part of Rust's set-up and code for the simple ones. */
function setupFunction({ notes, shown, keptRunning }: RustSetup): string[] {
  const isPlain = shown.length > 0 || keptRunning !== null;
  if (notes.length === 0 && !isPlain) return [];
  const lines = notes.map(
    ({ file, line, text }) =>
      `    // ${plainLine(`${file}:${line}  ${text.replace(/^Rust (?:sets up )?/, "")}`)}`,
  );
  const reported =
    lines.length === 0 ? [] : ["    // The other Rust code, and its replacement:", ...lines];
  const kept =
    keptRunning === null
      ? []
      : [
          `    // ${plainLine(`${keptRunning.file}:${keptRunning.line}`)}: the app goes on without windows.`,
          "    app.endWithLastWindow(false);",
        ];
  const body = [...reported, ...kept, ...shown.flatMap(showing)];
  return [[`  setup(${isPlain ? "app" : "_app"}) {`, ...body, "  },"].join("\n")];
}

/** Windows of the configuration are not open yet when `setup` runs. */
function showing({ label, steps, file, line }: ShownWindows): string[] {
  return [
    `    // ${plainLine(`${file}:${line}`)}: once the page is complete, as the windows open after this.`,
    "    const stop = app.windows.onPageLoad(async ({ window, stage }) => {",
    `      if (window !== ${JSON.stringify(settledLabel(label))} || stage !== "finished") return;`,
    "      stop();",
    ...steps.map((step) => `      ${stepCall(step)}`),
    "    });",
  ];
}

function stepCall({ label, method }: WindowStep): string {
  return `await app.windows.get(${label === null ? "window" : JSON.stringify(settledLabel(label))})?.${method}();`;
}

function stub(command: RustCommand, known: ReadonlySet<string>): string {
  const { name, file, line, isAsync, args, result, steps } = command;
  const fields = args.map((arg) => field(arg.name, typeScriptType(arg.type, known))).join("; ");
  if (steps !== null) {
    const ofCaller = steps.some(({ label }) => label === null) ? ", window" : "";
    const given = fields === "" ? "unknown" : `{ ${fields} }`;
    return [
      `    // ${plainLine(`${file}:${line}`)}`,
      `    async ${name}(_args: ${given}, { app${ofCaller} }): Promise<void> {`,
      ...steps.map((step) => `      ${stepCall(step)}`),
      "    },",
    ].join("\n");
  }
  const type = typeScriptType(result, known);
  const parameter = args.length === 0 ? "" : `_args: { ${fields} }`;
  return [
    `    // ${plainLine(`${file}:${line}`)}`,
    `    ${isAsync ? "async " : ""}${name}(${parameter}): ${isAsync ? `Promise<${type}>` : type} {`,
    `      throw new Error(${quoted(`"${name}" is not written yet: see ${file}:${line}`)});`,
    "    },",
  ].join("\n");
}

/** A text in code. A file may have any name. */
function quoted(text: string): string {
  return text.includes("'") || text.includes("\\") || plainLine(text) !== text
    ? plainLine(JSON.stringify(text))
    : `'${text}'`;
}

/** A nullable value in Rust may be omitted by a page. */
function field(name: string, type: string): string {
  return `${name}${type.endsWith(" | null") ? "?" : ""}: ${type}`;
}

/** The declared types in a text, and the types that these use. */
function usedTypes(text: string, declarations: ReadonlyMap<string, string>): ReadonlySet<string> {
  const used = new Set<string>();
  const look = (where: string): void => {
    for (const word of where.match(/\w+/g) ?? []) if (declarations.has(word)) used.add(word);
  };
  look(text);
  // Elements added during the iteration of a set are visited, too.
  for (const name of used) look(declarations.get(name) ?? "");
  return used;
}
