import { run } from "./project.ts";

/** The filters of each block in an .xz file, in the words of xz: `--x86 --lzma2=…`. */
export function xzBlocks(path: string): string[] {
  return Array.from(
    run(["xz", "--list", "-vv", path]).matchAll(/--(?:x86|arm64|lzma2).*$/gm),
    ([way]) => way,
  );
}
