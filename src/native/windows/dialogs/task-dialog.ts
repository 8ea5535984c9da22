import { limits } from "../../../contract/limits.ts";
import type { ButtonLabel, MessageRequest } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import { firstLines, shown } from "../../shown-text.ts";
import { check, S_OK } from "../com/hresult.ts";
import { TASKDIALOG_BUTTON, TASKDIALOGCONFIG } from "../lib/comctl32.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";
import { boxBefore, refuseBox, TDM_CLICK_BUTTON, type Closing } from "./closing.ts";
import { taskDialogFunction } from "./common-controls.ts";

/** A message box. */
export interface MessageBox {
  readonly owner: number;
  readonly title: string;
  readonly text: string;
  readonly kind: MessageRequest["kind"];
  /** The affirmative one first: it is the default. The last one is what Escape and the close box mean. */
  readonly buttons: readonly ButtonLabel[];
}

/** Shows a message box until it is answered: with the index of the button. */
export function showMessageBox(box: MessageBox, closing: Closing): number {
  const run = taskDialogFunction();
  const pressed = run === null ? showPlainBox(box, closing) : showTaskDialog(box, run, closing);
  const index = box.buttons.findIndex((label, place) => numberOf(label, place) === pressed);
  return index < 0 ? box.buttons.length - 1 : index;
}

// Numbers of buttons. Those of the common ones are IDOK, IDCANCEL, IDYES, IDNO.
const common = {
  ok: { number: 1, flag: 0x1 },
  cancel: { number: 2, flag: 0x8 },
  yes: { number: 6, flag: 0x2 },
  no: { number: 7, flag: 0x4 },
} as const;
const firstOwn = 100;

const numberOf = (label: ButtonLabel, place: number): number =>
  "stock" in label ? common[label.stock].number : firstOwn + place;

// Icons of Windows' own, as MAKEINTRESOURCE makes addresses of them.
const icons = { warning: 0xffff, error: 0xfffe, info: 0xfffd } as const;

// An "&" in the text stands for itself, as long as no links are wanted in it.
const TDF_ALLOW_DIALOG_CANCELLATION = 0x8;
const TDF_POSITION_RELATIVE_TO_WINDOW = 0x1000;
// Wide enough for the longest word, where the dialog's own width would cut it.
const TDF_SIZE_TO_CONTENT = 0x1000000;
const TDN_CREATED = 0;

// Those that are on the screen: the window, and what Windows reads of.
const onScreen = new Held<{ window: number; config: unknown }>("task dialogs");

const notified = callback("luLll>i", (window, notification, _wParam, _lParam, number) => {
  const dialog = onScreen.get(number);
  if (dialog !== undefined && notification === TDN_CREATED) dialog.window = window;
  return S_OK;
});

function showTaskDialog(
  { owner, title, text, kind, buttons }: MessageBox,
  run: NonNullable<ReturnType<typeof taskDialogFunction>>,
  closing: Closing,
): number {
  // Those with Windows' own words stand in Windows' own order, to the right of the others.
  const stock = buttons.flatMap((label) => ("stock" in label ? [common[label.stock].flag] : []));
  const own = TASKDIALOG_BUTTON.array(
    buttons.flatMap((label, place) =>
      "stock" in label ? [] : [{ nButtonID: numberOf(label, place), pszButtonText: wide(labelOf(label)) }],
    ),
  );
  const last = buttons.length - 1;
  const dialog = { window: 0, config: null as unknown };
  const number = onScreen.add(dialog);
  const config = TASKDIALOGCONFIG.make({
    cbSize: TASKDIALOGCONFIG.size,
    hwndParent: owner,
    dwFlags: TDF_ALLOW_DIALOG_CANCELLATION | TDF_POSITION_RELATIVE_TO_WINDOW | TDF_SIZE_TO_CONTENT,
    dwCommonButtons: stock.reduce((flags, flag) => flags | flag, 0),
    pszWindowTitle: wide(shown(title, limits.title)),
    pszMainIcon: icons[kind],
    pszContent: wide(shownText(text)),
    cButtons: own.values.length,
    pButtons: own.values.length === 0 ? null : own.bytes,
    nDefaultButton: buttons[0] === undefined ? 0 : numberOf(buttons[0], 0),
    pfCallback: notified(),
    lpCallbackData: number,
  });
  dialog.config = config;
  const close = (): void => {
    const label = buttons[last];
    if (dialog.window === 0 || label === undefined) return;
    user32.PostMessageW(dialog.window, TDM_CLICK_BUTTON, numberOf(label, last), 0);
  };
  const pressed = new Int32Array(new ArrayBuffer(4));
  try {
    closing.whileShown(close, () => check("TaskDialogIndirect", run(config.bytes, pressed, null, null)));
  } finally {
    onScreen.take(number);
  }
  return pressed[0] ?? 0;
}

/** The text on a button, where "&" would mark the letter for the keyboard. */
function labelOf(label: { readonly text: string }): string {
  return shown(label.text, limits.label).replaceAll("&", "&&");
}

function shownText(text: string): string {
  return shown(firstLines(text, limits.dialogLines), limits.dialogText);
}

// The box that each Windows has knows its own words alone. Where they are the app's, a line says which button means what.
// Of "Yes" and "No" it takes no Escape.
const MB_OKCANCEL = 0x1;
const MB_YESNO = 0x4;
const plainIcons = { warning: 0x30, error: 0x10, info: 0x40 } as const;

function showPlainBox({ owner, title, text, kind, buttons }: MessageBox, closing: Closing): number {
  const isYesNo = buttons.some((label) => "stock" in label && label.stock === "yes");
  const [words, flags] = isYesNo
    ? [["yes", "no"] as const, MB_YESNO]
    : buttons.length > 1
      ? [["ok", "cancel"] as const, MB_OKCANCEL]
      : [["ok"] as const, 0];
  const [first, last] = [buttons[0], buttons.at(-1)];
  const meanings = buttons.flatMap((label, place) => {
    const word = words[place];
    return "stock" in label || word === undefined ? [] : [`${plainWords[word]}: ${label.text}`];
  });
  const pressed = closing.whileShown(
    () => {
      const popup = boxBefore(owner);
      if (popup !== null) refuseBox(popup);
    },
    () =>
      user32.MessageBoxW(
        owner,
        wide(shownText([text, ...meanings].join("\n"))),
        wide(shown(title, limits.title)),
        flags | plainIcons[kind],
      ),
  );
  if (pressed === 0) throw new Error(`Cannot show a message (Windows error ${kernel32.GetLastError()})`);
  const isAffirmative = pressed === common[words[0]].number;
  const chosen = isAffirmative ? first : last;
  return chosen === undefined ? 0 : numberOf(chosen, isAffirmative ? 0 : buttons.length - 1);
}

const plainWords = { ok: "OK", cancel: "Cancel", yes: "Yes", no: "No" } as const;
