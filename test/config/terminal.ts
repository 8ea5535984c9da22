import type { Terminal } from "../../src/cli/terminal.ts";
import { thisMachine } from "../support/this-machine.ts";

export interface RecordedTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

/** A terminal without colour that keeps its output. */
export function recordedTerminal(cwd: string): RecordedTerminal {
  const written = { out: "", err: "" };
  return {
    cwd,
    host: thisMachine,
    color: false,
    written,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
  };
}
