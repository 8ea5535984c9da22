import type { MenuItem } from "../contract/ui/index.ts";

/** Whether two menus have the same entries and differ only in texts, marks and the like. */
export function haveSameShape(one: readonly MenuItem[], other: readonly MenuItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, place) => {
      const same = other[place];
      if (same === undefined) return false;
      if (item.kind === "submenu")
        return (
          same.kind === "submenu" &&
          (item.icon === null) === (same.icon === null) &&
          haveSameShape(item.items, same.items)
        );
      if (item.kind === "action")
        return (
          same.kind === "action" &&
          item.id === same.id &&
          (item.checked === null) === (same.checked === null) &&
          item.isRadio === same.isRadio &&
          (item.icon === null) === (same.icon === null)
        );
      return same.kind === "separator";
    })
  );
}

type Action = Extract<MenuItem, { kind: "action" }>;

/** The selectable items, including those of submenus. */
export function choosableItems(items: readonly MenuItem[]): readonly Action[] {
  return items.flatMap((item) => {
    if (item.kind === "separator" || !item.enabled) return [];
    return item.kind === "submenu" ? choosableItems(item.items) : [item];
  });
}
