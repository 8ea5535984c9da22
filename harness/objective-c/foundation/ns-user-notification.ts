import { defineStandInClasses } from "../classes.ts";
import { NSObject, StrongList, Weak } from "../ns-object.ts";
import { tellIfAble } from "../tell.ts";
import { refuse } from "../violations.ts";
import { lasting } from "./ns-notification.ts";
import type { NSString } from "./ns-string.ts";
import { machine } from "./system.ts";

export class NSUserNotification extends NSObject {
  title = "";
  text = "";
  sound: string | null = null;
  /** True if the user sees it, although the app is in front. */
  isPresented = false;

  "-setTitle:"(title: NSString | null): void {
    this.title = title?.text ?? "";
  }

  "-setInformativeText:"(text: NSString | null): void {
    this.text = text?.text ?? "";
  }

  "-setSoundName:"(name: NSString | null): void {
    this.sound = name?.text ?? null;
  }
}

export class NSUserNotificationCenter extends NSObject {
  readonly delivered = new StrongList<NSUserNotification>(this);
  readonly ofDelegate = new Weak<NSObject>();

  static "+defaultUserNotificationCenter"(): NSUserNotificationCenter {
    if (machine.bundleIdentifier === null)
      refuse("A program that is in no bundle has no center of notifications");
    return theNotifications();
  }

  "-setDelegate:"(delegate: NSObject | null): void {
    this.ofDelegate.value = delegate;
  }

  "-deliverNotification:"(notification: NSUserNotification): void {
    this.delivered.add(notification);
    notification.isPresented =
      tellIfAble(
        this.ofDelegate.value,
        "userNotificationCenter:shouldPresentNotification:",
        this,
        notification,
      ) === true;
  }
}

export const theNotifications = lasting(() => new NSUserNotificationCenter());

defineStandInClasses({ NSUserNotification, NSUserNotificationCenter });
