import { join } from "node:path";
import type { ReportedProblem } from "../../config/report/report.ts";
import type { Note } from "./note.ts";
import type { MigrationPlan } from "./plan.ts";
import type { TauriProject } from "./tauri-project.ts";

export interface MigrationState {
  readonly plan: MigrationPlan;
  /** Whether the files were written. */
  readonly isDone: boolean;
  /** Those of the new configuration; `null`: it was not written. */
  readonly problems: readonly ReportedProblem[] | null;
}

/** The plan without any change, for a project that is not migrated. */
export const emptyPlan: MigrationPlan = {
  made: new Map(),
  copied: new Map(),
  changed: new Map(),
  repairs: [],
  left: [],
};

/** The result of `framework migrate --json`. All paths are absolute. */
export function planJson(
  { folder, source, main, version }: TauriProject,
  { plan, isDone, problems }: MigrationState,
): string {
  const whole = (path: string): string => join(folder, path);
  const placed = ({ file, ...rest }: Note) => ({
    file: file === null ? null : whole(file),
    ...rest,
  });
  const result = {
    configuration: join(source, main.name),
    version,
    done: isDone,
    made: [...plan.made.keys()].map(whole),
    copied: [...plan.copied].map(([from, to]) => ({ from: whole(from), to: whole(to) })),
    changed: [...plan.changed].map(([path, { count }]) => ({ file: whole(path), places: count })),
    repairs: plan.repairs.map(placed),
    left: plan.left.map(placed),
    problems,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}
