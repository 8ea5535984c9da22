import { lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { OpenPlace } from "../open/open-handle.ts";

interface PathPlaceOptions {
  /** Default: that of Node.js. */
  readonly removeTree?: () => Promise<void>;
  readonly close?: () => void;
}

/** A place by a path that leads to it while the place is open. */
export class PathPlace implements OpenPlace {
  readonly #path: string;
  readonly #removeTree: () => Promise<void>;
  readonly #close: () => void;

  constructor(path: string, { removeTree, close = () => {} }: PathPlaceOptions = {}) {
    this.#path = path;
    this.#removeTree = removeTree ?? (() => rm(path, { recursive: true }));
    this.#close = close;
  }

  isFolder(): boolean {
    return lstatSync(this.#path).isDirectory();
  }

  makeFolder(): void {
    mkdirSync(this.#path);
  }

  removeFile(): void {
    unlinkSync(this.#path);
  }

  removeFolder(): void {
    rmdirSync(this.#path);
  }

  async removeTree(): Promise<void> {
    await this.#removeTree();
  }

  renameTo(place: this): void {
    renameSync(this.#path, place.#path);
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
