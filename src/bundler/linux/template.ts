// An author's templates for the desktop entry: text with
//
//   {{name}}                                the value, as it is
//   {{#if comment}} … {{else}} … {{/if}}    only when there is a value (or there is none)

type Values = Readonly<Record<string, string | null>>;

/** Fills in a template. Unknown variables and unclosed blocks are errors that name `file`. */
export function renderTemplate(template: string, values: Values, file: string): string {
  const tokens = template.split(/(\{\{[^{}]*\}\}\n?)/);
  let output = "";
  // One entry per open block: whether its current branch is shown.
  const blocks: boolean[] = [];
  let hidden = 0;
  const isShown = (): boolean => hidden === 0;
  const open = (shown: boolean): void => {
    blocks.push(shown);
    if (!shown) hidden += 1;
  };
  const close = (): boolean => {
    const shown = blocks.pop() ?? true;
    if (!shown) hidden -= 1;
    return shown;
  };
  for (const token of tokens) {
    const tag = /^\{\{\s*(.*?)\s*\}\}(\n?)$/.exec(token);
    if (tag === null) {
      if (isShown()) output += token;
      continue;
    }
    const [, body = "", newline = ""] = tag;
    const condition = /^#if\s+(\S+)$/.exec(body)?.[1];
    // A line that only opens or closes a block leaves no empty line behind.
    const isAlone = newline !== "" && (output === "" || output.endsWith("\n"));
    if (condition !== undefined) {
      open(value(condition, values, file) !== "");
    } else if (body === "else" && blocks.length > 0) {
      open(!close());
    } else if (body === "/if" && blocks.length > 0) {
      close();
    } else {
      if (isShown()) output += value(body, values, file) + newline;
      continue;
    }
    if (!isAlone && isShown()) output += newline;
  }
  if (blocks.length > 0)
    throw new Error(`Cannot use template "${file}": every {{#if}} needs its {{/if}}`);
  return output;
}

function value(name: string, values: Values, file: string): string {
  const found = values[name];
  if (found === undefined) {
    const known = Object.keys(values).join(", ");
    throw new Error(`Cannot use template "${file}": {{${name}}} must be one of ${known}`);
  }
  return found ?? "";
}
