// With `build.withGlobalFramework`, placed after the bridge: the modules for pages without a
// bundler.

import { pageGlobal } from "./generated/page-global.ts";

// Not replaceable, either.
Object.defineProperty(window, "__FRAMEWORK__", { value: pageGlobal, enumerable: true });
