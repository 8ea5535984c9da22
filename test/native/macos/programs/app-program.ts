// Runs one case of an app over the stand-in, by its number: `app.test.ts` starts it, and looks how
// it ends.
import { session } from "../../../../harness/objective-c/app-kit/core-graphics.ts";
import { useStandIn } from "../../../../harness/objective-c/stand-in.ts";
import { reportUncaughtTo } from "../../../../src/native/guard.ts";
import { appCases, StagedApp } from "../cases/app-cases.ts";

const number = Number(process.argv[2]);
const chosen = appCases[number];
if (chosen === undefined)
  throw new Error(`Cannot run case ${number}: there are ${appCases.length}`);
// As in an app, an uncaught error ends it.
reportUncaughtTo((thrown) => {
  process.stderr.write(`${String(thrown)}\n`);
  process.exit(70);
});
useStandIn();
session.isThere = chosen.hasDisplay;
process.exit(new StagedApp().run(chosen));
