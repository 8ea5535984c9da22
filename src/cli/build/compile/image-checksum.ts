import { openForChange } from "../../../disk/write.ts";

/**
 * Removes the checksum from a Windows executable. Bun writes one, and changes behind it make it
 * wrong. Windows checks it only for drivers, and linkers leave it out, too. A signature adds a
 * correct one.
 *
 * @param executable an executable that Bun has compiled for Windows
 */
export async function dropImageChecksum(executable: string): Promise<void> {
  await using file = await openForChange(executable);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0x3c);
  // "PE", the file header of 20 bytes, and in the optional header behind it CheckSum. Source:
  // Microsoft, "PE Format".
  await file.write(Buffer.alloc(4), 0, 4, buffer.readUInt32LE(0) + 24 + 64);
}
