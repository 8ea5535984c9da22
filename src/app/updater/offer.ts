import { plainError } from "../../contract/errors.ts";
import { openAppDialogs } from "../app-dialogs.ts";
import { relaunch } from "../commands/process.ts";
import type { Services } from "../services.ts";
import type { FirstStart } from "./first-start.ts";

/** What the updater does by itself, from when the app has started. */
export function beginUpdates(services: Services, firstStart: FirstStart | null): void {
  const { config, documents, events, updater, windows } = services;
  const succeeded = () => firstStart?.succeeded();
  if (windows.labels.length === 0) succeeded();
  else void documents.firstOpened.then(succeeded);

  const { active, dialog } = config.framework.updater;
  if (!active) return;
  // What goes wrong is told by an event; here is nobody to tell.
  const quietly = (step: Promise<unknown>) => void step.catch(() => {});
  let offering: Promise<void> | null = null;
  const offer = () => quietly((offering ??= offerUpdate(services).finally(() => (offering = null))));
  events.listen("framework://update", () => (dialog ? offer() : quietly(updater.check())));
  events.listen("framework://update-install", () => quietly(updater.install()));
  if (dialog && canInstall(services)) offer();
}

function canInstall({ updater }: Services): boolean {
  try {
    updater.installation();
    return true;
  } catch {
    return false;
  }
}

const longestNotes = 2000;

/** Looks for an update, and asks the user whether to install it and when to start it. */
async function offerUpdate(services: Services): Promise<void> {
  const { config, name, updater } = services;
  const { manifest } = await updater.check();
  if (manifest === undefined || !canInstall(services)) return;
  const { version, body } = manifest;
  const dialogs = openAppDialogs(services);
  if (!updater.isInPlace(version)) {
    const notes = body.length > longestNotes ? `${body.slice(0, longestNotes)}…` : body;
    const question = `${name} ${version} is available. You have ${config.package.version}.\n\nInstall it now?`;
    const isWanted = await dialogs.ask(notes === "" ? question : `${question}\n\n${notes}`, {
      title: `A new version of ${name} is available`,
    });
    if (!isWanted) return;
    try {
      await updater.install();
    } catch (error) {
      await dialogs.message(plainError(error).message, {
        title: "The update was not installed",
        type: "error",
      });
      return;
    }
  }
  const question = `${name} ${version} is installed. Restart ${name} now to use it?`;
  if (await dialogs.ask(question, { title: "Ready to restart" })) await relaunch(services);
}
