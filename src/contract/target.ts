/** The systems an app can be built for, in the interface's spelling. */
export const systems = ["linux", "windows", "macos"] as const;
export type System = (typeof systems)[number];

export const systemNames = { linux: "Linux", windows: "Windows", macos: "macOS" } as const;

export const architectures = ["x64", "arm64"] as const;
export type Architecture = (typeof architectures)[number];

/** What an app is built for. */
export interface Target {
  readonly system: System;
  readonly architecture: Architecture;
}

/** How each ecosystem spells an architecture: Debian, RPM, AppImage, GNU triples. */
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

/** What both kinds of Macs run; it is no target of its own, but the ones of both in one file. */
export const universalTriple = "universal-apple-darwin";

/** How the addresses of update servers name a target: `{{target}}` and `{{arch}}`. */
export function updateTarget({ system, architecture }: Target) {
  return {
    target: system === "macos" ? "darwin" : system,
    arch: architectureNames[architecture].gnu,
  } as const;
}

/** `linux-x86_64`: how feeds of updates and their signatures name a target. */
export function updatePlatform(target: Target): string {
  const { target: system, arch } = updateTarget(target);
  return `${system}-${arch}`;
}

/** The system and architecture of a process, from Node's own words for them. */
export function targetOf(platform: string, arch: string): Target {
  const system = platform === "win32" ? "windows" : platform === "darwin" ? "macos" : "linux";
  return { system, architecture: arch === "arm64" ? "arm64" : "x64" };
}
