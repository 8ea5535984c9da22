import { renameSync, rmSync, symlinkSync } from "node:fs";

// A thread that never stops replacing: the file `d/f` by a link to the outside and back, the folder
// `d/s` by a link to the outside and back. A rename is one step, so each name is always the one or
// the other.
declare const self: Worker;

self.onmessage = ({ data: { root, stop } }: MessageEvent<{ root: string; stop: Int32Array }>) => {
  const at = (path: string) => `${root}/${path}`;
  symlinkSync(at("outside/f"), at("link-f"));
  symlinkSync(at("outside"), at("link-s"));
  self.postMessage("swapping");
  while (Atomics.load(stop, 0) === 0) {
    renameSync(at("d/f"), at("kept-f"));
    renameSync(at("link-f"), at("d/f"));
    renameSync(at("d/f"), at("link-f"));
    renameSync(at("kept-f"), at("d/f"));

    renameSync(at("d/s"), at("kept-s"));
    renameSync(at("link-s"), at("d/s"));
    renameSync(at("d/s"), at("link-s"));
    renameSync(at("kept-s"), at("d/s"));

    // A place where a new file is wanted: nothing, and a link to the outside.
    try {
      symlinkSync(at("outside/made"), at("d/made"));
    } catch {
      // The file was made in this moment.
    }
    rmSync(at("d/made"), { force: true });
  }
  self.postMessage("stopped");
};
