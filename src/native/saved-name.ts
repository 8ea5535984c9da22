/** The name for saving a file: with the first extension, unless it has one of them. */
export function withExtension(path: string, extensions: readonly string[]): string {
  const [first] = extensions;
  const name = path.toLowerCase();
  const fits = extensions.some(
    (extension) => extension === "*" || name.endsWith(`.${extension.toLowerCase()}`),
  );
  return first === undefined || fits ? path : `${path}.${first}`;
}
