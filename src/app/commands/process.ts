import { relaunchCode } from "../../contract/process.ts";
import type { Handlers } from "../context.ts";
import { refuseSymlink, startAgain } from "../launch.ts";

/** The handlers of the process module. Both end the app, so their promises are not seen to settle. */
export const processHandlers: Handlers<"process"> = {
  "process.exit": ({ code }, { services }) => services.exit.quit(code ?? 0),

  async "process.relaunch"(_, { services: { launch, exit, config } }) {
    refuseSymlink(launch, config.framework.allowlist.process.relaunchDangerousAllowSymlinkMacos);
    if (launch.mode === "dev") return await exit.quit(relaunchCode);
    // After all hooks: both must not hold the same files or ports at once.
    await exit.quit(0, () => startAgain(launch));
  },
};
