import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { loadConfig, type LoadOptions } from "../../../config/read/load.ts";
import {
  findNode,
  lineAndColumn,
  pathText,
  plainValue,
  type TreeNode,
} from "../../../config/shape/tree.ts";
import type { Json } from "../../../config/fields/field.ts";
import { isWithin, openRoot, realPath } from "../../../disk/roots.ts";
import { writeWhole } from "../../../disk/write.ts";
import { readUseRecord, recordPath, type UseRecord } from "../../project/use-record.ts";
import type { Project } from "../../project/project.ts";
import { UserError } from "../../terminal.ts";
import { FoundUses, timesText } from "./found-uses.ts";
import { unifiedDiff } from "./patch.ts";
import { pluginFlagChanges } from "./plugin-flags.ts";
import type { Value } from "./proposal.ts";
import { placed, rewritten, roots, type PlacedChange, type RewrittenFile } from "./rewritten.ts";
import { suggest } from "./suggest.ts";

/** A change in its printed form. */
export interface SuggestedChange {
  readonly field: string;
  /** `path:line` of each changed value; `[]`: it was given with `--config`, and stays. */
  readonly places: readonly string[];
  /** The value; `null`: there is none yet. */
  readonly was: Json;
  /** One value or several; `[]`: none. */
  readonly becomes: readonly Value[];
  readonly why: readonly string[];
}

/** The minimal configuration, according to the record. */
export interface Suggestion {
  readonly record: { readonly sessions: number; readonly first: string; readonly last: string };
  readonly changes: readonly SuggestedChange[];
  readonly kept: readonly string[];
  /** The refused requests of pages. They are never suggested. */
  readonly refused: readonly string[];
  /**
   * The number of uses of grants, by the user or the app's own code: no pattern has to admit them.
   */
  readonly granted: number;
  readonly patches: readonly { readonly file: string; readonly patch: string }[];
}

/**
 * Compares the configuration with the uses of pages.
 * @throws UserError when there is nothing to compare it with
 */
export function makeSuggestion(
  project: Project,
  options: LoadOptions,
): { readonly suggestion: Suggestion; readonly files: readonly RewrittenFile[] } {
  const record = usableRecord(recordPath(project.outputFolder));
  const { plugins, framework } = project.config;
  const found = new FoundUses(record);
  const own = suggest(framework.allowlist, plugins, found, options.system);
  const ofPlugins = pluginFlagChanges(plugins, found);
  const loaded = loadConfig(options);
  const places = [
    ...placed(loaded, own.changes, roots.allowlist),
    ...placed(loaded, ofPlugins.changes, roots.plugins),
  ];
  const files = rewritten(options, loaded, places);
  const { sessions, first, last, uses } = record;
  return {
    files,
    suggestion: {
      record: { sessions, first, last },
      changes: places.map((place) => shown(place, loaded.tree)),
      kept: [...own.kept, ...ofPlugins.kept],
      refused: refusedOf(record),
      granted: uses.reduce((sum, use) => sum + (use.outcome === "granted" ? use.count : 0), 0),
      patches: files.map(({ name, before, after }) => ({
        file: name,
        patch: unifiedDiff(name, before, after),
      })),
    },
  };
}

/**
 * Writes the files one after the other, each atomically. They have been validated as configuration
 * before. A link to another file of the project stays a link.
 *
 * @param project the folder around that of the configuration
 * @throws UserError for a link that leads out of it, before any write
 */
export function applySuggestion(files: readonly RewrittenFile[], project: string): void {
  const root = openRoot(project);
  const changed = files
    .filter(({ before, after }) => after !== before)
    .map(({ file, after }) => ({ file, after, real: realPath(file) }));
  for (const { file, real } of changed) {
    if (lstatSync(file).isSymbolicLink() && !isWithin(real, root))
      throw new UserError(
        `Cannot change "${file}": it is a link to "${real}"; apply the patch there`,
      );
  }
  for (const { after, real } of changed) {
    openRoot(dirname(real));
    writeWhole(real, after, statSync(real).mode & 0o777);
  }
}

const howToRecord =
  'run "npx framework dev", use every feature of the app, and end it; the features that its pages use are recorded';

function usableRecord(path: string): UseRecord {
  const read = readUseRecord(path);
  if (read.found === "none")
    throw new UserError(`Cannot suggest anything: there is no record; ${howToRecord}`);
  if (read.found === "unusable")
    throw new UserError(
      `Cannot suggest anything: the record "${path}" ${read.why}; delete it, then ${howToRecord}`,
    );
  const isEmpty = !read.record.uses.some(
    ({ outcome, kind }) => outcome === "allowed" && kind !== "event",
  );
  if (isEmpty)
    throw new UserError(
      `Cannot suggest anything: no page has used anything that is recorded; ${howToRecord}`,
    );
  return read.record;
}

function shown({ change, path, layers }: PlacedChange, tree: TreeNode | null): SuggestedChange {
  const places = layers.map(({ source, root }) => {
    const node = root === null ? undefined : findNode(root, path)?.node;
    const line = node === undefined ? null : lineAndColumn(source, node.start).line;
    return line === null ? source.name : `${source.name}:${line}`;
  });
  const node = tree === null ? undefined : findNode(tree, path)?.node;
  return {
    field: pathText(path),
    places,
    was: node === undefined ? null : plainValue(node),
    becomes: change.do === "remove" ? [] : change.do === "set" ? [change.value] : change.items,
    why: change.why,
  };
}

function refusedOf({ uses }: UseRecord): readonly string[] {
  return uses
    .filter(({ outcome }) => outcome === "refused")
    .map(({ kind, rule, detail, count, command, window }) => {
      const where = `${command} from window ${JSON.stringify(window)}, ${timesText(count)}`;
      if (kind === "flag") return `${where}: framework.allowlist.${rule} is off`;
      if (kind === "plugin") {
        const [name, flag] = rule.split(".");
        return `${where}: plugins.${name}.allowlist.${flag} is off`;
      }
      const by = rule === "" ? "" : `, denied by ${JSON.stringify(rule)}`;
      return `${where}: ${JSON.stringify(detail)} is outside${by}`;
    });
}
