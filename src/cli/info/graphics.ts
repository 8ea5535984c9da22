import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { readText } from "../../disk/read.ts";
import type { AskProgram } from "./macos.ts";
import type { AskRegistry } from "./windows.ts";

// The graphics processors of a machine, as the system lists them. Nothing is opened or drawn.

/**
 * The makers that Linux drivers support most, by their numbers on the bus. Source: the PCI ID
 * repository.
 */
const makers: Readonly<Record<string, string>> = {
  "0x1002": "AMD",
  "0x10de": "NVIDIA",
  "0x1234": "QEMU",
  "0x15ad": "VMware",
  "0x1af4": "virtio",
  "0x1b36": "Red Hat QXL",
  "0x80ee": "VirtualBox",
  "0x8086": "Intel",
};

/** `Intel 0x9a49, driver i915`. A card that is on no PCI bus has only its driver. */
export function linuxGraphics(folder = "/sys/class/drm"): string[] {
  const cards = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^card\d+$/.test(name))
    : [];
  return cards.toSorted().map((card) => {
    const device = join(folder, card, "device");
    const number = (name: string): string | null =>
      existsSync(join(device, name)) ? readText(join(device, name)).trim() : null;
    const [vendor, model] = [number("vendor"), number("device")];
    const driver = existsSync(join(device, "driver"))
      ? basename(readlinkSync(join(device, "driver")))
      : "none";
    const name = vendor === null ? card : `${makers[vendor] ?? vendor} ${model ?? ""}`.trim();
    return `${name}, driver ${driver}`;
  });
}

/** The class of display adapters. Source: Microsoft, "System-Defined Device Setup Classes". */
const adapters =
  "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}";

/** `NVIDIA GeForce RTX 3060, driver 31.0.15.5222` */
export function windowsGraphics(ask: AskRegistry): string[] {
  return ["0000", "0001", "0002", "0003"].flatMap((number) => {
    const name = ask(`${adapters}\\${number}`, "DriverDesc");
    const version = ask(`${adapters}\\${number}`, "DriverVersion");
    return name === null || name === "" ? [] : [`${name}, driver ${version ?? "unknown"}`];
  });
}

/** `Apple M2` */
export function macGraphics(ask: AskProgram): string[] {
  const output = ask("/usr/sbin/system_profiler", ["SPDisplaysDataType", "-json"]);
  try {
    const { SPDisplaysDataType: cards } = JSON.parse(output ?? "{}") as {
      SPDisplaysDataType?: readonly Readonly<Record<string, string>>[];
    };
    return (cards ?? []).flatMap(({ sppci_model: model, _name: name }) => model ?? name ?? []);
  } catch {
    return [];
  }
}
