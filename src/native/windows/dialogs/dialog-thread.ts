import { receiveMessageOnPort } from "node:worker_threads";
import { plainError } from "../../../contract/errors.ts";
import { reportUncaughtTo } from "../../guard.ts";
import { untilWritable, wakeBy } from "../../wake.ts";
import { closeApartment, openApartment } from "../com/apartment.ts";
import { MSG, user32 } from "../lib/user32.ts";
import { showChoice } from "./choice-dialog.ts";
import { Closing } from "./closing.ts";
import type { DialogTask, DialogThreadData, Outcome } from "./dialog-task.ts";
import { chooseFiles } from "./file-chooser.ts";
import { showMessageBox } from "./task-dialog.ts";

/** The next dialog to show; `null`: the thread ends. */
function nextTask(port: MessagePort): DialogTask | null {
  const message = MSG.make();
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return received.message as DialogTask | null;
    // Not Bun's loop: windows that dialogs leave on their thread need its messages, and a broadcast
    // waits for each thread.
    if (user32.GetMessageW(message.bytes, 0, 0, 0) <= 0) return null;
    user32.TranslateMessage(message.bytes);
    user32.DispatchMessageW(message.bytes);
  }
}

function show(task: DialogTask, closing: Closing): unknown {
  // An error in a callback cannot reach the call that caused it: it ends the dialog instead.
  const thrown: unknown[] = [];
  reportUncaughtTo((error) => {
    thrown.push(error);
    closing.close();
  });
  if (closing.isClosed) return null;
  try {
    const answer = answerTo(task, closing);
    if (thrown.length > 0) throw thrown[0];
    return closing.isClosed ? null : answer;
  } catch (error) {
    // A closed window closes its dialog, too, whose call fails.
    if (closing.isClosed && thrown.length === 0) return null;
    throw error;
  }
}

function answerTo(task: DialogTask, closing: Closing): unknown {
  switch (task.kind) {
    case "message":
      return showMessageBox({ ...task.request, owner: task.owner }, closing);
    case "choice":
      return showChoice(task.owner, task.request, closing);
    case "file":
      return chooseFiles(task.owner, task.request, closing);
  }
}

function outcomeOf(task: DialogTask, closing: Closing): Outcome {
  try {
    return { answer: show(task, closing) };
  } catch (error) {
    return { error: plainError(error) };
  } finally {
    closing.rest();
  }
}

/**
 * The work of a dialog thread: it shows the dialogs that it receives, one after the other, until it
 * gets the message to end.
 */
export function runDialogThread({ port, waker, shared }: DialogThreadData): void {
  using closing = new Closing(shared);
  const wake = wakeBy(waker);
  openApartment();
  for (let task = nextTask(port); task !== null; task = nextTask(port)) {
    port.postMessage(outcomeOf(task, closing));
    // There is no later message that would wake it again.
    while (!wake()) Bun.sleepSync(untilWritable);
  }
  closeApartment();
  port.close();
}
