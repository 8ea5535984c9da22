import type { System } from "../target.ts";

interface BundleTypeRow {
  /** The systems whose apps have packages of this type. */
  readonly systems: readonly System[];
  readonly sentence: string;
  /** A package manager installs it, and also the runtime that several apps share. */
  readonly sharesRuntime?: true;
}

/** The bundle types: the values of `bundle.targets`, in the order in which packages are made. */
export const bundleTypes = {
  deb: { systems: ["linux"], sentence: "Debian package (.deb).", sharesRuntime: true },
  rpm: { systems: ["linux"], sentence: "RPM package (.rpm); newer revision.", sharesRuntime: true },
  appimage: { systems: ["linux"], sentence: "AppImage (.AppImage)." },
  msi: { systems: ["windows"], sentence: "Windows Installer package (.msi)." },
  nsis: { systems: ["windows"], sentence: "Script installer (.exe)." },
  app: { systems: ["macos"], sentence: "macOS application (.app)." },
  dmg: { systems: ["macos"], sentence: "macOS disk image (.dmg)." },
  updater: {
    systems: ["linux", "windows", "macos"],
    sentence: "The file that the updater downloads, with its signature.",
  },
} as const satisfies Readonly<Record<string, BundleTypeRow>>;

export type BundleType = keyof typeof bundleTypes;

const typeNames = Object.keys(bundleTypes) as BundleType[];

/** The systems of one bundle type. */
export type SystemOf<T extends BundleType> = (typeof bundleTypes)[T]["systems"][number];

/**
 * Whether `bundle.runtime: "shared"` has an effect on packages of a type; all others contain their
 * own runtime.
 */
export function sharesRuntime(type: BundleType): boolean {
  const row: BundleTypeRow = bundleTypes[type];
  return row.sharesRuntime === true;
}

/** The types of which {@link sharesRuntime} is true, as text. */
export const sharingTypes = typeNames.filter(sharesRuntime).join(" and ");

/** Whether apps for a system can have packages of this type. */
export function isTypeOf(system: System, type: BundleType): boolean {
  const { systems }: BundleTypeRow = bundleTypes[type];
  return systems.includes(system);
}
