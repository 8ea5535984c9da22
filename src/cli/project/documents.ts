import { installedName } from "./package-name.ts";
import { packageRoot } from "./package-root.ts";

/**
 * The folder of the documents, as a project sees it: `node_modules/framework/docs`; in a checkout
 * `docs`.
 */
export function documentsIn(folder: string): string {
  const name = installedName(folder);
  return name === null ? "docs" : `node_modules/${name}/docs`;
}

/** The path of a document in messages: `node_modules/framework/docs/packages.md`. */
export function documentPath(page: string): string {
  return `${documentsIn(packageRoot)}/${page}`;
}
