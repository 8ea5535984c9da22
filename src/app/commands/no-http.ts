import type { HttpPart } from "./http.ts";
import { leftOut } from "../calls/not-allowed.ts";

/** For an app in which no page may send requests. */
export const http: HttpPart = () => ({
  "http.request": leftOut("http.request"),
  "http.cancel": () => undefined,
});
