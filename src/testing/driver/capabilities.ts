import { resolve } from "node:path";
import { machine } from "../machine.ts";
import { DriverError } from "./errors.ts";
import { isRecord, text, texts, type Parameters } from "./parameters.ts";
import { parseTimeouts, usualTimeouts, type Timeouts } from "./timeouts.ts";

const promptBehaviours = [
  "dismiss",
  "accept",
  "dismiss and notify",
  "accept and notify",
  "ignore",
] as const;

/** The handling of an open prompt when a command comes that is not about it. */
export type PromptBehaviour = (typeof promptBehaviours)[number];

const strategies = ["none", "eager", "normal"] as const;

/** When a page counts as loaded. */
export type PageLoadStrategy = (typeof strategies)[number];

/** The app of a session, and the options of its start. */
export interface AppOptions {
  /** The folder of a project, or the path of an executable. */
  readonly app: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The app of a project: from source, or the output of `framework build --debug`. */
  readonly mode: "dev" | "debug";
}

/** A client's requirements for a session. */
export interface Wanted {
  readonly app: AppOptions;
  readonly timeouts: Timeouts;
  readonly prompts: PromptBehaviour;
  readonly pageLoadStrategy: PageLoadStrategy;
  readonly isStrictAboutFiles: boolean;
}

/** The standard's name for the system of this machine. */
export const platformName = machine === "macos" ? "mac" : machine;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";

/** The known capabilities, and the values of each. */
const known: Readonly<Record<string, Check>> = {
  browserName: isText,
  browserVersion: isText,
  platformName: isText,
  acceptInsecureCerts: isFlag,
  pageLoadStrategy: (value) => strategies.includes(value as never),
  proxy: isRecord,
  setWindowRect: isFlag,
  timeouts: (value) => parseTimeouts(value) !== null,
  strictFileInteractability: isFlag,
  unhandledPromptBehavior: (value) => promptBehaviours.includes(value as never),
  // WebdriverIO asks every driver for it, and continues without it if the answer names none.
  webSocketUrl: isFlag,
  "framework:options": isRecord,
  "tauri:options": isRecord,
};

/**
 * The first set of capabilities that can be met. Source: WebDriver, "Processing capabilities".
 *
 * @param folder the app for a client that names none
 * @throws DriverError `invalid argument`, `session not created`
 */
export function parseCapabilities(body: Parameters, folder: string): Wanted {
  const { capabilities } = body;
  if (!isRecord(capabilities))
    throw new DriverError("invalid argument", 'Cannot start: want "capabilities"');
  const always = checked(capabilities["alwaysMatch"] ?? {});
  const first = capabilities["firstMatch"] ?? [{}];
  if (!Array.isArray(first) || first.length === 0)
    throw new DriverError("invalid argument", 'Cannot take "firstMatch": want a list');
  const sets = first.map((one) => merged(always, checked(one)));
  const reasons: string[] = [];
  for (const set of sets) {
    const reason = mismatch(set);
    if (reason === null) return wanted(set, folder);
    reasons.push(reason);
  }
  throw new DriverError("session not created", `Cannot start the app: ${reasons.join("; ")}`);
}

function checked(given: unknown): Parameters {
  if (!isRecord(given))
    throw new DriverError("invalid argument", "Cannot take capabilities: want an object");
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const check = known[name];
    if (check === undefined && (!name.includes(":") || /^framework:/i.test(name)))
      throw new DriverError("invalid argument", `Cannot take capability "${name}": it is unknown`);
    if (check?.(value) === false)
      throw new DriverError(
        "invalid argument",
        `Cannot take capability "${name}": ${JSON.stringify(value)} is no value of it`,
      );
    kept[name] = value;
  }
  return kept;
}

function merged(always: Parameters, first: Parameters): Parameters {
  const twice = Object.keys(first).find((name) => name in always);
  if (twice === undefined) return { ...always, ...first };
  throw new DriverError(
    "invalid argument",
    `Cannot take capability "${twice}": it is in "alwaysMatch" and in "firstMatch"`,
  );
}

/** The reason why a set cannot be met. `null`: it can. Any name of a browser means the app. */
function mismatch(set: Parameters): string | null {
  const platform = set["platformName"];
  if (typeof platform === "string" && platform.toLowerCase() !== platformName)
    return `platformName is "${platform}", and this machine's is "${platformName}"`;
  if (isRecord(set["proxy"]) && Object.keys(set["proxy"]).length > 0)
    return "an app has no proxy of its driver";
  if (set["acceptInsecureCerts"] === true) return "an app checks certificates in any case";
  if ("browserVersion" in set) return "an app has no browserVersion to be chosen";
  return null;
}

function wanted(set: Parameters, folder: string): Wanted {
  return {
    app: appOptions(set, folder),
    timeouts: { ...usualTimeouts, ...parseTimeouts(set["timeouts"] ?? {}) },
    prompts: (set["unhandledPromptBehavior"] ?? "dismiss and notify") as PromptBehaviour,
    pageLoadStrategy: (set["pageLoadStrategy"] ?? "normal") as PageLoadStrategy,
    isStrictAboutFiles: set["strictFileInteractability"] === true,
  };
}

const optionNames = ["app", "mode", "args", "env"];

/** A suite of a Tauri app sends `tauri:options`, with options of its own driver. */
function appOptions(set: Parameters, folder: string): AppOptions {
  const own = set["framework:options"];
  const given = own ?? set["tauri:options"] ?? {};
  if (!isRecord(given)) return { app: folder, args: [], env: {}, mode: "dev" };
  const names = own === undefined ? [] : Object.keys(given);
  const unknown = names.find((name) => !optionNames.includes(name) && name !== "application");
  if (unknown !== undefined)
    throw new DriverError(
      "invalid argument",
      `Cannot take "${unknown}" of framework:options: want ${optionNames.join(", ")}`,
    );
  const named = given["app"] ?? given["application"];
  const app = named === undefined ? folder : text({ app: named }, "app");
  const mode = given["mode"] ?? "dev";
  if (mode !== "dev" && mode !== "debug")
    throw new DriverError(
      "invalid argument",
      `Cannot take mode ${JSON.stringify(mode)}: want dev or debug`,
    );
  const env = isRecord(given["env"]) ? given["env"] : {};
  return {
    app: own === undefined ? movedApp(app) : app,
    args: "args" in given ? texts(given, "args") : [],
    env: Object.fromEntries(Object.keys(env).map((name) => [name, text(env, name)])),
    mode,
  };
}

/** The project of an app that Tauri has built: its suite names the executable in `src-tauri`. */
function movedApp(app: string): string {
  const project = /^(.*?)\bsrc-tauri[\\/]target[\\/]/.exec(app)?.[1];
  return project === undefined ? app : resolve(project);
}
