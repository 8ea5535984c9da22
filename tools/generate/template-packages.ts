import { templateVersions } from "../../src/cli/init/template-table.ts";

/**
 * The packages of all templates, which one folder holds for their tests. TypeScript 7 is that of
 * the checkout.
 */
export function templatePackages(): string {
  const { "typescript@6": typescript, ...versions } = templateVersions;
  const devDependencies = { ...versions, typescript };
  return JSON.stringify({
    name: "framework-templates",
    private: true,
    type: "module",
    devDependencies,
  });
}
