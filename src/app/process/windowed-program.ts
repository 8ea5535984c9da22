import { closeSync, openSync, readSync } from "node:fs";

const IMAGE_SUBSYSTEM_WINDOWS_GUI = 2;

/** Whether a file of Windows is a program with windows, and without a console, by its header. */
export function isWindowed(file: string): boolean {
  try {
    const opened = openSync(file, "r");
    try {
      const start = part(opened, 0, 64);
      if (start.toString("latin1", 0, 2) !== "MZ") return false;
      // Signature, machine and so on, and the field of the optional header, which has one place in
      // programs of 32 and 64 bits.
      const header = part(opened, start.readUInt32LE(60), 94);
      const isProgram = header.toString("latin1", 0, 4) === "PE\0\0";
      return isProgram && header.readUInt16LE(92) === IMAGE_SUBSYSTEM_WINDOWS_GUI;
    } finally {
      closeSync(opened);
    }
  } catch {
    // The start of the program has the reason.
    return false;
  }
}

function part(opened: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(opened, bytes, 0, length, at);
  return bytes;
}
