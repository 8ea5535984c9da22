import { Variant, type MessageBus } from "dbus-native";
import { connectSessionBus, ownName, sendSignal } from "./bus.ts";
import { portalName, portalPath } from "./portal.ts";
import type { Session } from "./session.ts";

// The part of a desktop portal that reports settings, simulated by the test. Source:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

const contract = "org.freedesktop.portal.Settings";
const namespace = "org.freedesktop.appearance";
const key = "color-scheme";
const numbers = { none: 0, dark: 1, light: 2 } as const;

export type Preference = keyof typeof numbers;

export class MockSettingsPortal implements AsyncDisposable {
  private readonly bus: MessageBus;
  private preference: Preference;

  constructor(bus: MessageBus, preference: Preference) {
    this.bus = bus;
    this.preference = preference;
  }

  async serve(): Promise<void> {
    const read = (askedNamespace: string, askedKey: string): Variant => {
      if (askedNamespace !== namespace || askedKey !== key)
        throw new Error("There is no such setting");
      return new Variant("v", this.value);
    };
    this.bus.exportInterface({ Read: read }, portalPath, {
      name: contract,
      methods: { Read: ["ss", "v", ["namespace", "key"], ["value"]] },
    });
    await ownName(this.bus, portalName);
  }

  /** Changes the setting, as the user does in the desktop's own settings. */
  prefer(preference: Preference): void {
    this.preference = preference;
    sendSignal(this.bus, {
      path: portalPath,
      interface: contract,
      member: "SettingChanged",
      signature: "ssv",
      body: [namespace, key, this.value],
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }

  private get value(): Variant {
    return new Variant("u", numbers[this.preference]);
  }
}

export async function startMockSettingsPortal(
  session: Session,
  preference: Preference,
): Promise<MockSettingsPortal> {
  const portal = new MockSettingsPortal(await connectSessionBus(session), preference);
  await portal.serve();
  return portal;
}
