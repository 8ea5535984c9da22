import type { Chosen, ChooseDialogOptions } from "../../contract/commands/dialog.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { Choice, ChoiceRequest } from "../../contract/ui/index.ts";

type Role = "default" | "cancel" | "destructive";

interface Button {
  /** `null`: it is identified by its index. */
  readonly id: string | null;
  readonly text: string;
  readonly role: Role | null;
}

/** The parts of a question, without the dialog around it. */
export type SettledChoice = Pick<
  ChoiceRequest,
  "buttons" | "defaultButton" | "cancelButton" | "checkbox"
>;

/**
 * Settles the roles of a question's buttons.
 * @throws FrameworkError `bad-argument` for a missing button, and for contradictory roles
 */
export function settleChoice({
  buttons: given,
  defaultButton,
  cancelButton,
  checkbox = null,
}: ChooseDialogOptions): SettledChoice {
  const buttons = given.map(settleButton);
  for (const [place, { id }] of buttons.entries()) {
    if (id !== null && buttons.findIndex((other) => other.id === id) !== place)
      throw refused(`"options.buttons.${place}.id" is "${id}" twice, want another for each button`);
  }
  const first = buttons.findIndex(({ role }) => role !== "destructive");
  return {
    buttons: buttons.map(({ text, role }) => ({ text, isDestructive: role === "destructive" })),
    defaultButton: namedPlace(buttons, "default", defaultButton ?? null) ?? Math.max(0, first),
    cancelButton: namedPlace(buttons, "cancel", cancelButton ?? null),
    checkbox:
      checkbox === null
        ? null
        : typeof checkbox === "string"
          ? { text: checkbox, checked: false }
          : { text: checkbox.text, checked: checkbox.checked ?? false },
  };
}

/** The value that `choose` resolves with. */
export function choiceResult(
  given: ChooseDialogOptions["buttons"],
  { cancelButton }: SettledChoice,
  { button, checked }: Choice,
): Chosen {
  const place = button ?? cancelButton;
  const pressed = place === null ? undefined : given[place];
  if (place === null || pressed === undefined) return { button: -1, checked };
  return { button: typeof pressed === "string" ? place : pressed.id, checked };
}

function settleButton(button: ChooseDialogOptions["buttons"][number]): Button {
  if (typeof button === "string") return { id: null, text: button, role: null };
  return { id: button.id, text: button.text, role: button.role ?? null };
}

/** The index of the button that an option or a role names; `null`: neither does. */
function namedPlace(
  buttons: readonly Button[],
  role: "default" | "cancel",
  named: number | string | null,
): number | null {
  const withRole = [...buttons.keys()].filter((place) => buttons[place]?.role === role);
  const [byRole = null] = withRole;
  if (withRole.length > 1)
    throw refused(`"options.buttons" has the role "${role}" twice, want one button with it`);
  if (named === null) return byRole;
  const option = `"options.${role}Button"`;
  const place = typeof named === "number" ? named : buttons.findIndex(({ id }) => id === named);
  if (buttons[place] === undefined)
    throw refused(
      `${option} is ${JSON.stringify(named)}, it must be the place or the id of a button`,
    );
  if (byRole !== null && byRole !== place)
    throw refused(
      `${option} is ${JSON.stringify(named)}, but another button has the role "${role}"`,
    );
  return place;
}

function refused(reason: string): FrameworkError {
  return new FrameworkError("bad-argument", `Cannot run "dialog.choose": ${reason}`);
}
