// A front end's test, as its author writes it: the same for each runner, which has `test` and `expect` as globals.

import { ask } from "../../dist/api/dialog.js";
import { listen } from "../../dist/api/event.js";
import { invoke } from "../../dist/api/framework.js";
import { clearMocks, mockDialogs, mockEvents, mockIPC, mockWindows } from "../../dist/api/mocks.js";

afterEach(() => clearMocks());

test("a button asks, calls a command, and shows what comes back", async () => {
  mockWindows("main");
  const shown = mockDialogs({ ask: true });
  mockIPC({ greet: ({ name }) => "Hello, " + String(name) + "!" });
  document.body.innerHTML = "<button>Greet</button><p></p>";
  const done = new Promise((resolve) => {
    document.querySelector("button").addEventListener("click", async () => {
      if (!(await ask("Greet Ada?"))) return;
      document.querySelector("p").textContent = await invoke("greet", { name: "Ada" });
      resolve();
    });
  });
  document.querySelector("button").click();
  await done;
  expect(document.querySelector("p").textContent).toBe("Hello, Ada!");
  expect(shown.map(({ shown: { message } }) => message)).toEqual(["Greet Ada?"]);
});

test("an event changes the page", async () => {
  const events = mockEvents();
  document.body.innerHTML = "<progress max=100></progress>";
  await listen("progress", ({ payload }) => (document.querySelector("progress").value = payload));
  events.emit("progress", 50);
  expect(document.querySelector("progress").value).toBe(50);
});
