// What no file of Windows can be called, with whatever ending. Source: "Naming Files, Paths, and
// Namespaces".
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** Whether a file of Windows can be called so. */
export function isFileName(name: string): boolean {
  // Nothing before the blank: control characters.
  return !/[^ -\uffff]|[<>:"|?*\\]|[. ]$/.test(name) && !devices.test(name);
}
