import { defineApp } from "framework/app";

/** The app's own code: it runs outside of the page, with the rights of the user. */
export default defineApp({
  commands: {
    greet: ({ name }: { name: string }) => `Hello, ${name}!`,
  },
});
