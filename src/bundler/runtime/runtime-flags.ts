import { runtimeVariables } from "../../process/environment.ts";

// A shared app is run as `<runtime> <flags> <app folder>/main.js <arguments>`. An executable with
// its own runtime uses nothing from the folder that it is started in, nor from the user's home.
// With these flags and files the shared runtime uses nothing from there either.

/** Stands for the whole path of the app's folder. */
export const appFolderMark = "{app}";

/** The runtime's flags, in order. */
export const runtimeFlags: readonly string[] = [
  // Otherwise it would read bunfig.toml of the folder that it is started in. Its empty file has a
  // different path on each system.
  `--config=${appFolderMark}/bunfig.toml`,
  "--no-env-file",
  "--no-install",
];

/** Variables that make the runtime run other code. The launcher removes them. */
export const unsetVariables: readonly string[] = runtimeVariables;
