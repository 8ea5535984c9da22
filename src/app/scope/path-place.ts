import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import type { OpenPlace } from "./open-handle.ts";

interface PathPlaceOptions {
  /** Default: as Node.js removes one. */
  readonly removeTree?: () => void;
  readonly close?: () => void;
}

/** A place by a path that leads to it for as long as the place is open. */
export class PathPlace implements OpenPlace {
  readonly #path: string;
  readonly #removeTree: () => void;
  readonly #close: () => void;

  constructor(path: string, { removeTree, close = () => {} }: PathPlaceOptions = {}) {
    this.#path = path;
    this.#removeTree = removeTree ?? (() => rmSync(path, { recursive: true }));
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

  removeTree(): void {
    this.#removeTree();
  }

  renameTo(place: this): void {
    renameSync(this.#path, place.#path);
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
