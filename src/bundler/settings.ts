import type { ResolvedConfig } from "../config/index.ts";

type Bundle = ResolvedConfig["framework"]["bundle"];

/**
 * The part of the settled configuration that the bundler uses. Its paths are relative to its
 * folder.
 */
export interface BundleSettings {
  readonly package: ResolvedConfig["package"];
  readonly framework: { readonly bundle: BundleFields; readonly singleInstance: boolean };
}

export type BundleFields = Pick<
  Bundle,
  | "identifier"
  | "publisher"
  | "icon"
  | "resources"
  | "copyright"
  | "category"
  | "shortDescription"
  | "longDescription"
  | "externalBin"
  | "fileAssociations"
  | "urlSchemes"
  | "reservedUrlSchemes"
  | "appimage"
  | "deb"
  | "rpm"
  | "windows"
  | "macOS"
  | "dmg"
>;

export type DebSettings = Bundle["deb"];
export type RpmSettings = Bundle["rpm"];
export type AppImageSettings = Bundle["appimage"];
export type WindowsSettings = Bundle["windows"];
export type NsisSettings = WindowsSettings["nsis"];
export type WixSettings = WindowsSettings["wix"];
export type MacSettings = Bundle["macOS"];
export type DmgSettings = Bundle["dmg"];
export type Category = NonNullable<Bundle["category"]>;
