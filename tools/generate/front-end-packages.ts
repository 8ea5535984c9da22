import { readFileSync } from "node:fs";
import { join } from "node:path";

const examples = ["sveltekit", "next"];

type Packages = Readonly<Record<string, string>>;

/** The packages of the examples that have their own, which one folder holds for their tests. */
export function frontEndPackages(): string {
  const packages = examples.flatMap((name) => {
    const path = join(import.meta.dirname, "../../examples", name, "package.json");
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, "utf8")) as {
      readonly dependencies?: Packages;
      readonly devDependencies: Packages;
    };
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  packages.sort(([one], [other]) => (one < other ? -1 : 1));
  const { framework: _, ...devDependencies } = Object.fromEntries(packages);
  return JSON.stringify({
    name: "framework-front-ends",
    private: true,
    type: "module",
    devDependencies,
  });
}
