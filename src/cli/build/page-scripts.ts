import { limits } from "../../contract/limits.ts";
import {
  answerMark,
  callPath,
  fetchReply,
  packetHeaderLength,
  handlerName,
  keyHeader,
  probePath,
  replyPath,
} from "../../contract/page/message.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import { emptySettings, source } from "../project/package-root.ts";

/** What pages tell the terminal in development; their console by choice. */
export interface Reports {
  readonly withConsole: boolean;
}

/**
 * Compiles the scripts that are placed before page code.
 *
 * @param origin the address of the app's own pages, which calls with bytes are posted to
 * @param isolation the address of the isolation frame, for apps that use the pattern
 * @param reports in development: what pages tell the terminal
 */
export async function pageScripts(
  origin: string,
  isolation: string | null = null,
  reports: Reports | null = null,
): Promise<AppSpec["scripts"]> {
  const wire = {
    origin,
    callPath,
    replyPath,
    fetchReply,
    probePath,
    keyHeader,
    handlerName,
    answerMark,
    packetHeaderLength,
    longestText: limits.messageText.most,
    isolation,
  };
  const [bridge, global, links, dragRegion, notification, media, inFrame] = await Promise.all([
    script("api/inject/bridge.ts", {
      FRAMEWORK_WIRE: JSON.stringify(wire),
      FRAMEWORK_REPORTS: JSON.stringify(reports),
    }),
    script("api/inject/global.ts", {}),
    script("api/inject/links.ts", {}),
    script("api/inject/drag-region.ts", {}),
    script("api/inject/notification.ts", {}),
    script("api/inject/media.ts", {}),
    script("api/inject/isolation.ts", { FRAMEWORK_FRAME_HEADER_LENGTH: String(packetHeaderLength) }),
  ]);
  // Both name their key as a free variable; here it becomes a parameter.
  const withKey = (source: string): string => `function (FRAMEWORK_KEY) {${source}}`;
  return {
    bridge: withKey(bridge),
    global,
    links,
    dragRegion,
    notification,
    media,
    isolation: withKey(inFrame),
  };
}

async function script(path: string, define: Record<string, string>): Promise<string> {
  const result = await Bun.build({
    entrypoints: [source(path)],
    target: "browser",
    format: "iife",
    minify: true,
    define,
    // Otherwise that of the folder the command was started in, whose "paths" may lead elsewhere.
    tsconfig: emptySettings.tsconfig,
  });
  const [output] = result.outputs;
  if (output === undefined) throw new Error(`Cannot compile ${path}: the bundler gave nothing`);
  return (await output.text()).trim();
}
