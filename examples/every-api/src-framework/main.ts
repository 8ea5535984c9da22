import { defineApp } from "framework/app";

/** What the page "invoke" calls. */
export default defineApp({
  commands: {
    greet: ({ name }: { name: string }) => `Hello, ${name}!`,
  },
});
