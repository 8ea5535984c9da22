import { relaunchCode } from "../../contract/commands/process.ts";
import type { Handlers } from "../calls/context.ts";
import { checkStartsAgain, refuseSymlink, startAgain } from "../process/launch.ts";
import type { Services } from "../services.ts";

/** The handlers of the process module. Both end the app, so their promises never visibly settle. */
export const processHandlers: Handlers<"process"> = {
  "process.exit": ({ code }, { services }) => services.exit.quit(code ?? 0),
  "process.relaunch": (_, { services }) => relaunch(services),
};

/** Ends and restarts the app; in development the tool restarts it. */
export async function relaunch({ launch, host, exit, config }: Services): Promise<void> {
  if (launch.mode === "dev") return await exit.quit(relaunchCode);
  refuseSymlink(
    host.startedAs,
    config.framework.allowlist.process.relaunchDangerousAllowSymlinkMacos,
  );
  await checkStartsAgain(launch);
  // After all hooks: both processes must not hold the same files or ports at once.
  await exit.quit(0, () => startAgain(launch, host));
}
