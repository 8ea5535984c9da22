import { followSettings } from "./settings.ts";

const clock = document.querySelector("time")!;
let showsSeconds = true;

function tick(): void {
  clock.textContent = new Date().toLocaleTimeString([], {
    timeStyle: showsSeconds ? "medium" : "short",
  });
}

await followSettings((settings) => {
  showsSeconds = settings.showsSeconds;
  clock.style.color = settings.color;
  tick();
});
setInterval(tick, 1000);
