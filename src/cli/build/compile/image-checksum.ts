import { openForChange } from "../../../disk/write.ts";

/**
 * Takes the checksum out of an executable of Windows. Bun writes one, and what is changed behind it
 * makes it wrong; Windows asks for it of drivers alone, and linkers leave it out, too. A signature
 * brings a right one.
 *
 * @param executable what Bun has compiled for Windows
 */
export async function dropImageChecksum(executable: string): Promise<void> {
  await using file = await openForChange(executable);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0x3c);
  // "PE", the file header of 20 bytes, and in the optional header behind it CheckSum. Source:
  // Microsoft, "PE Format".
  await file.write(Buffer.alloc(4), 0, 4, buffer.readUInt32LE(0) + 24 + 64);
}
