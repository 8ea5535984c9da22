import { relative } from "node:path";
import { formatsOf } from "../../bundler/index.ts";
import { coloursOf } from "../../config/report/colours.ts";
import { systemNames } from "../../contract/target.ts";
import { documentPath } from "../project/documents.ts";
import type { Terminal } from "../terminal.ts";
import type { BuildPlan, PlanOptions } from "./build-plan.ts";
import { targetName } from "./build-target.ts";
import type { Made } from "./make.ts";

/** A next step, and the command that does it. `null`: no command of this machine does it. */
interface NextStep {
  readonly what: string;
  readonly command: string | null;
}

/** The next steps with the output, for people. */
export function nextStepsText(
  terminal: Terminal,
  request: PlanOptions,
  plan: BuildPlan,
  made: Made,
): string {
  const { strong, hint } = coloursOf(terminal.color);
  const steps = nextSteps(terminal, request, plan, made);
  const lines = steps.flatMap(({ what, command }) =>
    command === null ? [`  ${what}`] : [`  ${what}:`, `    ${hint(command)}`],
  );
  return `\n${[strong("Next"), ...lines].join("\n")}\n`;
}

function nextSteps(
  { cwd, host }: Terminal,
  { target, isUniversal, debug, bundles, project }: PlanOptions,
  plan: BuildPlan,
  made: Made,
): NextStep[] {
  const isForHost = !isUniversal && targetName(target) === targetName(host);
  const paths = (format: string): string[] =>
    made.packages.filter((one) => one.format === format).map(({ path }) => relative(cwd, path));
  const argument = host.system === "windows" ? asWindowsArgument : asArgument;
  const steps: NextStep[] = [];
  const add = (what: string, command: string | null = null): unknown =>
    steps.push({ what, command });
  const install = (format: string, where: string, command: string): void => {
    const files = paths(format);
    if (files.length === 0) return;
    add(`Install it on ${where}`, `${command} ${files.map(argument).join(" ")}`);
  };

  if (made.packages.length === 0 && made.executable !== null) {
    const path = relative(cwd, made.executable);
    if (isForHost) add("Run it", argument(path));
    else add(`Copy it to a machine with ${systemNames[target.system]}, and run it there`);
    if (bundles === null) {
      const some = formatsOf(target.system).filter((format) => format !== "updater");
      const wanted = project.config.framework.bundle.active
        ? `name some of ${some.join(", ")} in framework.bundle.targets`
        : "set framework.bundle.active to true";
      add(`For packages, ${wanted}`);
    }
  }
  install("deb", "Debian or Ubuntu", "sudo apt install");
  install("rpm", "Fedora", "sudo dnf install");
  for (const path of paths("appimage")) add("Run the AppImage", argument(path));
  if (["nsis", "msi", "app", "dmg"].some((format) => paths(format).length > 0))
    add(`Copy a package to a machine with ${systemNames[target.system]}, and open it there`);

  if (made.packages.length > 0 && !debug) {
    if (target.system === "windows" && plan.signing === null)
      add(`Sign it, or Windows warns its users: ${documentPath("windows-packages.md")}`);
    if (target.system === "macos" && plan.mac !== null && plan.mac.notary === null)
      add(`Have Apple notarize it, or Macs refuse it: ${documentPath("macos-packages.md")}`);
  }
  if (made.update !== null)
    add(`Publish the update (${documentPath("publishing.md")})`, "npx framework publish --to …");
  else if (made.packages.length > 0 && !project.config.framework.updater.active && !debug)
    add(`Let it update itself: ${documentPath("updates.md")}`);
  return steps;
}

/** A path that a shell takes for one argument, and apt and dnf for a file. */
function asArgument(path: string): string {
  const whole = /^(?:\.\.?)?\//.test(path) ? path : `./${path}`;
  return /^[\w./:+~@-]+$/.test(whole) ? whole : `"${whole.replaceAll(/["$`\\]/g, "\\$&")}"`;
}

/** The same for Windows' shells: `cmd` takes `./a` for a program called ".". */
function asWindowsArgument(path: string): string {
  const whole = /^(?:\.\.?|[A-Za-z]:)?\\/.test(path) ? path : `.\\${path}`;
  return /^[\w.\\:+~@-]+$/.test(whole) ? whole : `"${whole}"`;
}
