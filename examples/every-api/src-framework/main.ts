import { defineApp } from "framework/app";

/** The commands that the page "invoke" calls. */
export default defineApp({
  commands: {
    greet: ({ name }: { name: string }) => `Hello, ${name}!`,
  },
});
