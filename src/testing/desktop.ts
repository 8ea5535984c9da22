import { automationGlobal } from "../contract/automation.ts";
import type { Session } from "./linux/session.ts";
import { missingPrograms, startSession } from "./linux/display.ts";
import { machine } from "./machine.ts";
import { removeAtEnd } from "./process/leftovers.ts";
import type { PageInput } from "./page-input.ts";
import { openXPageInput } from "./linux/x-page-input.ts";
import { pictureOfScreen } from "./windows/screen.ts";

/** The desktop of an app's windows. */
export interface Desktop {
  /** The environment of its programs. */
  readonly env: Readonly<Record<string, string>>;
  /** A display of its own; `null`: that of the user of this machine. */
  readonly session: Session | null;
  readonly input: PageInput;
}

let shared: Promise<Desktop> | undefined;

/**
 * The desktop of this process: on Linux a display, a window manager and a bus of its own, which end
 * with the process. Apps share it, each with a home folder of its own.
 */
export function sharedDesktop(): Promise<Desktop> {
  return (shared ??= openDesktop());
}

/** Another one. Its session ends with the scope, or with this process. */
export async function openDesktop(): Promise<Desktop> {
  if (machine !== "linux") return { env: {}, session: null, input: scriptedInput };
  const missing = missingPrograms();
  if (missing.length > 0) {
    throw new Error(
      `Cannot open a display for tests: install ${missing.join(", ")}, or launch with mode: "memory"`,
    );
  }
  const session = await startSession();
  session.unref();
  removeAtEnd(session.folder);
  return { env: session.env, session, input: await openXPageInput(session) };
}

/** By scripts in the page, whose events no page trusts. */
const scriptedInput: PageInput = {
  mouse: async ({ ask }, input) => void (await ask(scripted("mouse", input))),
  key: async ({ ask }, input) => void (await ask(scripted("key", input))),
  has: () => true,
  picture: async ({ area: { x, y } }, part) => {
    if (machine === "windows")
      return await pictureOfScreen({ ...part, x: x + part.x, y: y + part.y });
    throw new Error("Cannot take a picture: framework/testing takes none on macOS");
  },
};

function scripted(device: "mouse" | "key", input: object): string {
  return `${automationGlobal}.input.${device}(${JSON.stringify(input)})`;
}
