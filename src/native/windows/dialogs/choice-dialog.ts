import { limits } from "../../../contract/limits.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Choice, ChoiceRequest } from "../../../contract/ui/index.ts";
import { buttonText, orderedPlaces, withoutButton } from "../../choice.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { firstLines, shown } from "../../shown-text.ts";
import type { Closing } from "./closing.ts";
import { taskDialogFunction } from "./common-controls.ts";
import type { Owner } from "./dialog-task.ts";
import type { DialogThreads } from "./dialog-threads.ts";
import { shownText } from "./message-box.ts";
import { runTaskDialog } from "./task-dialog.ts";

/** An app's question, with buttons of its own. */
export function choiceDialog(
  { handle }: Owner,
  request: ChoiceRequest,
  threads: DialogThreads,
): Dialog<Choice> {
  return threads.dialog({ kind: "choice", owner: handle, request }, withoutButton(request));
}

// Ids below 100 belong to Windows' own buttons.
const firstNumber = 100;

/** Shows a question until it is answered. */
export function showChoice(owner: number, request: ChoiceRequest, closing: Closing): Choice {
  const run = taskDialogFunction();
  // The box of every Windows version supports only its own labels, and at most three of them.
  if (run === null) {
    throw new FrameworkError(
      "unavailable",
      'Cannot run "dialog.choose": Windows gave version 5 of its common controls (comctl32.dll), which has no task dialogs; want a manifest that names version 6, as built apps have',
    );
  }
  const { title, text, detail, kind, defaultButton, cancelButton, checkbox } = request;
  const places = orderedPlaces(request);
  const { button, isChecked } = runTaskDialog(
    {
      owner,
      title,
      kind,
      instruction:
        detail === null ? null : shown(firstLines(text, limits.dialogLines), limits.dialogText),
      content: shownText(detail ?? text, owner),
      stock: [],
      own: places.map((place) => ({
        number: firstNumber + place,
        text: buttonText(request, place),
      })),
      defaultButton: firstNumber + defaultButton,
      closingButton: firstNumber + (cancelButton ?? 0),
      checkbox:
        checkbox === null ? null : { ...checkbox, text: shown(checkbox.text, limits.label) },
      hasProgress: request.hasProgress === true,
    },
    run,
    closing,
  );
  // Escape and the close box are number 2, whichever buttons there are.
  const place = button - firstNumber;
  return { button: places.includes(place) ? place : null, checked: isChecked };
}
