import { WixError, type Place } from "./place.ts";

// The order of an installer's actions. Windows Installer's own actions have their numbers; those of
// the sources are placed before or after another one.

export type SequenceTable =
  | "InstallExecuteSequence"
  | "InstallUISequence"
  | "AdminExecuteSequence"
  | "AdminUISequence"
  | "AdvtExecuteSequence";

/** One action in a sequence. */
export interface Step {
  readonly action: string;
  readonly condition: string | null;
  readonly sequence: number | null;
  readonly before: string | null;
  readonly after: string | null;
  /** It is removed. */
  readonly isSuppressed: boolean;
  readonly place: Place;
}

/** Windows Installer's own actions, at their usual positions. Source: the suggested sequences. */
export const standardActions: Readonly<Record<string, number>> = {
  FindRelatedProducts: 25,
  AppSearch: 50,
  LaunchConditions: 100,
  ValidateProductID: 700,
  CostInitialize: 800,
  FileCost: 900,
  CostFinalize: 1000,
  MigrateFeatureStates: 1200,
  ExecuteAction: 1300,
  InstallValidate: 1400,
  InstallInitialize: 1500,
  RemoveExistingProducts: 1501,
  ProcessComponents: 1600,
  UnpublishFeatures: 1800,
  StopServices: 1900,
  DeleteServices: 2000,
  RemoveRegistryValues: 2600,
  RemoveShortcuts: 3200,
  RemoveEnvironmentStrings: 3300,
  RemoveFiles: 3500,
  RemoveFolders: 3600,
  CreateFolders: 3700,
  InstallAdminPackage: 3900,
  InstallFiles: 4000,
  CreateShortcuts: 4500,
  WriteRegistryValues: 5000,
  WriteEnvironmentStrings: 5200,
  InstallServices: 5800,
  StartServices: 5900,
  RegisterUser: 6000,
  RegisterProduct: 6100,
  PublishFeatures: 6300,
  PublishProduct: 6400,
  InstallFinalize: 6600,
  DisableRollback: 1450,
  ForceReboot: 6650,
  ResolveSource: 850,
  ScheduleReboot: 6550,
};

/** The actions of every installer. */
const usual: Readonly<Record<SequenceTable, readonly string[]>> = {
  InstallExecuteSequence:
    `FindRelatedProducts AppSearch LaunchConditions ValidateProductID CostInitialize FileCost CostFinalize
    MigrateFeatureStates InstallValidate InstallInitialize ProcessComponents UnpublishFeatures StopServices DeleteServices
    RemoveRegistryValues RemoveShortcuts RemoveEnvironmentStrings RemoveFiles RemoveFolders CreateFolders InstallFiles
    CreateShortcuts WriteRegistryValues WriteEnvironmentStrings InstallServices StartServices RegisterUser RegisterProduct
    PublishFeatures PublishProduct InstallFinalize`.split(/\s+/),
  InstallUISequence:
    `FindRelatedProducts AppSearch LaunchConditions ValidateProductID CostInitialize FileCost CostFinalize
    MigrateFeatureStates ExecuteAction`.split(/\s+/),
  AdminExecuteSequence:
    `CostInitialize FileCost CostFinalize InstallValidate InstallInitialize InstallAdminPackage InstallFiles
    InstallFinalize`.split(/\s+/),
  AdminUISequence: "CostInitialize FileCost CostFinalize ExecuteAction".split(" "),
  AdvtExecuteSequence:
    `CostInitialize CostFinalize InstallValidate InstallInitialize PublishFeatures PublishProduct
    InstallFinalize`.split(/\s+/),
};

export interface Scheduled {
  readonly action: string;
  readonly condition: string | null;
  readonly sequence: number;
}

/**
 * Gives each action its number.
 * @throws WixError naming an action whose anchor is missing
 */
export function schedule(table: SequenceTable, steps: readonly Step[]): Scheduled[] {
  const done = new Map<string, Scheduled>(
    usual[table].map((action) => [
      action,
      { action, condition: null, sequence: standardActions[action] ?? 0 },
    ]),
  );
  const taken = (): Set<number> => new Set(Array.from(done.values(), ({ sequence }) => sequence));
  let waiting = [...steps];
  for (const { action } of waiting.filter(({ isSuppressed }) => isSuppressed)) done.delete(action);
  waiting = waiting.filter(({ isSuppressed }) => !isSuppressed);
  while (waiting.length > 0) {
    const next = waiting.find((step) => numberFor(step, done) !== null);
    if (next === undefined) {
      const [first] = waiting;
      if (first === undefined) break;
      throw new WixError(
        first.place,
        `Cannot schedule "${first.action}" in ${table}: "${first.before ?? first.after ?? "Sequence, Before or After"}" must be there`,
      );
    }
    const used = taken();
    let number = numberFor(next, done) ?? 0;
    const isFixed = next.sequence !== null || (next.before ?? next.after) === null;
    // Negative numbers are no order: they mean the end at which a dialog is shown.
    while (!isFixed && used.has(number)) number += next.before === null ? 1 : -1;
    done.set(next.action, { action: next.action, condition: next.condition, sequence: number });
    waiting = waiting.filter((step) => step !== next);
  }
  return [...done.values()].toSorted((one, other) => one.sequence - other.sequence);
}

function numberFor(
  { action, sequence, before, after }: Step,
  done: ReadonlyMap<string, Scheduled>,
): number | null {
  if (sequence !== null) return sequence;
  const beside = done.get(before ?? after ?? "")?.sequence;
  if (before === null && after === null) return standardActions[action] ?? null;
  if (beside === undefined) return null;
  return before === null ? beside + 1 : beside - 1;
}
