import type { ToldFields } from "../../../contract/ui/index.ts";
import { windowDefaults, type WindowFieldName } from "../../../contract/window/fields.ts";
import type { WarnUnsupported } from "../warn-unsupported.ts";

type Field = keyof ToldFields;

/** How a field of a window is done: by a function, in another file, or not at all. */
type Way<W, N extends Field> =
  ((window: W, value: ToldFields[N]) => void) | { readonly in: string } | { readonly noEffect: string };

/** How a platform does each field. */
export type FieldWays<W> = { readonly [N in Field]: Way<W, N> };

/** Does what the fields of a window say, and says which of them have no effect. */
export function applyFields<W extends { readonly spec: ToldFields }>(
  window: W,
  ways: FieldWays<W>,
  warnUnsupported: WarnUnsupported,
): void {
  for (const name of Object.keys(ways) as Field[]) {
    const [way, value] = [ways[name] as Way<W, typeof name>, window.spec[name]];
    if (typeof way === "function") way(window, value as never);
    else if ("noEffect" in way && value !== windowDefaults[name as WindowFieldName])
      warnUnsupported(name, way.noEffect);
  }
}
