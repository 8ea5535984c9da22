import { delimiter } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key that signs updates, or its file; and the password of that key. */
export const keyVariable = "FRAMEWORK_PRIVATE_KEY";
export const passwordVariable = "FRAMEWORK_KEY_PASSWORD";
/** The certificate that signs programs for Windows, or its file; and the password of its key. */
export const certificateVariable = "FRAMEWORK_WINDOWS_CERTIFICATE";
export const certificatePasswordVariable = "FRAMEWORK_WINDOWS_CERTIFICATE_PASSWORD";
/** The certificate that signs apps for macOS, or its file; and the password of its key. */
export const appleCertificateVariable = "FRAMEWORK_APPLE_CERTIFICATE";
export const appleCertificatePasswordVariable = "FRAMEWORK_APPLE_CERTIFICATE_PASSWORD";
/** The key of App Store Connect for notarization, or its file; its id, and that of its issuer. */
export const notaryKeyVariable = "FRAMEWORK_APPLE_API_KEY";
export const notaryKeyIdVariable = "FRAMEWORK_APPLE_API_KEY_ID";
export const notaryIssuerVariable = "FRAMEWORK_APPLE_API_ISSUER";
/** The secrets of the developer. The two ids are no secrets. */
export const secretVariables = [
  keyVariable,
  passwordVariable,
  certificateVariable,
  certificatePasswordVariable,
  appleCertificateVariable,
  appleCertificatePasswordVariable,
  notaryKeyVariable,
] as const;
/** The passwords: too short for a search in a program. */
export const passwordVariables: readonly string[] = [
  passwordVariable,
  certificatePasswordVariable,
  appleCertificatePasswordVariable,
];

/**
 * Controls Bun: run other code first, be the plain runtime, call a debugger. Set for this process,
 * these would affect every app of the framework that this one starts. The folders of Bun and its
 * install sources (`BUN_INSTALL`, `BUN_CONFIG_…`) are the user's choice for all programs.
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
 * Passed by an app on Windows to the program that installs or rolls back its update, and restarts
 * the app.
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
  // Private to that program.
  "FRAMEWORK_UPDATE_CODE",
  "FRAMEWORK_UPDATE_TRIES",
] as const;

/**
 * The secret and the address by which a testing tool drives the app that it starts; see
 * `contract/automation.ts`.
 */
export const automationVariable = "FRAMEWORK_AUTOMATION";
/** The requests that the tool answers in the place of the desktop, comma separated: `dialogs`. */
export const heldVariable = "FRAMEWORK_AUTOMATION_HOLDS";
const automationVariables = [automationVariable, heldVariable] as const;

/**
 * Set by a desktop for a program that it starts: identifies the click that its first window belongs
 * to. For a later window it would be outdated, and desktops leave the focus to the window that the
 * user has used since.
 */
const startVariables = ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"] as const;

/** Set by an AppImage's runtime for its app, and by its AppRun for the media framework. */
const appImageVariables = ["APPIMAGE", "APPDIR", "ARGV0", "OWD"] as const;
const mediaRegistry = "GST_REGISTRY_1_0";
const mediaPlugins = "GST_PLUGIN_PATH_1_0";

/** The AppImage of an executable, and its mount point; `null`: none. */
export function appImageOf(
  executable: string,
  { APPIMAGE: image, APPDIR: mount }: Environment,
): { readonly image: string; readonly mount: string } | null {
  // Every child of an AppImage inherits both; they concern this app only when it lies in the mount.
  const isMounted = mount !== undefined && mount !== "" && executable.startsWith(`${mount}/`);
  return isMounted && image !== undefined ? { image, mount } : null;
}

/**
 * The environment for a started program: this process's, without variables meant for it alone. All
 * programs get theirs from here.
 *
 * @param executable the executable of this process
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
  // In any case, because Windows ignores it; elsewhere another spelling is an unused variable.
  for (const name of Object.keys(environment))
    if (ours.includes(name.toUpperCase())) delete environment[name];
  return environment;
}

/** The variables that a testing tool sets for the app that `framework dev` starts for it. */
export function environmentOfDriven(inherited: Environment = process.env): Environment {
  return Object.fromEntries(
    automationVariables.flatMap((name) => (inherited[name] ? [[name, inherited[name]]] : [])),
  );
}

/** The environment for a restart of the same app: without variables meant for this start. */
export function environmentForRestart(
  executable: string,
  inherited: Environment = process.env,
): Record<string, string | undefined> {
  const environment = { ...inherited };
  for (const name of startVariables) delete environment[name];
  const appImage = appImageOf(executable, inherited);
  if (appImage === null) return environment;
  for (const name of appImageVariables) delete environment[name];
  // The plugins vanish with the mount, and fit its libraries only; their registry is beside them.
  const isInside = (path: string): boolean => path.startsWith(`${appImage.mount}/`);
  const plugins = environment[mediaPlugins]?.split(delimiter) ?? [];
  if (!plugins.some(isInside)) return environment;
  delete environment[mediaRegistry];
  const others = plugins.filter((path) => !isInside(path)).join(delimiter);
  if (others === "") delete environment[mediaPlugins];
  else environment[mediaPlugins] = others;
  return environment;
}
