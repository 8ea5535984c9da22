/**
 * What an object holds itself under a name that came from elsewhere: nothing that it inherits, such
 * as `constructor`.
 */
export function getOwn<T>(holder: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
