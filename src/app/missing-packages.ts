/**
 * Makes packages that were missing at build time unavailable to the app's own code, regardless of
 * the folder it is started in.
 */
export function refusePackages(names: readonly string[]): void {
  Bun.plugin({
    name: "packages that were not there",
    setup(build) {
      for (const name of names) {
        build.module(name, () => {
          // In Node's words: packages check the text, too.
          const error = new Error(
            `Cannot find module '${name}': it was not there when the app was built`,
          );
          throw Object.assign(error, { code: "MODULE_NOT_FOUND" });
        });
      }
    },
  });
}
