// Names that Windows reserves, with any extension. Source: "Naming Files, Paths, and Namespaces".
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** Whether Windows permits this file name. */
export function isFileName(name: string): boolean {
  // No character before the blank: these are control characters.
  return !/[^ -\uffff]|[<>:"|?*\\]|[. ]$/.test(name) && !devices.test(name);
}
