import { limits } from "../contract/limits.ts";
import type { Choice, ChoiceRequest } from "../contract/ui/index.ts";
import { shown } from "./shown-text.ts";

/** The answer to a question that closed without a button. */
export function withoutButton({ checkbox }: ChoiceRequest): Choice {
  return { button: null, checked: checkbox?.checked ?? false };
}

/**
 * The indexes of the buttons in the systems' order: the affirmative first, the one for Escape last.
 */
export function orderedPlaces({ buttons, cancelButton }: ChoiceRequest): readonly number[] {
  const others = [...buttons.keys()].filter((place) => place !== cancelButton);
  return cancelButton === null ? others : [...others, cancelButton];
}

/** The same, for systems that put the default button first. */
export function orderedFromDefault(request: ChoiceRequest): readonly number[] {
  const { defaultButton, cancelButton } = request;
  const places = orderedPlaces(request);
  if (defaultButton === cancelButton) return places;
  return [defaultButton, ...places.filter((place) => place !== defaultButton)];
}

/** The text of a button, limited to a length that a dialog can show. */
export function buttonText({ buttons }: ChoiceRequest, place: number): string {
  return shown(buttons[place]?.text ?? "", limits.label);
}
