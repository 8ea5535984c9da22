import { defineApp } from "framework/app";

/** The page does all of it; what needs the rights of the user goes here. */
export default defineApp({});
