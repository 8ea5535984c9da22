import { plainError } from "../../../contract/errors.ts";
import { openAppDialogs } from "../../public-api/app-dialogs.ts";
import { relaunch } from "../../commands/process.ts";
import type { UpdateManifest, UpdateResult } from "../../../contract/commands/updater.ts";
import type { Services } from "../../services.ts";
import type { FirstStart } from "../state/first-start.ts";
import { withProgress } from "../progress-dialog.ts";
import type { Updater } from "../updater.ts";

/** The services that this module uses. */
type UpdateServices = Services & { readonly updater: Updater };

/** The actions that the updater takes by itself after the app has started. */
export function beginUpdates(services: UpdateServices, firstStart: FirstStart | null): void {
  const { config, documents, events, updater, windows } = services;
  const succeeded = () => firstStart?.succeeded();
  if (windows.labels.length === 0) void succeeded();
  else void documents.firstOpened.then(succeeded);

  const { active, dialog } = config.framework.updater;
  if (!active) return;
  // A failure is an event, because there is no caller here.
  const quietly = (step: Promise<unknown>) => void step.catch(() => {});
  let offering: Promise<void> | null = null;
  const offer = (caller: Caller) =>
    quietly((offering ??= offerUpdate(services, caller).finally(() => (offering = null))));
  const problem = firstStart?.problem ?? null;
  if (problem !== null)
    void documents.firstOpened.then(() => quietly(tellProblem(services, problem)));
  events.listen("framework://update", ({ windowLabel }) => {
    if (dialog) offer(windowLabel === null ? "app" : "page");
    else quietly(updater.check());
  });
  events.listen("framework://update-install", () => quietly(installForPage(services)));
  if (dialog && canInstall(services)) offer("start");
}

/**
 * Installs an update because a page wants it. With the built-in dialog this needs the user's
 * consent, and a refusal stays in force.
 * @throws FrameworkError
 */
export async function installForPage(services: UpdateServices): Promise<void> {
  const { config, updater } = services;
  if (!config.framework.updater.dialog) return await updater.install();
  await updater.install(async (manifest) => {
    if (updater.consent.isRefused(manifest.version) || updater.isSkipped(manifest.version))
      return false;
    return await askToInstall(services, manifest);
  });
}

/**
 * The caller that wants the user to be asked. After a refusal, or for a skipped version, the app's
 * own code may ask again, for example from a menu item. A page and a start may not.
 */
type Caller = "app" | "page" | "start";

function canInstall({ updater }: UpdateServices): boolean {
  try {
    updater.installation();
    return true;
  } catch {
    return false;
  }
}

/** Looks for an update, and asks the user whether to install it and when to start it. */
async function offerUpdate(services: UpdateServices, caller: Caller): Promise<void> {
  const { name, updater } = services;
  const { manifest } = await checkSeen(services);
  if (manifest === undefined || !canInstall(services)) return;
  const { version } = manifest;
  const dialogs = openAppDialogs(services);
  if (!updater.isInPlace(version)) {
    if (caller === "page" && updater.consent.isRefused(version)) return;
    if (caller !== "app" && updater.isSkipped(version)) return;
    if (!(await askToInstall(services, manifest))) return;
    try {
      // A later check may have found another version in the meantime, which the user did not agree
      // to.
      await withProgress(services, () =>
        updater.install((found) => Promise.resolve(found.version === version)),
      );
    } catch (error) {
      return await showProblem(services, plainError(error).message);
    }
  }
  // An installer is at work, and the app is about to end.
  if (updater.installation().kind === "left") return;
  const question = `${name} ${version} is installed. Restart ${name} now to use it?`;
  if (await dialogs.ask(question, { title: "Ready to restart" })) await relaunch(services);
}

/**
 * Looks for an update. An attacker who hides newer versions from the user must not stay unnoticed.
 * That is the reason why signatures end.
 */
async function checkSeen(services: UpdateServices): Promise<UpdateResult> {
  const { config, name, updater } = services;
  try {
    return await updater.check();
  } catch (error) {
    const { code, message } = plainError(error);
    // Pages may not exist yet to get the event, and a server that is set up wrong would look like
    // one with nothing newer.
    process.stderr.write(`framework: cannot look for a newer version: ${message}\n`);
    if (config.framework.updater.validDays !== null && code === "bad-update") {
      const title = `${name} cannot tell whether it is the newest version`;
      await openAppDialogs(services).message(message, { title, type: "warning" });
    }
    throw error;
  }
}

/** Reports work that an installer left undone while the app did not run. */
async function tellProblem(services: UpdateServices, problem: string): Promise<void> {
  const { config, updater } = services;
  updater.tellProblem(problem);
  if (config.framework.updater.dialog) await showProblem(services, problem);
}

async function showProblem(services: UpdateServices, problem: string): Promise<void> {
  await openAppDialogs(services).message(problem, {
    title: "The update was not installed",
    type: "error",
  });
}

const longestNotes = 2000;

/** The buttons in the order that `choose` expects: Escape means the second one. */
const answers = ["Install", "Later", "Skip This Version"] as const;
type Answer = (typeof answers)[number];

/** Asks the user, and remembers a version that is to be skipped. */
function askToInstall(services: UpdateServices, manifest: UpdateManifest): Promise<boolean> {
  const { updater } = services;
  const { version } = manifest;
  return updater.consent.ask(version, async () => {
    const answer = await answerOf(services, manifest);
    if (answer === "Skip This Version") updater.skip(version);
    return answer === "Install";
  });
}

async function answerOf(
  services: UpdateServices,
  { version, body }: UpdateManifest,
): Promise<Answer> {
  const { config, name, updater } = services;
  const notes = body.length > longestNotes ? `${body.slice(0, longestNotes)}…` : body;
  const ends = updater.installation().kind === "left" ? ` Installing it closes ${name}.` : "";
  const text = `${name} ${version} is available. You have ${config.package.version}.${ends}`;
  const title = `A new version of ${name} is available`;
  const dialogs = openAppDialogs(services);
  try {
    const { button } = await dialogs.choose(text, {
      title,
      buttons: answers,
      cancelButton: answers.indexOf("Later"),
      ...(notes !== "" && { detail: notes }),
    });
    return answers[button] ?? "Later";
  } catch (error) {
    // Windows has no such dialog for programs without its manifest.
    if (plainError(error).code !== "unavailable") throw error;
    const question = `${text}\n\nInstall it now?${notes === "" ? "" : `\n\n${notes}`}`;
    return (await dialogs.ask(question, { title })) ? "Install" : "Later";
  }
}
