/** Reads an own property under an untrusted name: never an inherited one, such as `constructor`. */
export function getOwn<T>(holder: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
