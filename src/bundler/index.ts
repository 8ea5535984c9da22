/**
 * The public entry point "framework/bundler": a finished executable and a configuration in,
 * packages out.
 */
export { packageName } from "../contract/shipped/package-name.ts";
export { bundle, unmetNeeds, type BundleOptions, type Package, type Progress } from "./bundle.ts";
export type { Effort } from "./format-table.ts";
export { formatNames, formatsOf, withSources, type Format } from "./formats.ts";
export { sizeOf } from "./output.ts";
export { openPartStore } from "./part-store.ts";
export { publishedSums, publishedVersion } from "./runtime/published-runtimes.ts";
export type { SharedApp } from "./runtime/shared-app.ts";
export { readLockedPackages, type LockedPackage } from "./lock-files/index.ts";
export { executableName } from "./product-file-name.ts";
export { icns } from "./write/icns.ts";
export { joinMacExecutables, signMacExecutable } from "./macos/mac-executable.ts";
export { isIdentity, signingByCertificate, type MacSigning } from "./macos/mac-signing.ts";
export { appleNotary, type NotaryKey } from "./macos/notary/notary-service.ts";
export { readProjectFacts, type ProjectFacts } from "./project-facts.ts";
export { emptyFolderNote, findResources, type PackagedFile } from "./resources.ts";
export { shippedFiles, type ShippedFile } from "./shipped-file.ts";
export { writeSbom, type SbomOptions } from "./sbom.ts";
export type { BundleSettings } from "./settings.ts";
export { sourceDate } from "./source-date.ts";
export {
  findSidecars,
  stageApp,
  summaryOf,
  type StagedApp,
  type StagedApps,
  type StagingOptions,
} from "./staged-app.ts";
export { StagingError, type StagingProblem } from "./staging.ts";
export { readSigner, type Signer } from "./signing/certificate.ts";
export { findPowerShell, signerInStore } from "./windows/certificate-store.ts";
export { digestOf, signingBy, signingByCommand, type CodeSigning } from "./windows/code-signing.ts";
export { brandExecutable, type ExecutableFacts } from "./windows/executable.ts";
export { findMakensis } from "./windows/nsis/makensis.ts";
export { bringsWebview } from "./windows/webview.ts";
export { readWindowsIcon } from "./windows/windows-icon.ts";
export {
  chunkIndexIn,
  writeUpdateFiles,
  type SignedUpdate,
  type UpdateFiles,
} from "./update-files.ts";
