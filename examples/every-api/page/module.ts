import type { Card } from "../../dialogs/page/form.ts";

/** What is shown of one module. */
export interface Module {
  readonly name: string;
  readonly about: string;
  readonly cards: readonly Card[];
}
