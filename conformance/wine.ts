import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { missingWine10, wine10 } from "../harness/wine-10.ts";
import { missingWine } from "../harness/wine.ts";
import { startWindowsSession } from "../test/support/windows/windows-app.ts";

/**
 * Runs the program for Windows under Wine, with a stand-in for WebView2, and copies its report. It
 * prefers the Wine of Debian 13, if that is set up: the Wine of Debian 12 runs no installers.
 *
 * @returns the exit code of the program
 */
export async function runUnderWine(
  program: string,
  folder: string,
  wanted: readonly string[],
): Promise<number> {
  const missing = missingWine10();
  if (missing !== null) {
    console.log(`not under Wine 10: ${missing}`);
    const without = missingWine();
    if (without !== null) throw new Error(`Cannot run "${program}": ${without}`);
  }
  await using session = await startWindowsSession(missing === null ? { install: wine10 } : {});
  const { wine, standIn } = session;
  const place = join(wine.session.folder, "conformance");
  mkdirSync(place);
  // The program lies on a drive of Windows, as a download does.
  const downloaded = join(wine.userFolder, "framework-conformance.exe");
  copyFileSync(program, downloaded);
  const preloads = [standIn.env["BUN_OPTIONS"], wine.lentCalls.replaceAll("\\", "/")].join(" ");
  await using running = wine.start([downloaded, ...wanted], {
    env: { ...standIn.env, BUN_OPTIONS: preloads },
    cwd: place,
  });
  let shown = 0;
  const tell = (): void => {
    for (; shown < running.output.length; shown++) console.log(running.output[shown]?.text);
  };
  const timer = setInterval(tell, 500);
  const { code } = await running.exited;
  clearInterval(timer);
  tell();
  cpSync(join(place, "conformance-report"), folder, { recursive: true });
  return code ?? 1;
}
