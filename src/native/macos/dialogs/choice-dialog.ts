import { limits } from "../../../contract/limits.ts";
import type { Choice, ChoiceRequest } from "../../../contract/ui/index.ts";
import { buttonText, orderedFromDefault, withoutButton } from "../../choice.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { firstLines, shown } from "../../shown-text.ts";
import type { Identified } from "../objc/signature.ts";
import { showChoiceAlert, type Alert } from "./alert.ts";
import { ProgressBar } from "./progress-bar.ts";

/** An app's question, with buttons of its own. */
export function choiceDialog(window: Identified, request: ChoiceRequest): Dialog<Choice> {
  const cancelled = withoutButton(request);
  // Apple's order: the default at the right end of a row and on top of a stack, Cancel at the other
  // end.
  const places = orderedFromDefault(request);
  let close = (): void => {};
  const bar = request.hasProgress === true ? new ProgressBar() : null;
  return {
    cancelled,
    show: () =>
      new Promise((resolve) => {
        const closeAlert = showChoiceAlert(
          window.address,
          alertOf(request, places, bar),
          ({ button, isChecked }) => {
            bar?.[Symbol.dispose]();
            resolve({
              button: button === null ? null : (places[button] ?? null),
              checked: isChecked,
            });
          },
        );
        close = () => {
          closeAlert();
          bar?.[Symbol.dispose]();
          resolve(cancelled);
        };
      }),
    close: () => close(),
    setProgress: (done) => bar?.setProgress(done),
  };
}

function alertOf(
  request: ChoiceRequest,
  places: readonly number[],
  bar: ProgressBar | null,
): Alert {
  const { kind, title, text, detail, buttons, defaultButton, cancelButton, checkbox } = request;
  // An alert has two texts, and the first one is bold.
  const [bold, plain] = detail === null ? [title, text] : [text, detail];
  return {
    kind,
    title: shown(bold, detail === null ? limits.title : limits.dialogText),
    text: shown(firstLines(plain, limits.dialogLines), limits.dialogText),
    buttons: places.map((place) => buttonText(request, place)),
    choice: {
      defaultButton: places.indexOf(defaultButton),
      cancelButton: cancelButton === null ? null : places.indexOf(cancelButton),
      destructive: [...places.keys()].filter(
        (index) => buttons[places[index] ?? -1]?.isDestructive === true,
      ),
      checkbox:
        checkbox === null ? null : { ...checkbox, text: shown(checkbox.text, limits.label) },
      bar: bar?.address ?? null,
    },
  };
}
