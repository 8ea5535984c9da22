/** The systems an app can be built for, in the interface's spelling. */
export const systems = ["linux", "windows", "macos"] as const;
export type System = (typeof systems)[number];

export const systemNames = { linux: "Linux", windows: "Windows", macos: "macOS" } as const;

export const architectures = ["x64", "arm64"] as const;
export type Architecture = (typeof architectures)[number];

/** The system and architecture that an app is built for. */
export interface Target {
  readonly system: System;
  readonly architecture: Architecture;
}

/** The names of an architecture in each ecosystem: Debian, RPM, AppImage, GNU triples. */
export const architectureNames = {
  x64: { debian: "amd64", rpm: "x86_64", gnu: "x86_64" },
  arm64: { debian: "arm64", rpm: "aarch64", gnu: "aarch64" },
} as const;

const tripleTails = {
  linux: "unknown-linux-gnu",
  windows: "pc-windows-msvc",
  macos: "apple-darwin",
} as const;

/** `x86_64-unknown-linux-gnu`: the suffix that sidecar binaries carry in a project. */
export function targetTriple(target: Target): string {
  return `${architectureNames[target.architecture].gnu}-${tripleTails[target.system]}`;
}

/** The target that runs on both kinds of Macs; it combines both executables in one file. */
export const universalTriple = "universal-apple-darwin";

/** The variables in addresses of update servers, `{{target}}`. */
export const endpointVariables = ["current_version", "channel", "target", "arch"] as const;

/** The names of a target in addresses of update servers: `{{target}}` and `{{arch}}`. */
export function updateTarget({ system, architecture }: Target) {
  return {
    target: system === "macos" ? "darwin" : system,
    arch: architectureNames[architecture].gnu,
  } as const;
}

/** `linux-x86_64`: the name of a target in update feeds and their signatures. */
export function updatePlatform(target: Target): string {
  const { target: system, arch } = updateTarget(target);
  return `${system}-${arch}`;
}

/** The system and architecture of a process, from Node.js's names. */
export function targetOf(platform: string, arch: string): Target {
  const system = platform === "win32" ? "windows" : platform === "darwin" ? "macos" : "linux";
  return { system, architecture: arch === "arm64" ? "arm64" : "x64" };
}
