import { knownFolders } from "./files/known-folders.ts";
import { windowsFiles } from "./files/open-file.ts";
import { windowsJobs } from "./processes/jobs.ts";
import { registryText } from "./registry.ts";
import { letTakeFront, sessionNumber } from "./session.ts";
import type { RegistryText } from "../../contract/host/windows-calls.ts";

const textOf: RegistryText = (root, key, value) => registryText({ root, key, value });

/** The direct Windows calls of the app thread: the entry of that thread passes them in. */
export const windowsCalls = {
  files: windowsFiles,
  jobs: windowsJobs,
  knownFolders,
  registryText: textOf,
  session: sessionNumber,
  letTakeFront,
};
