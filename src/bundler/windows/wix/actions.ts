import type { Compilation } from "./compilation.ts";
import type { ElementReader, Handler } from "./element-reader.ts";
import { standardActions, type SequenceTable, type Step } from "./sequence.ts";

// The actions besides installing files, and their times.

const executions = {
  immediate: 0,
  firstSequence: 0x100,
  oncePerProcess: 0x200,
  secondSequence: 0x300,
  deferred: 0x400,
  rollback: 0x500,
  commit: 0x600,
} as const;

const returns = { check: 0, ignore: 0x40, asyncWait: 0x80, asyncNoWait: 0xc0 } as const;

/** A program that Windows Installer does not run under its own account runs as the user. */
const notImpersonated = 0x800;

/** <CustomAction>: runs a program, sets a property, or ends with a message. */
export function customAction({ database }: Compilation): Handler {
  return (reader) => {
    const id = reader.id();
    const { type, source, target } = actionKind(reader);
    const options =
      reader.choice("Execute", executions, 0) |
      reader.choice("Return", returns, 0) |
      (reader.isYes("Impersonate", true) ? 0 : notImpersonated) |
      (reader.isYes("Win64") ? 0x1000 : 0) |
      (reader.isYes("HideTarget") ? 0x2000 : 0) |
      (reader.isYes("TerminalServerAware") ? 0x4000 : 0);
    database.add("CustomAction", id, asSigned(type | options), source, target, null);
  };
}

/** The column holds 16 bits. */
function asSigned(type: number): number {
  return (type << 16) >> 16;
}

interface ActionKind {
  readonly type: number;
  readonly source: string | null;
  readonly target: string | null;
}

function actionKind(reader: ElementReader): ActionKind {
  const [error, value] = [reader.optional("Error"), reader.optional("Value")];
  const [binary, file] = [reader.optionalId("BinaryKey"), reader.optionalId("FileKey")];
  const [directory, property] = [reader.optionalId("Directory"), reader.optionalId("Property")];
  const [entry, command] = [reader.optional("DllEntry"), reader.optional("ExeCommand")];
  if (error !== null) return { type: 19, source: null, target: error };
  if (value !== null) {
    if (directory !== null) return { type: 35, source: directory, target: value };
    if (property !== null) return { type: 51, source: property, target: value };
  }
  if (entry !== null) {
    if (binary !== null) return { type: 1, source: binary, target: entry };
    if (file !== null) return { type: 17, source: file, target: entry };
  }
  if (command !== null) {
    if (binary !== null) return { type: 2, source: binary, target: command };
    if (file !== null) return { type: 18, source: file, target: command };
    if (directory !== null) return { type: 34, source: directory, target: command };
    if (property !== null) return { type: 50, source: property, target: command };
  }
  throw reader.error(
    "Cannot use <CustomAction>: want Property or Directory with Value, BinaryKey or FileKey with DllEntry, any of them with ExeCommand, or Error",
  );
}

/** <SetProperty> and <SetDirectory>: an action that sets a property, with its position. */
export function setProperty(compilation: Compilation, type: 51 | 35): Handler {
  return (reader) => {
    const id = reader.id();
    const sequence = reader.choice(
      "Sequence",
      { both: "both", execute: "execute", ui: "ui", first: "first" },
      "both",
    );
    const action = reader.optionalId("Action") ?? `Set${id}`;
    const value = reader.optional("Value") ?? "";
    const once = sequence === "first" ? executions.firstSequence : 0;
    compilation.database.add("CustomAction", action, type | once, id, value, null);
    const step: Step = {
      action,
      condition: reader.text() || null,
      sequence: null,
      // Folders are known from here on.
      after: reader.optional("After") ?? (type === 35 ? "CostFinalize" : null),
      before: reader.optional("Before"),
      isSuppressed: false,
      place: reader.element.place,
    };
    if (sequence !== "ui") compilation.addStep("InstallExecuteSequence", step);
    if (sequence !== "execute") compilation.addStep("InstallUISequence", step);
  };
}

const ends = { success: -1, cancel: -2, error: -3, suspend: -4 } as const;

/** <InstallExecuteSequence> and similar. */
export function sequence(compilation: Compilation, table: SequenceTable): Handler {
  const step = (reader: ElementReader, action: string, end: number | null): void => {
    const number = reader.optional("Sequence") === null ? null : reader.number("Sequence", 0);
    reader.ignore("Overridable");
    compilation.addStep(table, {
      action,
      condition: reader.text() || null,
      sequence: end ?? number,
      before: reader.optional("Before"),
      after: reader.optional("After"),
      isSuppressed: reader.isYes("Suppress"),
      place: reader.element.place,
    });
  };
  const standard: Handler = (reader) => step(reader, reader.name, null);
  return (reader) => {
    reader.children({
      ...Object.fromEntries(Object.keys(standardActions).map((action) => [action, standard])),
      Custom: (child) => step(child, child.id("Action"), end(child)),
      Show: (child) => step(child, child.id("Dialog"), end(child)),
    });
  };
}

function end(reader: ElementReader): number | null {
  const when = reader.choice("OnExit", { ...ends, none: 0 }, 0);
  return when === 0 ? null : when;
}
