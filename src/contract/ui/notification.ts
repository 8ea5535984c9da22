export interface NotificationRequest {
  readonly title: string;
  readonly body: string;
  /** A name from the icon theme, or an absolute path; `null`: the app's own icon. */
  readonly icon: string | null;
  /** `"default"`, or a name from the sound theme; `null`: the desktop's default. */
  readonly sound: string | null;
}

export interface NotificationCalls {
  /**
   * Settles when the desktop has accepted it; fails with `unavailable` when the desktop has no
   * notification service.
   */
  "notification.show": (request: NotificationRequest) => void;
}
