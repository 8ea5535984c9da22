import { limits } from "../../../contract/limits.ts";
import { shown } from "../../shown-text.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";
import { boxBefore, refuseBox, type Closing } from "./closing.ts";
import { common, numberOf, shownText, type MessageBox } from "./message-box.ts";

// The box of every Windows version supports only its own labels. If the labels are the app's, a
// line explains the buttons. With "Yes" and "No" it does not accept Escape.
const MB_OKCANCEL = 0x1;
const MB_YESNO = 0x4;
const plainIcons = { warning: 0x30, error: 0x10, info: 0x40 } as const;

/** Shows a message box until it is answered; returns the id of the button. */
export function showPlainBox(
  { owner, title, text, kind, buttons }: MessageBox,
  closing: Closing,
): number {
  const isYesNo = buttons.some((label) => "stock" in label && label.stock === "yes");
  const [words, flags] = isYesNo
    ? [["yes", "no"] as const, MB_YESNO]
    : buttons.length > 1
      ? [["ok", "cancel"] as const, MB_OKCANCEL]
      : [["ok"] as const, 0];
  const [first, last] = [buttons[0], buttons.at(-1)];
  const meanings = buttons.flatMap((label, place) => {
    const word = words[place];
    return "stock" in label || word === undefined
      ? []
      : [`${plainWords[word]}: ${shown(label.text, limits.label)}`];
  });
  const pressed = closing.whileShown(
    () => {
      const popup = boxBefore(owner);
      if (popup !== null) refuseBox(popup);
    },
    () =>
      user32.MessageBoxW(
        owner,
        wide([shownText(text, owner), ...meanings].join("\n")),
        wide(shown(title, limits.title)),
        flags | plainIcons[kind],
      ),
  );
  if (pressed === 0)
    throw new Error(`Cannot show a message (Windows error ${kernel32.GetLastError()})`);
  const isAffirmative = pressed === common[words[0]].number;
  const chosen = isAffirmative ? first : last;
  return chosen === undefined ? 0 : numberOf(chosen, isAffirmative ? 0 : buttons.length - 1);
}

const plainWords = { ok: "OK", cancel: "Cancel", yes: "Yes", no: "No" } as const;
