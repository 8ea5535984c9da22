import type { ResolvedConfig } from "../../config/index.ts";
import type { UpdateResult } from "../../contract/commands/updater.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { Host } from "../process/host.ts";
import type { Launch } from "../process/launch.ts";
import type { ServiceBasis, Services } from "../services.ts";
import { FirstStart } from "./state/first-start.ts";
import type { InstalledApp } from "./install/installation.ts";
import { beginUpdates, installForPage } from "./check/offer.ts";
import { StateFile } from "./state/state.ts";
import { Updater } from "./updater.ts";

/** Newer versions of the app, for its own code and for its pages. */
export interface Updates {
  /** @throws FrameworkError */
  check(): Promise<UpdateResult>;
  /** @throws FrameworkError */
  install(): Promise<void>;
  /**
   * Installs because a page wants it. With the built-in dialog this needs the user's consent, and a
   * refusal stays in force.
   * @throws FrameworkError
   */
  installForPage(services: Services): Promise<void>;
  /** The automatic actions after the app has started. */
  begin(services: Services, firstStart: FirstStart | null): void;
}

export interface UpdatesPart {
  /** `null`: this kind of app cannot be updated. */
  firstStart(appSpec: AppSpec<ResolvedConfig>, launch: Launch, host: Host): FirstStart | null;
  open(app: InstalledApp & Pick<ServiceBasis, "events" | "exit">): Updates;
}

export const updates: UpdatesPart = {
  firstStart: (appSpec, launch, host) => FirstStart.of(appSpec, launch, host),
  open(app) {
    const updater = new Updater({ ...app, state: StateFile.of(app.launch, app.folders) });
    return {
      check: () => updater.check(),
      install: () => updater.install(),
      installForPage: (services) => installForPage({ ...services, updater }),
      begin: (services, firstStart) => beginUpdates({ ...services, updater }, firstStart),
    };
  },
};
