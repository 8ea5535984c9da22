import { limits } from "../../../contract/limits.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import { shown } from "../../shown-text.ts";
import { check, S_OK } from "../com/hresult.ts";
import { TASKDIALOG_BUTTON, TASKDIALOGCONFIG } from "../lib/comctl32.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";
import { TDM_CLICK_BUTTON, type Closing } from "./closing.ts";
import { taskDialogFunction } from "./common-controls.ts";
import { common, numberOf, shownText, type MessageBox } from "./message-box.ts";
import { showPlainBox } from "./plain-box.ts";

/** Shows a message box until it is answered; returns the index of the button. */
export function showMessageBox(box: MessageBox, closing: Closing): number {
  const run = taskDialogFunction();
  const pressed = run === null ? showPlainBox(box, closing) : showTaskDialog(box, run, closing);
  const index = box.buttons.findIndex((label, place) => numberOf(label, place) === pressed);
  return index < 0 ? box.buttons.length - 1 : index;
}

// Icons of Windows' own, in the form of MAKEINTRESOURCE.
const icons = { warning: 0xffff, error: 0xfffe, info: 0xfffd } as const;

// An "&" in the text is literal, as long as links are off.
const TDF_ALLOW_DIALOG_CANCELLATION = 0x8;
const TDF_VERIFICATION_FLAG_CHECKED = 0x100;
const TDF_SHOW_PROGRESS_BAR = 0x200;
/** Five times a second the dialog asks for more, which is how often its bar moves. */
const TDF_CALLBACK_TIMER = 0x800;
const TDF_POSITION_RELATIVE_TO_WINDOW = 0x1000;
// Wide enough for the longest word, which the dialog's own width would cut.
const TDF_SIZE_TO_CONTENT = 0x1000000;
const TDN_CREATED = 0;
const TDN_TIMER = 4;
/** WM_USER + 106 */
const TDM_SET_PROGRESS_BAR_POS = 0x46a;

// Those that are on the screen: the window, and what Windows reads of.
const onScreen = new Held<{ window: number; config: unknown; readonly closing: Closing }>(
  "task dialogs",
);

const notified = callback("luLll>i", (window, notification, _wParam, _lParam, number) => {
  const dialog = onScreen.get(number);
  if (dialog !== undefined && notification === TDN_CREATED) dialog.window = window;
  // Posted: the dialog is in the middle of this call.
  if (dialog !== undefined && notification === TDN_TIMER)
    user32.PostMessageW(window, TDM_SET_PROGRESS_BAR_POS, dialog.closing.progress, 0);
  return S_OK;
});

type RunTaskDialog = NonNullable<ReturnType<typeof taskDialogFunction>>;

function showTaskDialog(
  { owner, title, text, kind, buttons }: MessageBox,
  run: RunTaskDialog,
  closing: Closing,
): number {
  const last = buttons.length - 1;
  const [first, closes] = [buttons[0], buttons[last]];
  return runTaskDialog(
    {
      owner,
      title,
      kind,
      instruction: null,
      content: shownText(text, owner),
      // Buttons with Windows' own labels appear in Windows' own order, to the right of the others.
      stock: buttons.flatMap((label) => ("stock" in label ? [common[label.stock].flag] : [])),
      own: buttons.flatMap((label, place) =>
        "stock" in label
          ? []
          : [{ number: numberOf(label, place), text: shown(label.text, limits.label) }],
      ),
      defaultButton: first === undefined ? 0 : numberOf(first, 0),
      closingButton: closes === undefined ? 0 : numberOf(closes, last),
      checkbox: null,
      hasProgress: false,
    },
    run,
    closing,
  ).button;
}

/** The content of a task dialog. */
export interface TaskDialogBox {
  readonly owner: number;
  readonly title: string;
  readonly kind: MessageBox["kind"];
  /** In larger letters, above the content. */
  readonly instruction: string | null;
  readonly content: string;
  /** The flags of buttons with Windows' own labels. */
  readonly stock: readonly number[];
  /** From left to right. */
  readonly own: readonly { readonly number: number; readonly text: string }[];
  readonly defaultButton: number;
  /** The button that is pressed to close the dialog. */
  readonly closingButton: number;
  readonly checkbox: { readonly text: string; readonly checked: boolean } | null;
  readonly hasProgress: boolean;
}

/**
 * Shows a task dialog until it is answered; returns the id of the button, and the state of the
 * checkbox.
 */
export function runTaskDialog(
  box: TaskDialogBox,
  run: RunTaskDialog,
  closing: Closing,
): { readonly button: number; readonly isChecked: boolean } {
  const own = TASKDIALOG_BUTTON.array(
    box.own.map(({ number, text }) => ({ nButtonID: number, pszButtonText: wide(literal(text)) })),
  );
  const dialog = { window: 0, config: null as unknown, closing };
  const number = onScreen.add(dialog);
  const config = TASKDIALOGCONFIG.make({
    cbSize: TASKDIALOGCONFIG.size,
    hwndParent: box.owner,
    dwFlags:
      TDF_ALLOW_DIALOG_CANCELLATION |
      TDF_POSITION_RELATIVE_TO_WINDOW |
      TDF_SIZE_TO_CONTENT |
      (box.hasProgress ? TDF_SHOW_PROGRESS_BAR | TDF_CALLBACK_TIMER : 0) |
      (box.checkbox?.checked === true ? TDF_VERIFICATION_FLAG_CHECKED : 0),
    dwCommonButtons: box.stock.reduce((flags, flag) => flags | flag, 0),
    pszWindowTitle: wide(shown(box.title, limits.title)),
    pszMainIcon: icons[box.kind],
    pszMainInstruction: box.instruction === null ? null : wide(box.instruction),
    pszContent: wide(box.content),
    cButtons: own.values.length,
    pButtons: own.values.length === 0 ? null : own.bytes,
    nDefaultButton: box.defaultButton,
    pszVerificationText: box.checkbox === null ? null : wide(literal(box.checkbox.text)),
    pfCallback: notified(),
    lpCallbackData: number,
  });
  dialog.config = config;
  const close = (): void => {
    if (dialog.window === 0) return;
    user32.PostMessageW(dialog.window, TDM_CLICK_BUTTON, box.closingButton, 0);
  };
  const pressed = new Int32Array(new ArrayBuffer(4));
  const checked = new Int32Array(new ArrayBuffer(4));
  try {
    closing.whileShown(close, () =>
      check("TaskDialogIndirect", run(config.bytes, pressed, null, checked)),
    );
  } finally {
    onScreen.take(number);
  }
  return { button: pressed[0] ?? 0, isChecked: checked[0] === 1 };
}

/** A text for a control, in which "&" would mark the access key. */
function literal(text: string): string {
  return text.replaceAll("&", "&&");
}
