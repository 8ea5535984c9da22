import { getVersion } from "framework/api/app";
import { listen } from "framework/api/event";
import { relaunch } from "framework/api/process";
import { checkUpdate, installUpdate, type UpdateProgress } from "framework/api/updater";

const status = document.querySelector<HTMLElement>("[role=status]")!;
const notes = document.querySelector<HTMLElement>("#notes")!;
const bar = document.querySelector("progress")!;
const check = document.querySelector<HTMLButtonElement>("#check")!;
const install = document.querySelector<HTMLButtonElement>("#install")!;

/** Runs what a button is for; an error is what the status says then. */
async function act(button: HTMLButtonElement, run: () => Promise<void>): Promise<void> {
  button.disabled = true;
  try {
    await run();
  } catch (error) {
    status.textContent = String(error);
  }
  button.disabled = false;
}

check.addEventListener(
  "click",
  () =>
    void act(check, async () => {
      status.textContent = "Looking for a newer version…";
      const { shouldUpdate, manifest } = await checkUpdate();
      status.textContent = shouldUpdate
        ? `Version ${manifest?.version} is there`
        : "This is the newest version";
      notes.textContent = manifest?.body ?? "";
      notes.hidden = install.hidden = !shouldUpdate;
    }),
);

install.addEventListener(
  "click",
  () =>
    void act(install, async () => {
      let received = 0;
      bar.hidden = false;
      const end = await listen<UpdateProgress>(
        "framework://update-download-progress",
        ({ payload: { chunkLength, contentLength } }) => {
          received += chunkLength;
          if (contentLength !== null) bar.value = received / contentLength;
        },
      );
      try {
        await installUpdate();
        await relaunch();
      } finally {
        end();
        bar.hidden = true;
      }
    }),
);

document.querySelector("#version")!.textContent = await getVersion();
