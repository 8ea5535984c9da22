import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";
import type { Task } from "../src-framework/task-list.ts";

const form = document.querySelector("form")!;
const field = document.querySelector("input")!;
const list = document.querySelector("ul")!;
const status = document.querySelector("[role=status]")!;

function item({ id, text, isDone }: Task): HTMLElement {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = isDone === 1;
  box.addEventListener("change", async () =>
    show(await invoke<typeof app>("mark", { id, isDone: box.checked })),
  );
  const label = document.createElement("label");
  label.append(box, text);
  const row = document.createElement("li");
  row.append(label);
  return row;
}

function show(tasks: readonly Task[]): void {
  list.replaceChildren(...tasks.map(item));
  const left = tasks.filter(({ isDone }) => isDone === 0).length;
  status.textContent = `${left} of ${tasks.length} to do`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  show(await invoke<typeof app>("add", { text: field.value }));
  form.reset();
});
document.querySelector("#clear")!.addEventListener("click", async () => {
  show(await invoke<typeof app>("clear"));
});

show(await invoke<typeof app>("list"));
