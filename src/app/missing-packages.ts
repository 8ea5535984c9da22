/**
 * Has packages that were not there when the app was built refused to the app's own code, whatever
 * lies where it is started.
 */
export function refusePackages(names: readonly string[]): void {
  Bun.plugin({
    name: "packages that were not there",
    setup(build) {
      for (const name of names) {
        build.module(name, () => {
          // As Node says it: packages look at the words, too.
          const error = new Error(
            `Cannot find module '${name}': it was not there when the app was built`,
          );
          throw Object.assign(error, { code: "MODULE_NOT_FOUND" });
        });
      }
    },
  });
}
