import { closingBrace } from "./brackets.ts";

/** One operation on a window, by its name here. */
export interface WindowStep {
  /** `null`: the window whose page called. */
  readonly label: string | null;
  readonly method: string;
}

/** Methods without arguments, with nearly the same name here. */
const plainMethods: Readonly<Record<string, string>> = {
  show: "show",
  hide: "hide",
  close: "close",
  center: "center",
  set_focus: "setFocus",
  minimize: "minimize",
  unminimize: "unminimize",
  maximize: "maximize",
  unmaximize: "unmaximize",
};

/** The name of a method here; `null`: it has arguments, or is no method of a window. */
export function plainMethod(name: string): string | null {
  return plainMethods[name] ?? null;
}

/**
 * The same for calls at the app's start, which `main.ts` makes once the page is complete. The page
 * may have shown its window by then, so none is hidden.
 */
export function startMethod(name: string): string | null {
  return name === "hide" ? null : plainMethod(name);
}

const tail = String.raw`(?:\s*\.\s*(?:unwrap\s*\(\s*\)|expect\s*\([^()]*\)|ok\s*\(\s*\)|map_err\s*\([^()]*(?:\([^()]*\)[^()]*)*\))|\s*\?)*`;
const holder = String.raw`&?\w+(?:\s*\.\s*(?:app_handle|handle|clone|window)\s*\(\s*\))*`;
const taken = String.raw`${holder}\s*\.\s*get_(?:webview_)?window\s*\([^()]*\)`;

/** `let window = app.get_window(…).unwrap();` Like the others it is for one position at a time. */
export const binding = new RegExp(
  String.raw`\s*let\s+(?:mut\s+)?(\w+)\s*(?::\s*[\w:<>\s]+)?=\s*(${taken})${tail}\s*;`,
  "y",
);
/** `if let Some(window) = app.get_window(…) {` */
export const condition = new RegExp(
  String.raw`\s*if\s+let\s+Some\s*\(\s*(?:mut\s+)?(\w+)\s*\)\s*=\s*&?(${taken})\s*\{`,
  "y",
);
/** `window.show().unwrap();`, or the same on `app.get_window(…)` itself. */
export const step = new RegExp(
  String.raw`\s*(?:let\s+_\s*=\s*)?(?:(${taken})${tail}|(\w+))\s*\.\s*(\w+)\s*\(\s*\)${tail}\s*;?`,
  "y",
);
const nothing = /\s*(?:(?:Ok|return\s+Ok)\s*\(\s*\(\s*\)\s*\)\s*;?|return\s*;|;)/y;

/** The label in `get_window("main")`; `undefined`: there is no literal. */
export function labelIn(written: string): string | undefined {
  return /get_(?:webview_)?window\s*\(\s*&?\s*"([^"]*)"/.exec(written)?.[1];
}

/** The deepest nesting of conditions: above what a person writes. */
const deepestCondition = 50;

/**
 * The steps of a function that only shows, hides, closes and focuses windows; `null`: it does other
 * work, too.
 *
 * @param file its text, and the same by `blankRust`
 * @param body from its opening brace to its closing one
 * @param own the name of the parameter that is the window whose page called
 */
export function windowSteps(
  { source, text }: { readonly source: string; readonly text: string },
  body: { readonly start: number; readonly end: number },
  own: string | null,
): WindowStep[] | null {
  const labels = new Map<string, string | null>(own === null ? [] : [[own, null]]);

  const read = (from: number, end: number, depth: number): WindowStep[] | null => {
    if (depth > deepestCondition) return null;
    const steps: WindowStep[] = [];
    let at = from;
    const next = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      return match === null || pattern.lastIndex > end ? null : match;
    };
    const rest = /\S/g;
    for (;;) {
      rest.lastIndex = at;
      if ((rest.exec(text)?.index ?? end) >= end) return steps;
      const bound = next(binding);
      if (bound !== null) {
        const label = labelIn(source.slice(at, binding.lastIndex));
        if (label === undefined) return null;
        labels.set(bound[1] ?? "", label);
        at = binding.lastIndex;
        continue;
      }
      const tested = next(condition);
      if (tested !== null) {
        const label = labelIn(source.slice(at, condition.lastIndex));
        if (label === undefined) return null;
        labels.set(tested[1] ?? "", label);
        const open = condition.lastIndex - 1;
        const close = closingBrace(text, open);
        const inside = read(open + 1, close, depth + 1);
        if (inside === null || /^\s*else\b/.test(text.slice(close + 1))) return null;
        for (const one of inside) steps.push(one);
        at = close + 1;
        continue;
      }
      if (next(nothing) !== null) {
        at = nothing.lastIndex;
        continue;
      }
      const done = next(step);
      if (done === null) return null;
      const [, call, variable = "", name = ""] = done;
      const label =
        call === undefined ? labels.get(variable) : labelIn(source.slice(at, step.lastIndex));
      const method = plainMethod(name);
      if (label === undefined || method === null) return null;
      steps.push({ label, method });
      at = step.lastIndex;
    }
  };
  const steps = read(body.start + 1, body.end, 0);
  return steps === null || steps.length === 0 ? null : steps;
}
