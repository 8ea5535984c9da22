import { countWords } from "example-words";
import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";

const field = document.querySelector("textarea")!;
const status = document.querySelector("[role=status]")!;

field.addEventListener("input", () => {
  status.textContent = `${countWords(field.value)} words`;
});

async function countFile(): Promise<void> {
  const file = await invoke<typeof app>("countFile");
  if (file !== null) status.textContent = `${file.words} words in ${file.name}`;
}
document.querySelector("button")!.addEventListener("click", () => void countFile());
