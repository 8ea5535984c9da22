import { text } from "../../../dialogs/page/form.ts";
import { fetch, ResponseType } from "framework/api/http";
import type { Module } from "../module.ts";

export const httpModule: Module = {
  name: "http",
  about: "Requests that the app makes, to the addresses in framework.allowlist.http.scope.",
  cards: [
    {
      name: "fetch",
      about: "The status of an answer, and how it begins",
      controls: [text("url", "Address", "https://example.org/")],
      run: async ({ url = "" }) => {
        const { status, data } = await fetch<string>(String(url), {
          responseType: ResponseType.Text,
        });
        return { status, data: data.slice(0, 60) };
      },
    },
  ],
};
