import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";

const form = document.querySelector("form")!;
const answer = document.querySelector("[role=status]")!;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = String(new FormData(form).get("name"));
  answer.textContent = await invoke<typeof app>("greet", { name });
});
