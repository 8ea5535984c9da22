import type { Parts } from "../../../src/app/parts.ts";
import { partModules } from "../../../src/cli/build/compile/parts.ts";
import { source } from "../../../src/cli/project/package-root.ts";
import type { ResolvedConfig } from "../../../src/config/index.ts";

/** The parts that an app of this configuration is made of. */
export async function appParts(config: ResolvedConfig): Promise<Parts> {
  const imported = partModules(config).map(async ({ name, module }) => {
    const exported = (await import(source(module))) as Record<string, unknown>;
    return [name, exported[name]] as const;
  });
  return Object.fromEntries(await Promise.all(imported)) as unknown as Parts;
}
