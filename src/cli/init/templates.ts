import { packageName } from "../project/package-name.ts";

/** The app's own commands in a new project. */
export const mainModule = `import { defineApp } from "${packageName}/app";

export default defineApp({
  commands: {
    greet: ({ name }: { name: string }) => \`Hello, \${name}!\`,
  },
});
`;

export const gitignore = "/target/\n";

/** The first tests of a project, which `framework test` runs. */
export const starterTests: ReadonlyMap<string, string> = new Map([
  [
    "greet.test.ts",
    `import { expect, test } from "bun:test";
import app from "../src-framework/main.ts";

test("the greeting holds the name", () => {
  expect(app.commands.greet({ name: "Ada" })).toBe("Hello, Ada!");
});
`,
  ],
  [
    "app.test.ts",
    `import { expect, test } from "bun:test";
import { launch } from "${packageName}/testing";
import type app from "../src-framework/main.ts";

// Without windows. With mode: "desktop" the app shows them, and running.window() is a page of
// Playwright.
test("the app greets", async () => {
  await using running = await launch<typeof app>({ mode: "memory" });
  expect(await running.invoke("greet", { name: "Ada" })).toBe("Hello, Ada!");
});
`,
  ],
]);

/** The pages of a project that has none: they run as they are, without any tool. */
export function starterPages(title: string): ReadonlyMap<string, string> {
  return new Map([
    ["index.html", starterPage(title)],
    ["main.js", starterScript],
    ["styles.css", starterStyles],
  ]);
}

function starterPage(title: string): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${text}</title>
    <link rel="stylesheet" href="styles.css" />
    <script type="module" src="main.js"></script>
  </head>
  <body>
    <main>
      <h1>${text}</h1>
      <form id="greeting">
        <label for="name">Your name</label>
        <input id="name" autocomplete="off" required />
        <button>Greet</button>
      </form>
      <p role="status" id="answer"></p>
    </main>
  </body>
</html>
`;
}

const starterScript = `const { invoke } = window.__FRAMEWORK__;

const form = document.querySelector("#greeting");
const name = document.querySelector("#name");
const answer = document.querySelector("#answer");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  // "greet" is a command of src-framework/main.ts.
  answer.textContent = await invoke("greet", { name: name.value });
});
`;

const starterStyles = `:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
}

body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  place-items: center;
}

main {
  text-align: center;
}

form {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
}

input,
button {
  padding: 0.4rem 0.8rem;
  font: inherit;
}
`;

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character);
}
