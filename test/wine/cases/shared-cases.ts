import { join } from "node:path";
import { testCases } from "../../native/case-tests.ts";
import { startWindowsSession, type WindowsSession } from "../../support/windows/windows-app.ts";

/**
 * Tests of the cases that a program of this folder goes through, in a session with the stand-in for
 * WebView2. More tests of that may follow.
 */
export function casesUnderWine(
  names: readonly string[],
  program: string,
): Pick<WindowsSession, "wine" | "standIn"> {
  let session: WindowsSession | undefined;
  testCases(
    names,
    async () => {
      session = await startWindowsSession();
      const { wine, standIn } = session;
      const script = join(import.meta.dir, "../programs", program);
      return (first) => wine.bun(script, [String(first)], { env: standIn.env });
    },
    async () => session?.[Symbol.asyncDispose](),
  );
  const started = (): WindowsSession => {
    if (session === undefined) throw new Error("Cannot use the session: it was not started");
    return session;
  };
  return {
    get wine() {
      return started().wine;
    },
    get standIn() {
      return started().standIn;
    },
  };
}
