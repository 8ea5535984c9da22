import type { Compilation } from "./compilation.ts";
import type { ComponentState } from "./components.ts";
import type { Handler } from "./element-reader.ts";

const moments = { install: 1, uninstall: 2, both: 3 } as const;

/** The elements of Windows services. */
export function serviceHandlers(
  { database }: Compilation,
  state: ComponentState,
): Readonly<Record<string, Handler>> {
  return {
    ServiceInstall: (reader) => {
      const type =
        reader.choice("Type", { ownProcess: 16, shareProcess: 32 }) |
        (reader.isYes("Interactive") ? 256 : 0);
      const dependencies: string[] = [];
      reader.children({
        ServiceDependency: (child) =>
          dependencies.push((child.isYes("Group") ? "+" : "") + child.required("Id")),
      });
      const id = reader.optionalId("Id") ?? reader.id("Name");
      database.add(
        "ServiceInstall",
        id,
        reader.required("Name"),
        reader.optional("DisplayName"),
        type,
        reader.choice("Start", { auto: 2, demand: 3, disabled: 4 }),
        reader.choice("ErrorControl", { ignore: 0, normal: 1, critical: 3 }) |
          (reader.isYes("Vital", true) ? 0x8000 : 0),
        reader.optional("LoadOrderGroup"),
        dependencies.length === 0 ? null : `${dependencies.join("[~]")}[~][~]`,
        reader.optional("Account"),
        reader.optional("Password"),
        reader.optional("Arguments"),
        state.id,
        reader.isYes("EraseDescription") ? "[~]" : reader.optional("Description"),
      );
    },
    ServiceControl: (reader) => {
      const start = reader.choice("Start", moments, 0);
      const stop = reader.choice("Stop", moments, 0);
      const remove = reader.choice("Remove", moments, 0);
      const words: string[] = [];
      reader.children({ ServiceArgument: (child) => words.push(child.text()) });
      database.add(
        "ServiceControl",
        reader.id(),
        reader.required("Name"),
        bits(start, 1) | bits(stop, 2) | bits(remove, 8),
        words.length === 0 ? null : words.join("[~]"),
        reader.isYes("Wait", true) ? 1 : 0,
        state.id,
      );
    },
  };
}

/** The bits for removal are four above those for installation. */
function bits(moment: number, bit: number): number {
  return ((moment & 1) !== 0 ? bit : 0) | ((moment & 2) !== 0 ? bit << 4 : 0);
}
