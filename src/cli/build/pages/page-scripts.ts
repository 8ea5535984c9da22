import { limits } from "../../../contract/limits.ts";
import {
  callMarks,
  callPath,
  byteWindow,
  callWindow,
  fetchReply,
  longText,
  maxBytesInText,
  packetHeaderLength,
  keyHeader,
  probePath,
  replyPath,
  ticketHeader,
} from "../../../contract/page/message.ts";
import { noncePlaceholder, type PagePolicy } from "../../../contract/page/csp.ts";
import { pageOrigins, type SchemeHosts } from "../../../contract/page/origins.ts";
import type { ResolvedConfig } from "../../../config/index.ts";
import { allowedFlags } from "../../../contract/commands/allowed-flags.ts";
import type { AppSpec, PageScripts } from "../../../contract/shipped/pack.ts";
import type { System } from "../../../contract/target.ts";
import { emptySettings, source } from "../../project/package-root.ts";

/** The page reports that appear on the terminal in development. The console is optional. */
export interface Reports {
  readonly withConsole: boolean;
}

/** The facts about the app that the scripts get. */
export interface PagePlace {
  readonly system: System;
  readonly hosts: SchemeHosts;
  /** True if calls pass through the isolation frame. */
  readonly isIsolated: boolean;
  /** In development: the page reports for the terminal. */
  readonly reports: Reports | null;
}

/** Compiles all scripts that can be placed before page code. */
export async function pageScripts({
  system,
  hosts,
  isIsolated,
  reports,
}: PagePlace): Promise<Complete<PageScripts>> {
  const origins = pageOrigins(hosts);
  const wire = {
    system,
    hosts,
    origin: origins.app,
    callPath,
    callMarks,
    callWindow,
    byteWindow,
    replyPath,
    ticketHeader,
    fetchReply,
    probePath,
    keyHeader,
    packetHeaderLength,
    longText,
    maxBytesInText,
    longestText: limits.messageText.most,
    isolation: isIsolated ? `${origins.isolation}/` : null,
  };
  const [bridge, global, links, dragRegion, notification, media, automation, inFrame] =
    await Promise.all([
      script("api/inject/bridge.ts", {
        FRAMEWORK_WIRE: JSON.stringify(wire),
        FRAMEWORK_REPORTS: JSON.stringify(reports),
      }),
      script("api/inject/global.ts", {}),
      script("api/inject/links.ts", {}),
      script("api/inject/drag-region.ts", {}),
      script("api/inject/notification.ts", {}),
      script("api/inject/media.ts", { FRAMEWORK_ORIGINS: JSON.stringify(origins) }),
      script("api/inject/automation.ts", {}),
      script("api/inject/isolation.ts", {
        FRAMEWORK_FRAME_HEADER_LENGTH: String(packetHeaderLength),
      }),
    ]);
  // The ui thread's values are free variables in the scripts. Here they become parameters.
  return {
    bridge: `function (FRAMEWORK_KEY, FRAMEWORK_ENGINE) {${bridge}}`,
    global,
    links,
    dragRegion,
    notification,
    media,
    automation,
    isolation: `function (FRAMEWORK_KEY) {${inFrame}}`,
  };
}

/**
 * Compiles the script that makes a server's pages keep to a policy that the server does not send.
 */
export async function policyScript(policy: PagePolicy): Promise<string> {
  return await script("api/inject/policy.ts", {
    FRAMEWORK_POLICIES: JSON.stringify(policy.metas),
    FRAMEWORK_NONCE_PLACEHOLDER: JSON.stringify(noncePlaceholder),
  });
}

type Complete<Scripts> = { readonly [Name in keyof Scripts]: string };

/** The scripts that an app of this configuration needs. */
export function usedScripts(
  scripts: PageScripts,
  { build, framework }: ResolvedConfig,
  { mode, system }: Pick<AppSpec, "mode" | "system">,
): PageScripts {
  const allowed = allowedFlags(framework.allowlist);
  const when = (isUsed: boolean, text: string | null): string | null => (isUsed ? text : null);
  return {
    bridge: scripts.bridge,
    links: scripts.links,
    global: when(build.withGlobalFramework, scripts.global),
    dragRegion: when(allowed.has("window.startDragging"), scripts.dragRegion),
    notification: when(allowed.has("notification.all"), scripts.notification),
    // On Linux for the app's own files, too, which the engine does not play from their addresses.
    media: when(system === "linux" || allowed.has("protocol.asset"), scripts.media),
    automation: when(mode !== "release", scripts.automation),
    isolation: when(framework.pattern.use === "isolation", scripts.isolation),
  };
}

async function script(path: string, define: Record<string, string>): Promise<string> {
  const result = await Bun.build({
    entrypoints: [source(path)],
    target: "browser",
    format: "iife",
    minify: true,
    define,
    // Otherwise Bun uses the file of the working folder, whose "paths" may have other targets.
    tsconfig: emptySettings.tsconfig,
  });
  const [output] = result.outputs;
  if (output === undefined) throw new Error(`Cannot compile ${path}: the bundler gave nothing`);
  return (await output.text()).trim();
}
