import type { MenuItem } from "../../../src/contract/ui/index.ts";

type Action = Extract<MenuItem, { kind: "action" }>;
type Submenu = Extract<MenuItem, { kind: "submenu" }>;

/** An item as the ui thread gets it; its text is its id. */
export function actionItem(id: string, change: Partial<Action> = {}): Action {
  const plain = { role: null, text: id, enabled: true, checked: null, isRadio: false } as const;
  return {
    kind: "action",
    id,
    ...plain,
    accelerator: null,
    takesKeys: false,
    icon: null,
    ...change,
  };
}

export function submenuItem(
  text: string,
  items: readonly MenuItem[],
  change: Partial<Submenu> = {},
): Submenu {
  return { kind: "submenu", text, role: null, enabled: true, icon: null, items, ...change };
}
