import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/app/display-app.ts";

/** The constants of WebView2 that the platform declares, by their names in the reference. */
export function namedConstants(): ReadonlyMap<string, number> {
  const folder = join(root, "src/native/windows");
  return new Map(
    globSync("**/*.ts", { cwd: folder })
      .flatMap((file) => [
        ...readFileSync(join(folder, file), "utf8").matchAll(/const (COREWEBVIEW2_\w+) = (\w+);/g),
      ])
      .map(([, name = "", value]) => [name, Number(value)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
