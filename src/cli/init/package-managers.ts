/** A package manager, and its settings in a new project. */
export interface PackageManager {
  readonly name: string;
  readonly install: string;
  /** The words in front of the name of a script. */
  readonly run: string;
  /**
   * Fields of `package.json`, and files beside it. Without them the package manager would not run
   * the install script of the package `bun`, so that scripts would find no `bun`, or it would put
   * packages where Bun does not find them.
   */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
}

export const packageManagers: readonly PackageManager[] = [
  {
    name: "npm",
    install: "npm install",
    run: "npm run",
    manifest: { allowScripts: { bun: true } },
    files: {},
  },
  {
    name: "pnpm",
    install: "pnpm install",
    run: "pnpm run",
    manifest: {},
    files: { "pnpm-workspace.yaml": "allowBuilds:\n  bun: true\n" },
  },
  {
    // Yarn 1 reads neither of the two.
    name: "yarn",
    install: "yarn install",
    run: "yarn run",
    manifest: { dependenciesMeta: { bun: { built: true } } },
    files: { ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: true\n" },
  },
  {
    name: "bun",
    install: "bun install",
    run: "bun run",
    manifest: { trustedDependencies: ["bun"] },
    files: {},
  },
];

/**
 * The package manager that started this program, from `npm_config_user_agent`: `pnpm/12.21.0 npm/?
 * node/v22.12.0 linux x64`.
 */
export function callingPackageManager(userAgent: string | undefined): PackageManager | undefined {
  return packageManagers.find(({ name }) => userAgent?.startsWith(`${name}/`) === true);
}
