import { loadConfig } from "../../config/read/load.ts";
import { parseTarget, targetName, targets } from "../build/build-target.ts";
import { toolsFolder } from "../build/tools-folder.ts";
import { systemName } from "../info/system.ts";
import type { Terminal } from "../terminal.ts";
import { join } from "node:path";
import { checkTarget } from "./checks.ts";
import { asJson, asText, type Health } from "./report.ts";

export interface DoctorOptions {
  /** `linux-x64`, or a triple; all of them when absent. */
  readonly target?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `framework doctor`: shows the targets that this machine can build for, and the missing
 * requirements of the others. The exit code is 1 if the configuration has problems, or if
 * something is missing for the named target (by default, the target of this machine).
 */
export async function doctorCommand(
  terminal: Terminal,
  { target, json = false }: DoctorOptions,
): Promise<number> {
  const { host, cwd } = terminal;
  const loaded = loadConfig({ from: cwd, system: host.system, command: "config" });
  const { config, files, folder } = loaded;
  const isLocal = config?.framework.bundle.useLocalToolsDir === true;
  const wanted = target === undefined ? null : parseTarget(target, host);
  const judged = targetName(wanted ?? host);
  const checked = {
    host,
    from: files.length === 0 ? cwd : folder,
    toolsFolder: toolsFolder(isLocal ? join(folder, "target") : null, host.system),
    config,
    environment: process.env,
  };
  const health: Health = {
    machine: `${systemName(host.system)}, ${targetName(host)}`,
    problems: files.length === 0 ? null : loaded.problems.length,
    targets: (wanted === null ? hostFirst(judged) : [wanted]).map((one) =>
      checkTarget(one, checked),
    ),
  };
  terminal.out(json ? asJson(health) : asText(health, terminal.outColor ?? terminal.color));
  const isReady = health.targets.every((one) => one.isReady || one.target !== judged);
  return isReady && (health.problems ?? 0) === 0 ? 0 : 1;
}

function hostFirst(host: string) {
  return targets.toSorted(
    (one, other) => Number(targetName(other) === host) - Number(targetName(one) === host),
  );
}
