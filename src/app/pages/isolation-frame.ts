import { PagePolicy } from "../../contract/page/csp.ts";
import type { PageScript } from "../../contract/ui/index.ts";
import { Assets } from "./assets.ts";
import { sealedCalls, type Calls } from "../calls/calls.ts";
import { Isolation, isolationPolicy } from "../calls/isolation.ts";
import { pagesOf, type Origins } from "../calls/origins.ts";
import type { AppStart } from "../start.ts";

/** The frame that sees every call first, if `framework.pattern` is isolation. */
export interface IsolationFrame {
  readonly origin: string;
  readonly assets: Assets;
  /** Brings the key into the frame only. */
  readonly scripts: readonly PageScript[];
  readonly calls: Calls;
}

export function openIsolationFrame(
  { appSpec, pack }: Pick<AppStart, "appSpec" | "pack">,
  origins: Origins,
): IsolationFrame | null {
  const { isolation: source, config, scripts } = appSpec;
  if (source === null) return null;
  if (scripts.isolation === null)
    throw new Error("Cannot show the isolation frame: its script must be in the app");
  const { dangerousRemoteDomainIpcAccess } = config.framework.security;
  const isolation = new Isolation();
  const origin = origins.own.isolation;
  // Every page that may call may embed it, in any window.
  const labels = ["", ...dangerousRemoteDomainIpcAccess.flatMap(({ windows }) => windows)];
  const policy = isolationPolicy(
    origin,
    [...new Set(labels)].flatMap((label) => origins.pages(label)),
  );
  const framePolicy = new PagePolicy(policy, false);
  return {
    origin,
    assets: new Assets(source, pack, () => framePolicy),
    scripts: [
      {
        source: `(${scripts.isolation})(${JSON.stringify([...isolation.key])})`,
        pages: [pagesOf(origin)],
      },
    ],
    calls: sealedCalls(isolation),
  };
}
