import { limits } from "../../../contract/limits.ts";
import type { Choice, ChoiceRequest } from "../../../contract/ui/index.ts";
import { buttonText, orderedFromDefault, withoutButton } from "../../choice.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { shown } from "../../shown-text.ts";
import type { NativeWindow } from "../window/window.ts";
import { openChoiceBox, type MessageBox, type OpenBox } from "./message-box.ts";
import { literalLabel } from "./toolkit-text.ts";

/** An app's question, with buttons of its own. */
export function choiceDialog({ address }: NativeWindow, request: ChoiceRequest): Dialog<Choice> {
  const cancelled = withoutButton(request);
  // GNOME's order, from right to left: the most likely choice, all others, Cancel.
  const places = orderedFromDefault(request);
  let open: OpenBox | undefined;
  let close: (() => void) | undefined;
  return {
    cancelled,
    show: () =>
      new Promise((resolve) => {
        const box = openChoiceBox(boxOf(address, request, places), ({ button, isChecked }) =>
          resolve({
            button: button === null ? null : (places[button] ?? null),
            checked: isChecked,
          }),
        );
        open = box;
        close = () => {
          box.close();
          resolve(cancelled);
        };
      }),
    close: () => close?.(),
    setProgress: (done) => open?.setProgress(done),
  };
}

function boxOf(parent: Address, request: ChoiceRequest, places: readonly number[]): MessageBox {
  const { kind, title, text, detail, buttons, defaultButton, checkbox } = request;
  return {
    hasProgress: request.hasProgress === true,
    parent,
    kind,
    title,
    text,
    ...(detail !== null && { detail }),
    buttons: places.map((place) => literalLabel(buttonText(request, place))),
    defaultButton: places.indexOf(defaultButton),
    destructive: [...places.keys()].filter(
      (index) => buttons[places[index] ?? -1]?.isDestructive === true,
    ),
    checkbox: checkbox === null ? null : { ...checkbox, text: shown(checkbox.text, limits.label) },
  };
}
