import type { Node } from "./accessibility.ts";
import type { Session } from "./display.ts";
import { waitFor } from "./wait.ts";
import { focus, type } from "./x.ts";

/**
 * Writes into a text field of a page, in place of what was in it. Such a field takes keys alone,
 * and they and the focus reach it in a process of its own: a button pressed before they have would
 * be pressed too early.
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
  // Not by keys: a program under Wine that is slower than they are pressed does not see what was
  // held with one of them.
  await field.selectText();
  await type(session, window, text);
  await waitFor(`"${text}" in the field`, async () => (await field.text()) === text, {
    state: () => field.text(),
  });
}
