import { relative, sep } from "node:path";
import { isolationFolder } from "../app-spec.ts";
import { pageFilesOf, Problems, type BuildPlan, type PlanOptions } from "../build-plan.ts";
import { linkedFolder } from "../files/shipped-files.ts";
import { hookScript } from "../../programs/hooks.ts";
import type { Progress } from "../../progress.ts";
import type { FrontEnd } from "../../project/front-end.ts";
import type { Project } from "../../project/project.ts";
import { oldHooks } from "./isolation-hook.ts";
import { missingPart } from "./missing-part.ts";
import { findPageFiles, type PageFiles } from "./page-files.ts";
import { refusedHandlers } from "./refused-handlers.ts";
import { isNew, writtenPages } from "./written-pages.ts";

/** The files of a front end that an app carries. */
export interface ShippedPages {
  readonly pageFiles: PageFiles["files"];
  /** Those of the isolation application. `null`: there is none. */
  readonly isolationFiles: PageFiles["files"] | null;
}

interface ShippedPagesOptions {
  /** When `beforeBuildCommand` was started, in milliseconds since 1970. */
  readonly hookStart: number;
  readonly progress: Progress;
  readonly verbose: boolean;
}

/**
 * Finds the files of the pages after the hook has run, and notes what their author may not expect.
 *
 * @throws UserError when the page is missing, or a file of it cannot be shipped
 */
export function shippedPages(
  request: PlanOptions,
  { frontEnd }: BuildPlan,
  { hookStart, progress, verbose }: ShippedPagesOptions,
): ShippedPages {
  const { project, target, terminal } = request;
  const found = pageFilesOf(request, frontEnd);
  const elsewhere = pagesElsewhere(project, frontEnd, found, hookStart);
  if (elsewhere !== null && found.problems.length === 0) progress.note(elsewhere);
  const { files } = checkedPageFiles(found, elsewhere);
  tellLeftOut(progress, found, verbose);
  const isolation = isolationFolder(project);
  for (const folder of [frontEnd.kind === "folder" ? frontEnd.folder : null, isolation]) {
    const note = folder === null ? null : linkedFolder(folder, target, project);
    if (note !== null) progress.note(note);
  }
  const refused = refusedHandlers(files, project.config.framework.security.csp);
  if (refused !== null) progress.note(refused);
  const missing = missingPart(files);
  if (missing !== null) progress.note(missing);
  if (isolation === null) return { pageFiles: files, isolationFiles: null };
  progress.notes(oldHooks(isolation, terminal.cwd));
  const options = { keepSourceMaps: false, pages: ["index.html"] };
  const inIsolation = findPageFiles({ kind: "folder", folder: isolation }, options);
  return { pageFiles: files, isolationFiles: checkedPageFiles(inIsolation).files };
}

/**
 * The folder into which `beforeBuildCommand` has written the page, if that is not `distDir`.
 * `null`: it is, or nothing is known. Without this a build packs an old page that lies in `distDir`.
 */
function pagesElsewhere(
  { config: { build }, frontEndFolder, configFolder }: Project,
  front: FrontEnd,
  { files, problems }: PageFiles,
  hookStart: number,
): string | null {
  if (hookScript("beforeBuildCommand", build) === null || front.kind !== "folder") return null;
  const isWritten = files.some(({ source }) => isNew(source, hookStart));
  if (problems.length === 0 && isWritten) return null;
  const own = relative(configFolder, front.folder).split(sep).join("/");
  const folders = writtenPages(frontEndFolder, configFolder, hookStart).filter(
    (folder) => folder !== own && !folder.startsWith(`${own}/`),
  );
  if (folders.length === 0) return null;
  const shown = folders.slice(0, 3).map((folder) => `"${folder}"`);
  return `build.beforeBuildCommand wrote an index.html into ${shown.join(", ")}, and build.distDir is "${own}": name the folder of the page there`;
}

/**
 * The hook has run. Now the page must exist, and be ready to be shipped.
 *
 * @param hint follows the problems; `null`: there is none
 */
function checkedPageFiles(files: PageFiles, hint: string | null = null): PageFiles {
  const problems = new Problems();
  problems.add(...files.problems);
  if (files.problems.length > 0 && hint !== null) problems.add(hint);
  problems.throwIfAny();
  return files;
}

const leftOutHints: Readonly<Record<string, string>> = {
  "source maps": " (--keep-source-maps takes them in)",
  "dot files": " (rename the files that belong to the page)",
};

function tellLeftOut(progress: Progress, { leftOut }: PageFiles, verbose: boolean): void {
  for (const [kind, paths] of leftOut) {
    const shown = verbose ? paths : paths.slice(0, 3);
    const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : "";
    const hint = leftOutHints[kind] ?? "";
    progress.note(`Left out ${kind}: ${shown.join(", ")}${more}${hint}`);
  }
}
