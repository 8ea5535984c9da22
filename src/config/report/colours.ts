type Paint = (text: string) => string;

/** The parts of reports that have a colour, besides their words. */
export interface Colours {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly error: Paint;
  readonly success: Paint;
  readonly warning: Paint;
  readonly hint: Paint;
}

const ansi =
  (code: number): Paint =>
  (text) =>
    `\u001B[${code}m${text}\u001B[0m`;
const plain: Paint = (text) => text;

const withColour: Colours = {
  strong: ansi(1),
  faint: ansi(2),
  error: ansi(31),
  success: ansi(32),
  warning: ansi(33),
  hint: ansi(36),
};
const withoutColour: Colours = {
  strong: plain,
  faint: plain,
  error: plain,
  success: plain,
  warning: plain,
  hint: plain,
};

/** The colours of a terminal, or none. */
export function coloursOf(isColoured: boolean): Colours {
  return isColoured ? withColour : withoutColour;
}
