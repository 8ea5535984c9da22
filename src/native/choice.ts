import { limits } from "../contract/limits.ts";
import type { Choice, ChoiceRequest } from "../contract/ui/index.ts";
import { shown } from "./shown-text.ts";

/** The answer to a question that went away without a button. */
export function withoutButton({ checkbox }: ChoiceRequest): Choice {
  return { button: null, checked: checkbox?.checked ?? false };
}

/**
 * The places of the buttons as systems order them: the affirmative first, the one for Escape last.
 */
export function orderedPlaces({ buttons, cancelButton }: ChoiceRequest): readonly number[] {
  const others = [...buttons.keys()].filter((place) => place !== cancelButton);
  return cancelButton === null ? others : [...others, cancelButton];
}

/** The same, for systems that want the default button before all others. */
export function orderedFromDefault(request: ChoiceRequest): readonly number[] {
  const { defaultButton, cancelButton } = request;
  const places = orderedPlaces(request);
  if (defaultButton === cancelButton) return places;
  return [defaultButton, ...places.filter((place) => place !== defaultButton)];
}

/** The text on a button, no longer than any dialog has room for. */
export function buttonText({ buttons }: ChoiceRequest, place: number): string {
  return shown(buttons[place]?.text ?? "", limits.label);
}
