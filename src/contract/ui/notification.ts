export interface NotificationRequest {
  readonly title: string;
  readonly body: string;
  /** A name from the icon theme, or a whole path; `null`: the app's own icon. */
  readonly icon: string | null;
  /** `"default"`, or a name from the sound theme; `null`: the desktop's habit. */
  readonly sound: string | null;
}

export interface NotificationCalls {
  /**
   * Settles when the desktop has taken it; fails with `unavailable` when nobody shows
   * notifications.
   */
  "notification.show": (request: NotificationRequest) => void;
}
