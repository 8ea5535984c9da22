import { lstatSync, statSync } from "node:fs";

/** The name for saving a file: with the first extension, unless it has one of them. */
export function withExtension(path: string, extensions: readonly string[]): string {
  const [first] = extensions;
  const name = path.toLowerCase();
  const fits = extensions.some(
    (extension) => extension === "*" || name.endsWith(`.${extension.toLowerCase()}`),
  );
  return first === undefined || fits ? path : `${path}.${first}`;
}

/**
 * The entry that has the name already. `null`: none, or none that the system shows, as in a folder
 * that the user may not enter or under a name that is too long: whoever saves there hears why.
 */
export function entryAt(path: string): "file" | "folder" | null {
  try {
    lstatSync(path);
  } catch {
    return null;
  }
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "file"; // a link that leads nowhere
  }
}
