import { text } from "../../../dialogs/page/form.ts";
import { isPermissionGranted, sendNotification } from "framework/api/notification";
import type { Module } from "../module.ts";

export const notificationModule: Module = {
  name: "notification",
  about: "Short messages that the desktop shows.",
  cards: [
    {
      name: "isPermissionGranted",
      about: "Whether the app may",
      controls: [],
      run: isPermissionGranted,
    },
    {
      name: "sendNotification",
      about: "Send one",
      controls: [text("title", "Title", "Backup"), text("body", "Text", "All files are safe")],
      run: ({ title = "", body = "" }) =>
        sendNotification({ title: String(title), body: String(body) }),
    },
  ],
};
