// The parts that each system runs, and their stages. Stages are loaded on demand, because each
// opens the libraries of its own system.

import type { System } from "../src/contract/target.ts";
import { conformanceCases } from "../src/native/conformance/cases.ts";
import type { ConformanceCase } from "../src/native/conformance/stage.ts";
import type { NativeStage } from "../test/native/native-stage.ts";
import type { Screen } from "./screen.ts";

/** A part of the report that runs in a separate process, inside the platform's loop. */
export interface CasePart {
  readonly name: string;
  readonly shows: string;
  readonly cases: readonly ConformanceCase[];
  /** The reason why it cannot run. `null`: it can. */
  readonly missing: () => string | null;
}

/** The stage that plays a system's cases. */
export interface SystemStage {
  readonly openStage: (folder: string) => NativeStage;
  readonly soon: (task: () => void) => void;
  readonly screen: Screen;
}

/** Parts by the names that the command line accepts. */
export type CaseParts = Readonly<Record<string, CasePart>>;

const platform: CasePart = {
  name: "Platform",
  shows: "Windows, pages and dialogs on the system's own toolkit and web engine.",
  cases: conformanceCases,
  missing: () => null,
};

export async function partsOf(system: System): Promise<CaseParts> {
  if (system === "windows") {
    const { windowsQuestionCases } = await import("../test/wine/cases/question-cases.ts");
    return { platform: { ...platform, cases: [...conformanceCases, ...windowsQuestionCases] } };
  }
  if (system === "linux") return { platform };
  const { accessibilityCases, missingAccessibility } = await import("./macos/accessibility.ts");
  return {
    platform: {
      ...platform,
      cases: conformanceCases.filter((one) => !accessibilityCases.includes(one)),
    },
    accessibility: {
      name: "Platform, with the permission Accessibility",
      shows: "What only a program may play that System Settings allows to control this computer.",
      cases: accessibilityCases,
      missing: missingAccessibility,
    },
  };
}

export async function stageOf(system: System, dialogThread: URL | null): Promise<SystemStage> {
  if (system === "linux") {
    const { LinuxStage } = await import("../test/native/linux-stage.ts");
    const { soon } = await import("../src/native/linux/loop.ts");
    const { GdkScreen } = await import("./pictures/linux.ts");
    return { openStage: (folder) => new LinuxStage(folder), soon, screen: new GdkScreen() };
  }
  if (system === "windows") {
    const { WindowsStage } = await import("../test/wine/cases/platform-stage.ts");
    const { soon } = await import("../src/native/windows/loop.ts");
    const { GdiScreen } = await import("./pictures/windows.ts");
    return {
      openStage: (folder) => new WindowsStage(folder, dialogThread),
      soon,
      screen: new GdiScreen(),
    };
  }
  const { AppleStage } = await import("./macos/apple-stage.ts");
  const { soon } = await import("../src/native/macos/loop.ts");
  const { CapturedScreen } = await import("./pictures/macos.ts");
  return { openStage: (folder) => new AppleStage(folder), soon, screen: new CapturedScreen() };
}
