import { parseGuid } from "../msi/guid.ts";
import type { Compilation } from "./compilation.ts";
import type { ElementReader, Handler } from "./element-reader.ts";
import { schedule } from "./sequence.ts";

// The identity of an installer, the products it replaces, and its searches on the machine.

/** The data of <Product> and <Package>. */
export interface ProductState {
  name: string;
  manufacturer: string;
  version: string;
  upgradeCode: string;
  /** `null`: it is derived from the content of the installer. */
  productCode: string | null;
  language: number;
  description: string;
  comments: string;
  /** The minimum version of Windows Installer, times a hundred. */
  installer: number;
  platform: "x86" | "x64" | "arm64";
}

/** Versions as Windows Installer compares them. */
const versions = /^(\d{1,3})\.(\d{1,3})\.(\d{1,5})(?:\.\d{1,5})?$/;

/** Whether Windows Installer supports a version: its first two numbers have eight bits. */
export function isInstallerVersion(version: string): boolean {
  const [, major, minor, patch] = versions.exec(version) ?? [];
  return Number(major) < 256 && Number(minor) < 256 && Number(patch) < 65536;
}

export function readProduct(reader: ElementReader, state: ProductState): void {
  const guid = (name: string): string => {
    const found = parseGuid(reader.required(name));
    if (found === null)
      throw reader.error(`Cannot use ${name} "${reader.required(name)}": it must be a GUID`);
    return found;
  };
  const id = reader.optional("Id") ?? "*";
  reader.ignore("Codepage");
  state.name = reader.required("Name");
  state.manufacturer = reader.required("Manufacturer");
  state.version = reader.required("Version");
  state.upgradeCode = guid("UpgradeCode");
  state.productCode = id === "*" ? null : guid("Id");
  state.language = reader.number("Language", state.language);
  if (!isInstallerVersion(state.version))
    throw reader.error(
      `Cannot use Version "${state.version}": want three numbers, the first two below 256 and the third below 65536`,
    );
}

export function packageHandler(state: ProductState): Handler {
  return (reader) => {
    reader.ignore(
      "Id",
      "Compressed",
      "Keywords",
      "Languages",
      "Manufacturer",
      "SummaryCodepage",
      "ShortNames",
      "AdminImage",
      "ReadOnly",
    );
    if (reader.choice("InstallScope", { perMachine: true, perUser: false }, true) === false)
      throw reader.error('Cannot use InstallScope "perUser" of <Package>: use "perMachine"');
    reader.choice("InstallPrivileges", { elevated: true }, true);
    state.description = reader.optional("Description") ?? state.description;
    state.comments = reader.optional("Comments") ?? state.comments;
    state.installer = Math.max(state.installer, reader.number("InstallerVersion", state.installer));
    state.platform = reader.choice(
      "Platform",
      { x86: "x86", x64: "x64", arm64: "arm64", intel: "x86" } as const,
      state.platform,
    );
  };
}

/** The properties for older and newer versions. */
const [older, newer] = ["WIX_UPGRADE_DETECTED", "WIX_DOWNGRADE_DETECTED"];

const MIGRATE_FEATURES = 1;
const ONLY_DETECT = 2;
const IGNORE_REMOVE_FAILURE = 4;
const MIN_INCLUSIVE = 0x100;
const MAX_INCLUSIVE = 0x200;
const LANGUAGES_EXCLUSIVE = 0x400;

