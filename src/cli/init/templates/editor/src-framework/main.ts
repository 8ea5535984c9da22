import { defineApp } from "framework/app";

/** The page does all the work. Code that needs the rights of the user goes here. */
export default defineApp({});
