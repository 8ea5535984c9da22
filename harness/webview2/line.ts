import { HostLine } from "../pages/host-line.ts";
import type { Event } from "../pages/protocol.ts";
import { wrong } from "./report.ts";
import { openTurns, soon } from "./turns.ts";

export type Line = HostLine;

/**
 * Opens the line from the runtime's thread to the program that shows pages; each event is a turn of
 * its own.
 */
export function openLine(
  port: number,
  receive: (event: Event, bytes: Uint8Array) => void,
): Promise<HostLine> {
  return HostLine.open(port, {
    openWaker: openTurns,
    receive: (event, bytes) => soon(() => receive(event, bytes)),
    failed: wrong,
  });
}
