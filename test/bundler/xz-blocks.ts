import { run } from "./project.ts";

/** How each block of an .xz file is packed, in the words of xz: `--x86 --lzma2=…`. */
export function xzBlocks(path: string): string[] {
  return Array.from(
    run(["xz", "--list", "-vv", path]).matchAll(/--(?:x86|arm64|lzma2).*$/gm),
    ([way]) => way,
  );
}
