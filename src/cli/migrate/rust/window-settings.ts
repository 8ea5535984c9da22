import { windowEffects, type WindowEffect } from "../../../contract/window/effects.ts";
import { lineAt } from "../edits.ts";
import { closingBrace } from "./brackets.ts";
import { blankRust, splitAtCommas } from "./text.ts";

// Rust's calls of the crates window-shadows and window-vibrancy, which are fields of a window here.

/** A field that replaces a call. */
export interface WindowSetting {
  readonly file: string;
  readonly line: number;
  /** The call, by Rust's name. */
  readonly call: string;
  /** `null`: its window was not found. */
  readonly label: string | null;
  readonly field: "shadow" | "effects";
  /** `null`: there is no counterpart. */
  readonly value: false | WindowEffect | null;
}

// Above what a person writes.
const maxCalls = 100;
const farthestLet = 20_000;

/** All calls in Rust that set a window's look, which is a field here. */
export function findWindowSettings(file: string, source: string): WindowSetting[] {
  const text = blankRust(source);
  const calls = text.matchAll(/\b(set_shadow|apply_(?:mica|acrylic|tabbed|blur|vibrancy))\s*\(/g);
  return [...calls]
    .slice(0, maxCalls)
    .flatMap(({ index, 0: whole, 1: call = "" }): WindowSetting[] => {
      if (/\bfn\s+$/.test(text.slice(Math.max(0, index - 20), index))) return [];
      const open = index + whole.length - 1;
      const close = closingBrace(text, open);
      const args = splitAtCommas(text.slice(open + 1, close), source.slice(open + 1, close));
      // `true` is a window's default.
      if (call === "set_shadow" && args[1] === "true") return [];
      const place = { file, line: lineAt(text, index), call };
      const label = labelOf(args[0] ?? "", source.slice(Math.max(0, index - farthestLet), index));
      if (call === "set_shadow")
        return [{ ...place, label, field: "shadow", value: args[1] === "false" ? false : null }];
      return [{ ...place, label, field: "effects", value: effectOf(call, args[1] ?? "") }];
    });
}

function effectOf(call: string, material: string): WindowEffect | null {
  const name =
    call === "apply_vibrancy"
      ? /NSVisualEffectMaterial\s*::\s*(\w+)/.exec(material)?.[1]
      : call.slice("apply_".length);
  if (name === undefined) return null;
  const all: readonly WindowEffect[] = Object.values(windowEffects).flat();
  return all.find((effect) => effect.toLowerCase() === name.toLowerCase()) ?? null;
}

/** The label of the window in an argument: `&app.get_window("main")…`, or a variable for it. */
function labelOf(argument: string, before: string): string | null {
  const taken = String.raw`get_(?:webview_)?window\s*\(\s*&?\s*"([^"]*)"`;
  const direct = new RegExp(taken).exec(argument)?.[1];
  if (direct !== undefined) return direct;
  const name = /^&?\s*(?:mut\s+)?(\w+)(?:\.clone\(\))?$/.exec(argument)?.[1];
  if (name === undefined) return null;
  const bound = before.matchAll(
    new RegExp(
      String.raw`(?:\blet\s+(?:mut\s+)?|\b(?:Some|Ok)\s*\(\s*)${name}\b[^=;]{0,100}=\s*[^;{]{0,200}?${taken}`,
      "g",
    ),
  );
  return [...bound].at(-1)?.[1] ?? null;
}
