import { Store } from "framework-plugin-store/api";

export interface Settings {
  readonly color: string;
  readonly showsSeconds: boolean;
}

const store = new Store("settings.json");

/** Calls back with the settings, now and after each change in any window. */
export async function followSettings(show: (settings: Settings) => void): Promise<void> {
  const read = async (): Promise<void> =>
    show({
      color: (await store.get<string>("color")) ?? "#4f46e5",
      showsSeconds: (await store.get<boolean>("showsSeconds")) ?? true,
    });
  await store.onChange(() => void read());
  await read();
}

export async function change<Key extends keyof Settings>(
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await store.set(key, value);
}
