import { runtimeVariables } from "../../process/environment.ts";

// A shared app is run as `<runtime> <flags> <app folder>/main.js <arguments>`. The executable of an
// app that has its own runtime takes nothing from the folder it is started in, nor from the user's
// home; by these flags and files the runtime does neither.

/** Stands for the whole path of the app's folder. */
export const appFolderMark = "{app}";

/** The runtime's flags, in order. */
export const runtimeFlags: readonly string[] = [
  // Else it would read bunfig.toml of the folder it is started in. No system calls its empty file
  // the same.
  `--config=${appFolderMark}/bunfig.toml`,
  "--no-env-file",
  "--no-install",
];

/** Variables by which the runtime is told to run other code, which its launcher takes away. */
export const unsetVariables: readonly string[] = runtimeVariables;
