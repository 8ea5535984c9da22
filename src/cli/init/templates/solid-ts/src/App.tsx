import { createSignal } from "solid-js";
import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";
import icon from "./icon.svg";

export function App() {
  const [answer, setAnswer] = createSignal("");

  async function greet(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    setAnswer(await invoke<typeof app>("greet", { name }));
  }

  return (
    <main>
      <img src={icon} alt="" width="96" height="96" />
      <h1>%title%</h1>
      <p>
        Edit <code>src/App.tsx</code>, and the window follows.
      </p>
      <form onSubmit={greet}>
        <input
          name="name"
          aria-label="Your name"
          placeholder="Your name"
          autocomplete="off"
          required
        />
        <button>Greet</button>
      </form>
      <p role="status">{answer()}</p>
    </main>
  );
}
