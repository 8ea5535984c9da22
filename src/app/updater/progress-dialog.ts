import { settleChoice } from "../commands/choice.ts";
import type { UpdateProgress } from "../../contract/commands/updater.ts";
import type { Services } from "../services.ts";

/** The shortest work that needs a dialog, in milliseconds. For less, it would only flash. */
const unseen = 500;

const choice = settleChoice({ buttons: ["Hide"], cancelButton: 0 });

/** Dialog numbers count down from 0: those of pages and of the app's own code count up from 1. */
let lastDialog = 0;

/**
 * Shows a progress dialog while `run` downloads an update, unless the download is short. If the
 * user hides the dialog, the update continues.
 */
export async function withProgress<Result>(
  { events, name, ui, windows }: Services,
  run: () => Promise<Result>,
): Promise<Result> {
  const id = --lastDialog;
  let isShown = false;
  let received = 0;
  let shownPercent = 0;
  const move = (whole: number): void => {
    const percent = Math.min(Math.floor((received / whole) * 100), 100);
    if (!isShown || percent === shownPercent) return;
    shownPercent = percent;
    ui.tell("dialog.progress", { id, done: percent / 100 });
  };
  const forget = events.listen<UpdateProgress>(
    "framework://update-download-progress",
    ({ payload: { chunkLength, contentLength } }) => {
      received += chunkLength;
      if (contentLength !== null) move(contentLength);
    },
  );
  const timer = setTimeout(() => {
    const [window] = windows.labels;
    if (window === undefined) return;
    isShown = true;
    const shown = ui.call("dialog.choose", {
      ...choice,
      id,
      window,
      title: `Updating ${name}`,
      text: `Downloading the new version of ${name}`,
      detail: null,
      kind: "info",
      hasProgress: true,
    });
    const hide = (): void => void (isShown = false);
    void shown.then(hide, hide);
  }, unseen);
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    forget();
    if (isShown) ui.tell("dialog.dismiss", { id });
  }
}
