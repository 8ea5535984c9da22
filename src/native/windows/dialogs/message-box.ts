import { limits } from "../../../contract/limits.ts";
import type { ButtonLabel, MessageRequest } from "../../../contract/ui/index.ts";
import { firstLines, shown } from "../../shown-text.ts";
import { user32 } from "../lib/user32.ts";

export interface MessageBox {
  readonly owner: number;
  readonly title: string;
  readonly text: string;
  readonly kind: MessageRequest["kind"];
  /** The affirmative one first: it is the default. Escape and the close box press the last one. */
  readonly buttons: readonly ButtonLabel[];
}

// Ids of buttons. Those of the common ones are IDOK, IDCANCEL, IDYES, IDNO.
export const common = {
  ok: { number: 1, flag: 0x1 },
  cancel: { number: 2, flag: 0x8 },
  yes: { number: 6, flag: 0x2 },
  no: { number: 7, flag: 0x4 },
} as const;
const firstOwn = 100;

export const numberOf = (label: ButtonLabel, place: number): number =>
  "stock" in label ? common[label.stock].number : firstOwn + place;

/** The part of the text that fits on the screen: buttons below its edge could not be pressed. */
export function shownText(text: string, owner: number): string {
  const most = rowsOnScreen(owner);
  let rows = 0;
  const lines = shown(firstLines(text, limits.dialogLines), limits.dialogText).split("\n");
  const fitting = lines.findIndex(
    (line) => (rows += Math.max(1, Math.ceil(line.length / row.letters))) > most,
  );
  return fitting < 0 ? lines.join("\n") : `${lines.slice(0, Math.max(1, fitting)).join("\n")}…`;
}

// The minimum and maximum width and height of a row, and the rest of a dialog, in units of 96 per
// inch.
const row = { letters: 55, height: 18 } as const;
const roomForTheRest = 200;
const SM_CYFULLSCREEN = 17;

function rowsOnScreen(owner: number): number {
  const scale = (user32.GetDpiForWindow(owner) || 96) / 96;
  return Math.floor(
    (user32.GetSystemMetrics(SM_CYFULLSCREEN) / scale - roomForTheRest) / row.height,
  );
}
