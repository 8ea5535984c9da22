import { change, followSettings } from "./settings.ts";

const color = document.querySelector<HTMLInputElement>("#color")!;
const seconds = document.querySelector<HTMLInputElement>("#seconds")!;

color.addEventListener("input", () => void change("color", color.value));
seconds.addEventListener("change", () => void change("showsSeconds", seconds.checked));

await followSettings((settings) => {
  color.value = settings.color;
  seconds.checked = settings.showsSeconds;
});
