import type { AssetSource } from "../../../contract/shipped/pack.ts";
import type { FrontEnd } from "../../project/front-end.ts";
import { UserError } from "../../terminal.ts";
import { findPageFiles } from "./page-files.ts";

/**
 * The source of an app's pages before it is built: a server, a folder, or files that each have
 * their path in a built app.
 *
 * @throws UserError when files cannot be its pages
 */
export function pageSource(front: FrontEnd): AssetSource {
  if (front.kind === "address") return { ...front, proxy: null, policyScript: null };
  if (front.kind === "folder") return front;
  const { files, problems } = findPageFiles(front, { keepSourceMaps: true, pages: [] });
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  return {
    kind: "files",
    files: Object.fromEntries(files.map(({ path, source }) => [path, source])),
  };
}
