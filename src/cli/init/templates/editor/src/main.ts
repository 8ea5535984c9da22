import { message } from "framework/api/dialog";
import { appWindow } from "framework/api/window";
import { TextDocument } from "./document.ts";

const field = document.querySelector("textarea")!;
const file = new TextDocument();

async function show(): Promise<void> {
  if (field.value !== file.text) field.value = file.text;
  await appWindow.setTitle(`${file.isSaved ? "" : "• "}${file.name} – ${document.title}`);
}

field.addEventListener("input", () => {
  file.change(field.value);
  void show();
});

const actions: Readonly<Record<string, () => Promise<boolean>>> = {
  new: () => file.begin(),
  open: () => file.open(),
  save: () => file.save(),
  saveAs: () => file.save({ asAnother: true }),
};

await appWindow.onMenuClicked(async ({ payload: id }) => {
  try {
    await actions[id]?.();
  } catch (error) {
    await message(String(error), { type: "error" });
  }
  await show();
});

let isLeaving = false;

await appWindow.onCloseRequested(async (event) => {
  try {
    isLeaving = await file.mayLeave();
  } catch (error) {
    await message(String(error), { type: "error" });
  } finally {
    if (!isLeaving) event.preventDefault();
  }
});

// "Quit" ends the app without the handler above, and asks in this way.
addEventListener("beforeunload", (event) => {
  if (!isLeaving && !file.isSaved) event.preventDefault();
});

await show();
