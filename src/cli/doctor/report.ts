import { coloursOf, type Colours } from "../../config/report/colours.ts";
import type { Fact } from "../info/system.ts";
import type { TargetHealth } from "./checks.ts";

/** The results of `framework doctor`. */
export interface Health {
  /** `Debian GNU/Linux 12 (bookworm), linux-x64` */
  readonly machine: string;
  /** The number of problems in the configuration. `null`: there is no project here. */
  readonly problems: number | null;
  readonly targets: readonly TargetHealth[];
}

export function asJson(health: Health): string {
  return `${JSON.stringify(health, null, 2)}\n`;
}

export function asText(health: Health, isColoured: boolean): string {
  const colours = coloursOf(isColoured);
  const head = [
    `${colours.strong("Machine")}  ${health.machine}`,
    `${colours.strong("Project")}  ${projectText(health.problems, colours)}`,
  ].join("\n");
  return `${[head, ...health.targets.map((one) => targetText(one, colours))].join("\n\n")}\n`;
}

function projectText(problems: number | null, { success, error }: Colours): string {
  if (problems === null) return "none here: npx framework init makes one";
  if (problems === 0) return success("its configuration is in order");
  const count = problems === 1 ? "1 problem" : `${problems} problems`;
  return error(`its configuration has ${count}: npx framework config shows them`);
}

function targetText({ target, isHost, isReady, checks }: TargetHealth, colours: Colours): string {
  const state = isReady ? colours.success("ready") : colours.error("not ready");
  const head = `${colours.strong(target)}  ${state}${isHost ? ", this machine" : ""}`;
  return [head, ...checks.flatMap((fact) => factLines(fact, colours))].join("\n");
}

function factLines({ name, version, use, install, isNeeded }: Fact, colours: Colours): string[] {
  const row = (state: string, paint: (text: string) => string, text: string): string =>
    `  ${paint(state.padEnd(8))}  ${name.padEnd(18)}  ${text}`;
  if (version !== null) return [row("ok", colours.success, version)];
  const [state, paint] = isNeeded ? ["MISSING", colours.error] : ["optional", colours.warning];
  return [
    row(state, paint, use),
    ...(install === null ? [] : [`            ${colours.hint(install)}`]),
  ];
}