/** <MajorUpgrade>: older versions are removed, newer ones block the installation. */
export function majorUpgrade(compilation: Compilation, state: ProductState): Handler {
  const { database } = compilation;
  return (reader) => {
    const { upgradeCode, version } = state;
    const allowsDowngrades = reader.isYes("AllowDowngrades");
    const allowsSame = reader.isYes("AllowSameVersionUpgrades");
    const disallows = reader.isYes("Disallow");
    const options =
      (reader.isYes("MigrateFeatures", true) ? MIGRATE_FEATURES : 0) |
      (reader.isYes("IgnoreRemoveFailure") ? IGNORE_REMOVE_FAILURE : 0);
    const message = reader.optional("DowngradeErrorMessage");
    const refused = reader.optional("DisallowUpgradeErrorMessage");
    const upper = allowsDowngrades ? null : version;
    const inclusive = MIN_INCLUSIVE | (allowsSame && !allowsDowngrades ? MAX_INCLUSIVE : 0);
    const detect = disallows ? ONLY_DETECT : 0;
    database.add(
      "Upgrade",
      upgradeCode,
      "0.0.0",
      upper,
      null,
      inclusive | options | detect,
      reader.optional("RemoveFeatures"),
      older,
    );
    compilation.secure.add(older);
    if (disallows)
      database.add("LaunchCondition", `NOT ${older}`, refused ?? "An older version is installed.");
    if (!allowsDowngrades) {
      if (message === null)
        throw reader.error(
          "Cannot use <MajorUpgrade>: it must have DowngradeErrorMessage, or AllowDowngrades",
        );
      // The bound itself is the same version, which is not older.
      database.add("Upgrade", upgradeCode, version, null, null, ONLY_DETECT, null, newer);
      compilation.secure.add(newer);
      database.add("LaunchCondition", `NOT ${newer}`, message);
    }
    const after = reader.choice(
      "Schedule",
      {
        afterInstallValidate: "InstallValidate",
        afterInstallInitialize: "InstallInitialize",
        afterInstallExecute: "PublishProduct",
        afterInstallExecuteAgain: "PublishProduct",
        afterInstallFinalize: "InstallFinalize",
      },
      "InstallValidate",
    );
    compilation.addStep("InstallExecuteSequence", {
      action: "RemoveExistingProducts",
      condition: null,
      sequence: null,
      before: null,
      after,
      isSuppressed: false,
      place: reader.element.place,
    });
  };
}

/** <Upgrade>: the same, row by row. */
export function upgrade(compilation: Compilation): Handler {
  return (reader) => {
    const code = parseGuid(reader.required("Id"));
    reader.children({
      UpgradeVersion: (row) => {
        const property = row.id("Property");
        const attributes =
          (row.isYes("MigrateFeatures") ? MIGRATE_FEATURES : 0) |
          (row.isYes("OnlyDetect") ? ONLY_DETECT : 0) |
          (row.isYes("IgnoreRemoveFailure") ? IGNORE_REMOVE_FAILURE : 0) |
          (row.isYes("IncludeMinimum", true) ? MIN_INCLUSIVE : 0) |
          (row.isYes("IncludeMaximum") ? MAX_INCLUSIVE : 0) |
          (row.isYes("ExcludeLanguages") ? LANGUAGES_EXCLUSIVE : 0);
        const [minimum, maximum] = [row.optional("Minimum"), row.optional("Maximum")];
        const [language, features] = [row.optional("Language"), row.optional("RemoveFeatures")];
        compilation.database.add(
          "Upgrade",
          code,
          minimum,
          maximum,
          language,
          attributes,
          features,
          property,
        );
        compilation.secure.add(property);
      },
    });
  };
}

/** <Property>, with the searches that set its value. */
export function property(compilation: Compilation): Handler {
  return (reader) => {
    const id = reader.id();
    reader.ignore("Admin", "ComplianceCheck", "SuppressModularization");
    if (reader.isYes("Secure")) compilation.secure.add(id);
    if (reader.isYes("Hidden")) hide(compilation, id);
    const text = reader.text();
    const value = reader.optional("Value") ?? text;
    if (value !== "") compilation.properties.set(id, value);
    reader.children({
      RegistrySearch: (search) => {
        const signature =
          search.optionalId("Id") ?? compilation.idFor("s", id, search.required("Key"));
        const type = search.choice("Type", { directory: 0, file: 1, raw: 2 });
        const view = search.isYes("Win64", compilation.is64Bit) ? 16 : 0;
        const root = search.choice("Root", { HKCR: 0, HKCU: 1, HKLM: 2, HKU: 3 });
        compilation.database.add("AppSearch", id, signature);
        compilation.database.add(
          "RegLocator",
          signature,
          root,
          search.required("Key"),
          search.optional("Name"),
          type | view,
        );
      },
    });
  };
}

function hide({ properties }: Compilation, id: string): void {
  const hidden = properties.get("MsiHiddenProperties");
  properties.set("MsiHiddenProperties", hidden === undefined ? id : `${hidden};${id}`);
}

/** Gives every action of every sequence its number. */
export function emitSequences({ database, steps }: Compilation, hasDialogs: boolean): void {
  const tables = [
    "InstallExecuteSequence",
    "InstallUISequence",
    "AdminExecuteSequence",
    "AdminUISequence",
    "AdvtExecuteSequence",
  ] as const;
  for (const table of tables) {
    const isForDialogs = table === "InstallUISequence" || table === "AdminUISequence";
    if (isForDialogs && !hasDialogs && !steps.has(table)) continue;
    for (const { action, condition, sequence } of schedule(table, steps.get(table) ?? []))
      database.add(table, action, condition, sequence);
  }
}
