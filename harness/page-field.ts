import type { Node } from "./accessibility.ts";
import type { Session } from "./display.ts";
import { waitFor } from "./wait.ts";
import { focus, type } from "./x.ts";

/**
 * Replaces the text in a text field of a page. Such a field only accepts keys. Keys and focus reach
 * it in a separate process, so a button that is pressed before they arrive would be pressed too
 * early.
 */
export async function fillField(
  session: Session,
  window: number,
  field: Node,
  text: string,
): Promise<void> {
  await focus(session, window);
  await field.focus();
  await waitFor("the field to have the keyboard", async () =>
    (await field.states()).includes("focused"),
  );
  // Not by keys: a program under Wine that is slower than the key presses does not see the
  // modifier.
  await field.selectText();
  await type(session, window, text);
  await waitFor(`"${text}" in the field`, async () => (await field.text()) === text, {
    state: () => field.text(),
  });
}
