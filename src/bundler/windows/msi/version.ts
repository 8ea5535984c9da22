import { windowsVersion } from "../windows-version.ts";
import { isInstallerVersion } from "../wix/product.ts";

/** Windows Installer stores versions in fewer bits than Windows. */
export function missingForMsi({ version }: { readonly version: string }): string | null {
  const numbers = windowsVersion(version).slice(0, 3).join(".");
  if (isInstallerVersion(numbers)) return null;
  return `of version "${version}" the first two numbers may be at most 255 and the third 65535`;
}
