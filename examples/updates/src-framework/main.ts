import { defineApp } from "framework/app";

/** The page asks for updates, in its own way. */
export default defineApp({});
