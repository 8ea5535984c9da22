/** The public door "framework/bundler": a finished executable and a configuration in, packages out. */
export {
  bundle,
  unmetNeeds,
  type BundleOptions,
  type Effort,
  type Package,
  type Progress,
} from "./bundle.ts";
export { formatNames, formatsOf, type Format } from "./formats.ts";
export { packageName } from "./linux/package-name.ts";
export { readProjectFacts, type ProjectFacts } from "./project-facts.ts";
export { writeSbom, type SbomOptions } from "./sbom.ts";
export type { BundleSettings } from "./settings.ts";
export { sourceDate } from "./source-date.ts";
export {
  stageApp,
  StagingError,
  type StagedApp,
  type StagingOptions,
  type StagingProblem,
} from "./staged-app.ts";
