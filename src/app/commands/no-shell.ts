import { leftOut } from "../calls/not-allowed.ts";
import { noProgram } from "../process/no-program.ts";
import type { ShellPart } from "./shell.ts";

const none = ({ child }: { readonly child: number }): never => {
  throw noProgram(child);
};

/** For an app in which no page may start programs or open addresses. */
export const shell: ShellPart = () => ({
  "shell.open": leftOut("shell.open"),
  "shell.execute": leftOut("shell.execute"),
  "shell.executeSidecar": leftOut("shell.executeSidecar"),
  "shell.spawn": leftOut("shell.spawn"),
  "shell.spawnSidecar": leftOut("shell.spawnSidecar"),
  "shell.nextEvents": none,
  "shell.write": none,
  "shell.closeInput": none,
  "shell.kill": none,
});
