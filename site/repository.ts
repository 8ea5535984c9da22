// The address where the repository can be read and edited.

import { spawnSync } from "node:child_process";

/**
 * The address of the repository's pages: of the workflow that runs, else of the checkout's origin;
 * `null`: neither is there.
 */
export function repositoryAddress(): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (server !== undefined && name !== undefined) return `${server}/${name}`;
  const origin = spawnSync("git", ["remote", "get-url", "origin"], { encoding: "utf8" });
  const [, host, path] =
    /^(?:https?:\/\/(?:[^@/]*@)?|git@)([\w.-]+)[/:](.+?)(?:\.git)?\s*$/.exec(origin.stdout) ?? [];
  return host === undefined ? null : `https://${host}/${path}`;
}
