import { existsSync } from "node:fs";
import { findMakensis } from "../../bundler/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { Target } from "../../contract/target.ts";
import {
  appleCertificateVariable,
  certificateVariable,
  keyVariable,
  notaryKeyVariable,
  type Environment,
} from "../../process/environment.ts";
import { findRuntime, MissingRuntime, targetName } from "../build/build-target.ts";
import { macFacts } from "../info/macos.ts";
import { linuxFacts, linuxInstall, type Fact } from "../info/system.ts";
import { windowsFacts } from "../info/windows.ts";
import { documentPath } from "../project/documents.ts";
import { UserError } from "../terminal.ts";

/** The parts of a build for a target that this machine has. */
export interface TargetHealth {
  readonly target: string;
  /** True for the target of this machine. */
  readonly isHost: boolean;
  /** True if this machine meets all requirements that no build can do without. */
  readonly isReady: boolean;
  readonly checks: readonly Fact[];
}

export interface Checked {
  readonly host: Target;
  /** The folder where the search for the project's packages begins. */
  readonly from: string;
  readonly toolsFolder: string;
  /** `null`: there is no project here, or its configuration has errors. */
  readonly config: ResolvedConfig | null;
  readonly environment: Environment;
}

/** Checks this machine for the requirements of a target. Loads, runs and downloads nothing. */
export function checkTarget(target: Target, checked: Checked): TargetHealth {
  const { host, environment } = checked;
  const isHost = targetName(target) === targetName(host);
  const signing = { linux: [], windows: windowsSigning, macos: appleSigning }[target.system];
  const checks = [
    ...(isHost ? machineFacts(host) : [runtimeFact(target, checked)]),
    ...(target.system === "windows" ? [makensisFact(checked)] : []),
    ...signing.map((secret) => secretFact(secret, environment)),
    ...(checked.config?.framework.updater.active === true
      ? [secretFact(updateKey, environment)]
      : []),
  ];
  const isReady = checks.every(({ version, isNeeded }) => version !== null || !isNeeded);
  return { target: targetName(target), isHost, isReady, checks };
}

function machineFacts({ system }: Target): Fact[] {
  const runtime: Fact = {
    name: "Bun",
    version: Bun.version,
    use: "becomes the app's executable",
    install: null,
    isNeeded: true,
  };
  return [runtime, ...{ linux: linuxFacts, windows: windowsFacts, macos: macFacts }[system]()];
}

function runtimeFact(target: Target, { from, toolsFolder }: Checked): Fact {
  const fact = {
    name: "Bun",
    use: "becomes the app's executable",
    install: `npx framework build --target ${targetName(target)} --yes`,
    isNeeded: true,
  };
  try {
    findRuntime(target, from, toolsFolder);
    return { ...fact, version: Bun.version };
  } catch (error) {
    if (error instanceof MissingRuntime) return { ...fact, version: null };
    if (!(error instanceof UserError)) throw error;
    return { ...fact, version: null, use: "it is not the published one", install: error.message };
  }
}

function makensisFact({ host, toolsFolder }: Checked): Fact {
  const path = findMakensis(toolsFolder);
  return {
    name: "makensis",
    version: path === null ? null : `in ${path}`,
    use: "makes script installers",
    install: {
      linux: linuxInstall({ debian: "nsis", fedora: "mingw32-nsis" }),
      macos: "brew install makensis",
      windows: "winget install NSIS.NSIS",
    }[host.system],
    isNeeded: false,
  };
}

/** A value that only a variable of the environment holds. */
interface Secret {
  readonly name: string;
  readonly use: string;
  readonly variable: string;
  readonly page: string;
}

const windowsSigning: readonly Secret[] = [
  {
    name: "certificate",
    use: "signs programs",
    variable: certificateVariable,
    page: "windows-packages.md",
  },
];
const appleSigning: readonly Secret[] = [
  {
    name: "certificate",
    use: "signs apps",
    variable: appleCertificateVariable,
    page: "macos-packages.md",
  },
  {
    name: "notary key",
    use: "lets other Macs open them",
    variable: notaryKeyVariable,
    page: "macos-packages.md",
  },
];
const updateKey: Secret = {
  name: "update key",
  use: "signs updates",
  variable: keyVariable,
  page: "updates.md",
};

/** Reports whether the variable is set, and whether it names a file, but never its value. */
function secretFact({ name, use, variable, page }: Secret, environment: Environment): Fact {
  const value = environment[variable] ?? "";
  const isPath = value.length < 4096 && existsSync(value);
  return {
    name,
    version: value === "" ? null : `${isPath ? "file in " : ""}${variable}`,
    use,
    install: `set ${variable}: ${documentPath(page)}`,
    isNeeded: false,
  };
}
