// With `build.withGlobalFramework`, placed after the bridge: the modules for pages without a bundler.

import * as api from "../index.ts";

// Frozen in depth and not replaceable: a script that runs later cannot listen in on the functions.
const modules = Object.fromEntries(
  Object.entries(api).map(([name, part]) => [
    name,
    typeof part === "object" ? Object.freeze({ ...part }) : part,
  ]),
);
Object.defineProperty(window, "__FRAMEWORK__", { value: Object.freeze(modules), enumerable: true });
