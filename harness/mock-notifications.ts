import type { MessageBus } from "dbus-native";
import { connectSessionBus, ownName } from "./bus.ts";
import type { Session } from "./display.ts";
import { waitFor } from "./wait.ts";

// Whoever shows notifications on a desktop, played by the test.
// Source: https://specifications.freedesktop.org/notification-spec/

const name = "org.freedesktop.Notifications";

export interface ShownNotification {
  readonly app: string;
  readonly icon: string;
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
  readonly hints: Readonly<Record<string, unknown>>;
  readonly timeout: number;
}

export class MockNotifications implements AsyncDisposable {
  /** The capabilities that it announces. */
  capabilities: readonly string[] = ["body"];
  /** All it was asked to show, in order. */
  readonly shown: ShownNotification[] = [];
  private readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  /** Waits for the notification with this place in the order, counted from 0. */
  async notification(place: number): Promise<ShownNotification> {
    return waitFor(`notification ${place}`, () => this.shown[place], {
      state: () => `  so far: ${JSON.stringify(this.shown)}`,
    });
  }

  async serve(): Promise<void> {
    const notify = (
      app: string,
      _replaces: number,
      icon: string,
      title: string,
      body: string,
      actions: readonly string[],
      hints: Record<string, unknown>,
      timeout: number,
    ): number => this.shown.push({ app, icon, title, body, actions, hints, timeout });
    const names = [
      "app_name",
      "replaces_id",
      "app_icon",
      "summary",
      "body",
      "actions",
      "hints",
      "expire_timeout",
    ];
    this.bus.exportInterface(
      { GetCapabilities: () => this.capabilities, Notify: notify },
      "/org/freedesktop/Notifications",
      {
        name,
        methods: {
          GetCapabilities: ["", "as", [], ["capabilities"]],
          Notify: ["susssasa{sv}i", "u", names, ["id"]],
        },
      },
    );
    await ownName(this.bus, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }
}

export async function startMockNotifications(session: Session): Promise<MockNotifications> {
  const mock = new MockNotifications(await connectSessionBus(session));
  await mock.serve();
  return mock;
}
