import type { System } from "../target.ts";

interface BundleTypeRow {
  /** The systems whose apps are packed so. */
  readonly systems: readonly System[];
  readonly sentence: string;
}

/** THE BUNDLE TYPES: what `bundle.targets` can name, in the order in which they are made. */
export const bundleTypes = {
  deb: { systems: ["linux"], sentence: "Debian package (.deb)." },
  rpm: { systems: ["linux"], sentence: "RPM package (.rpm); newer revision." },
  appimage: { systems: ["linux"], sentence: "AppImage (.AppImage)." },
  msi: { systems: ["windows"], sentence: "Windows Installer package (.msi)." },
  nsis: { systems: ["windows"], sentence: "Script installer (.exe)." },
  app: { systems: ["macos"], sentence: "macOS application (.app)." },
  dmg: { systems: ["macos"], sentence: "macOS disk image (.dmg)." },
  updater: {
    systems: ["linux", "windows", "macos"],
    sentence: "What the updater downloads, with its signature.",
  },
} as const satisfies Readonly<Record<string, BundleTypeRow>>;

export type BundleType = keyof typeof bundleTypes;

/** The systems of one bundle type. */
export type SystemOf<T extends BundleType> = (typeof bundleTypes)[T]["systems"][number];

/** Whether apps for a system can be packed so. */
export function isTypeOf(system: System, type: BundleType): boolean {
  const { systems }: BundleTypeRow = bundleTypes[type];
  return systems.includes(system);
}
