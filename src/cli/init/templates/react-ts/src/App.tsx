import { useState } from "react";
import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";
import icon from "./icon.svg";

export function App() {
  const [answer, setAnswer] = useState("");

  async function greet(form: FormData) {
    setAnswer(await invoke<typeof app>("greet", { name: String(form.get("name")) }));
  }

  return (
    <main>
      <img src={icon} alt="" width="96" height="96" />
      <h1>%title%</h1>
      <p>
        Edit <code>src/App.tsx</code>, and the window follows.
      </p>
      <form action={greet}>
        <input
          name="name"
          aria-label="Your name"
          placeholder="Your name"
          autoComplete="off"
          required
        />
        <button>Greet</button>
      </form>
      <p role="status">{answer}</p>
    </main>
  );
}
