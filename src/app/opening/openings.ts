import type { CliMatches } from "../../contract/commands/cli.ts";
import type { Opened, Start } from "../../contract/commands/app.ts";
import { plainError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { Events } from "../events/events.ts";
import type { Grants } from "../scope/grants/grants.ts";
import { ownAddress, wholePath, type OpenRequest } from "./open-request.ts";

/** The event that reports later openings to pages. */
export const openEvent = "framework://open";

/** Openings that wait for the first listener; older ones are dropped. */
const maxWaiting = 1000;

export type OpenHandler = (opened: Opened) => void;

export interface OpeningsOptions {
  /** The request that this process was started with. */
  readonly request: OpenRequest;
  readonly matches: CliMatches | null;
  /** `framework.bundle.urlSchemes`. */
  readonly schemes: readonly string[];
  readonly system: System;
  readonly grants: Grants;
  readonly events: Events;
  /** `framework.allowlist.app.open`. */
  readonly tellsPages: boolean;
  /** Receives errors of own code's handlers. */
  readonly reportError: (error: unknown) => void;
}

/**
 * The start of the app, and later requests to open something. Files join the scopes when own code
 * or a page reads them, and never before: an app without such code grants nothing.
 */
export class Openings {
  readonly #options: OpeningsOptions;
  readonly #handlers = new Set<OpenHandler>();
  /** Addresses that the system passed before own code ran. */
  readonly #atStart: string[] = [];
  #hasBegun = false;
  #start: Start | null = null;
  #waitingForOwn: OpenRequest[] = [];
  #waitingForPages: OpenRequest[] = [];

  constructor(options: OpeningsOptions) {
    this.#options = options;
  }

  /** Computed at the first access. */
  get start(): Start {
    return (this.#start ??= this.#makeStart());
  }

  /** Own code is about to run: later openings are not part of the start. */
  begin(): void {
    this.#hasBegun = true;
  }

  /**
   * Calls back for each opening after the start, including those that waited; returns a function
   * that removes the handler.
   */
  onOpen(handler: OpenHandler): () => void {
    // A handler that is added twice is removed twice.
    const own: OpenHandler = (opened) => handler(opened);
    this.#handlers.add(own);
    const waiting = this.#waitingForOwn;
    this.#waitingForOwn = [];
    if (waiting.length > 0)
      queueMicrotask(() => {
        for (const request of waiting) this.#tellOwn(this.#look(request));
      });
    return () => void this.#handlers.delete(own);
  }

  /** The openings from the time without a listening page; each is returned once. */
  takeForPages(): readonly Opened[] {
    const waiting = this.#waitingForPages;
    this.#waitingForPages = [];
    return waiting.map((request) => this.#look(request));
  }

  /** The system passes addresses. */
  openAddresses(addresses: readonly string[]): void {
    if (this.#hasBegun)
      this.open({ args: [], cwd: this.#options.request.cwd, names: addresses, isAddress: false });
    else this.#atStart.push(...addresses);
  }

  /** Another instance or the system requests to open something. */
  open(request: OpenRequest): void {
    const { tellsPages, events } = this.#options;
    const hasListeners = tellsPages && events.isHeard(openEvent);
    const hasHandlers = this.#handlers.size > 0;
    if (!hasHandlers) keep(this.#waitingForOwn, request);
    if (tellsPages && !hasListeners) keep(this.#waitingForPages, request);
    if (!hasHandlers && !hasListeners) return;
    const opened = this.#look(request);
    if (hasHandlers) this.#tellOwn(opened);
    if (hasListeners) events.emit(openEvent, opened);
  }

  #tellOwn(opened: Opened): void {
    // A handler that is added meanwhile does not receive this opening.
    const handlers = [...this.#handlers];
    for (const handler of handlers) {
      try {
        handler(opened);
      } catch (error) {
        this.#options.reportError(error);
      }
    }
  }

  #makeStart(): Start {
    const { request, matches } = this.#options;
    const names = [...request.names, ...this.#atStart];
    return { ...this.#look({ ...request, names }), matches, first: true };
  }

  /** Finds the files and addresses of a request, and grants pages the files. */
  #look({ args, cwd, names, isAddress }: OpenRequest): Opened {
    const { schemes, system, grants } = this.#options;
    const files = new Set<string>();
    const urls = new Set<string>();
    for (const name of names) {
      const address = ownAddress(name, schemes);
      if (address !== null) urls.add(address);
      const path = address !== null || isAddress ? null : wholePath(name, cwd, system);
      if (path !== null && isGranted(grants, path)) files.add(path);
    }
    return Object.freeze({
      args: Object.freeze([...args]),
      cwd,
      files: Object.freeze([...files]),
      urls: Object.freeze([...urls]),
    });
  }
}

function keep(waiting: OpenRequest[], request: OpenRequest): void {
  waiting.push(request);
  if (waiting.length > maxWaiting) waiting.shift();
}

/** The codes for an argument that names no file. */
const noFile: readonly string[] = ["not-found", "bad-argument", "bad-path"];

/** Opening a file is consent, like choosing it in a dialog. */
function isGranted(grants: Grants, path: string): boolean {
  try {
    grants.allowThere(path);
    return true;
  } catch (error) {
    const { code, message } = plainError(error);
    if (!noFile.includes(code)) process.stderr.write(`framework: ${message}\n`);
    return false;
  }
}
