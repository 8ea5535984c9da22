import { delimiter } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key updates are signed with, or its file; and the password of that key. */
export const keyVariable = "FRAMEWORK_PRIVATE_KEY";
export const passwordVariable = "FRAMEWORK_KEY_PASSWORD";
/**
 * The certificate that programs for Windows are signed with, or its file; and the password of its
 * key.
 */
export const certificateVariable = "FRAMEWORK_WINDOWS_CERTIFICATE";
export const certificatePasswordVariable = "FRAMEWORK_WINDOWS_CERTIFICATE_PASSWORD";
/**
 * The certificate that apps for macOS are signed with, or its file; and the password of its key.
 */
export const appleCertificateVariable = "FRAMEWORK_APPLE_CERTIFICATE";
export const appleCertificatePasswordVariable = "FRAMEWORK_APPLE_CERTIFICATE_PASSWORD";
/**
 * The key of App Store Connect by which they are notarized, or its file; its number, and that of
 * who has made it.
 */
export const notaryKeyVariable = "FRAMEWORK_APPLE_API_KEY";
export const notaryKeyIdVariable = "FRAMEWORK_APPLE_API_KEY_ID";
export const notaryIssuerVariable = "FRAMEWORK_APPLE_API_ISSUER";
/** What the one who builds keeps to himself. The two numbers are no secrets. */
export const secretVariables = [
  keyVariable,
  passwordVariable,
  certificateVariable,
  certificatePasswordVariable,
  appleCertificateVariable,
  appleCertificatePasswordVariable,
  notaryKeyVariable,
] as const;
/** Those that are passwords: too short to be looked for in a program. */
export const passwordVariables: readonly string[] = [
  passwordVariable,
  certificatePasswordVariable,
  appleCertificatePasswordVariable,
];

/**
 * How Bun is told what to do: run other code first, be the plain runtime, call a debugger. Said to
 * this process, it would be taken to heart by every other app of the kind that this one starts.
 * Where Bun keeps its files, and what it installs from (`BUN_INSTALL`, `BUN_CONFIG_…`), is the
 * user's word to all.
 */
export const runtimeVariables = [
  "BUN_OPTIONS",
  "BUN_BE_BUN",
  "BUN_INSPECT",
  "BUN_INSPECT_CONNECT_TO",
  "BUN_INSPECT_NOTIFY",
  "BUN_INSPECT_PRELOAD",
] as const;

/**
 * What an app on Windows says to the program that installs its update, or takes it back, and starts
 * the app again.
 */
export const updateVariables = [
  "FRAMEWORK_UPDATE_PROGRAM",
  "FRAMEWORK_UPDATE_OPTIONS",
  "FRAMEWORK_UPDATE_RESULT",
  "FRAMEWORK_UPDATE_RESTARTS",
  "FRAMEWORK_UPDATE_FOLDER",
  "FRAMEWORK_UPDATE_KEPT",
  "FRAMEWORK_UPDATE_FAILED",
  "FRAMEWORK_UPDATE_REGISTRY",
  "FRAMEWORK_UPDATE_APP",
  "FRAMEWORK_UPDATE_ARGUMENTS",
  // What that program keeps for itself.
  "FRAMEWORK_UPDATE_CODE",
  "FRAMEWORK_UPDATE_TRIES",
] as const;

/**
 * The secret and the address by which a testing tool drives the app that it starts; see
 * `contract/automation.ts`.
 */
export const automationVariable = "FRAMEWORK_AUTOMATION";
/** What the tool answers in the place of the desktop, comma separated: `dialogs`. */
export const heldVariable = "FRAMEWORK_AUTOMATION_HOLDS";
const automationVariables = [automationVariable, heldVariable] as const;

/**
 * What a desktop says to a program that it starts: for which click its first window is. To any
 * later window it would be an old one, and desktops leave the keyboard to the window that the user
 * has used since.
 */
const startVariables = ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"] as const;

/** What the beginning of an AppImage tells the app in it, and its AppRun to the media framework. */
const appImageVariables = ["APPIMAGE", "APPDIR", "ARGV0", "OWD"] as const;
const mediaRegistry = "GST_REGISTRY_1_0";
const mediaPlugins = "GST_PLUGIN_PATH_1_0";

/** The AppImage that an executable was mounted from, and where; `null`: from none. */
export function appImageOf(
  executable: string,
  { APPIMAGE: image, APPDIR: mount }: Environment,
): { readonly image: string; readonly mount: string } | null {
  // Both are inherited by whatever an AppImage starts; they are about this app only when it lies in
  // the mount.
  const isMounted = mount !== undefined && mount !== "" && executable.startsWith(`${mount}/`);
  return isMounted && image !== undefined ? { image, mount } : null;
}

/**
 * The environment for any program that is started: this process's, without what was said to it
 * alone. All programs get theirs from here.
 *
 * @param executable what this process runs from
 */
export function environmentForOthers(
  executable: string = process.execPath,
  inherited: Environment = process.env,
): Record<string, string | undefined> {
  const environment = environmentForRestart(executable, inherited);
  const ours: readonly string[] = [
    ...secretVariables,
    ...runtimeVariables,
    ...updateVariables,
    ...automationVariables,
  ];
  // In any case, because Windows finds them by any; elsewhere another spelling is nobody's.
  for (const name of Object.keys(environment))
    if (ours.includes(name.toUpperCase())) delete environment[name];
  return environment;
}

/** What a testing tool says to the app that `framework dev` starts for it. */
export function environmentOfDriven(inherited: Environment = process.env): Environment {
  return Object.fromEntries(
    automationVariables.flatMap((name) => (inherited[name] ? [[name, inherited[name]]] : [])),
  );
}

/** The environment for another start of the same app: without what was said to this start of it. */
export function environmentForRestart(
  executable: string,
  inherited: Environment = process.env,
): Record<string, string | undefined> {
  const environment = { ...inherited };
  for (const name of startVariables) delete environment[name];
  const appImage = appImageOf(executable, inherited);
  if (appImage === null) return environment;
  for (const name of appImageVariables) delete environment[name];
  // The plugins go away with the mount, and belong to its libraries alone; the list of them is made
  // beside theirs.
  const isInside = (path: string): boolean => path.startsWith(`${appImage.mount}/`);
  const plugins = environment[mediaPlugins]?.split(delimiter) ?? [];
  if (!plugins.some(isInside)) return environment;
  delete environment[mediaRegistry];
  const others = plugins.filter((path) => !isInside(path)).join(delimiter);
  if (others === "") delete environment[mediaPlugins];
  else environment[mediaPlugins] = others;
  return environment;
}
