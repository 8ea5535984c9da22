/**
 * Makes a package that searches native addons on the disk find those inside the app. By itself it
 * finds none, and `bindings` may search endlessly.
 * @param loader `bindings`, which takes a name, or `node-gyp-build`, which takes the only one
 */
export function bringAddons(loader: string, addons: Readonly<Record<string, () => unknown>>): void {
  const find = (asked: unknown): unknown => {
    const name = nameOf(asked);
    const load = loader === "bindings" ? addons[name] : Object.values(addons)[0];
    if (load !== undefined) return load();
    const error = new Error(
      `Cannot find the native addon "${name}": it was not there when the app was built`,
    );
    throw Object.assign(error, { code: "MODULE_NOT_FOUND" });
  };
  Bun.plugin({
    name: `${loader} of native addons in the app`,
    setup(build) {
      // The second is the result of `require`.
      const exports = { default: find, "module.exports": find };
      build.module(loader, () => ({ loader: "object", exports }));
    },
  });
}

/** The name without its ending, given directly or in options. */
function nameOf(asked: unknown): string {
  const name =
    typeof asked === "object" && asked !== null && "bindings" in asked ? asked.bindings : asked;
  return (typeof name === "string" ? name : "bindings").replace(/\.node$/, "");
}
