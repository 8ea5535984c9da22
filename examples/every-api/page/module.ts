import type { Card } from "../../dialogs/page/form.ts";

/** The shown parts of one module. */
export interface Module {
  readonly name: string;
  readonly about: string;
  readonly cards: readonly Card[];
}
