import { createRequire } from "node:module";

// Not an `import`: the library's declarations include the DOM's for every room that imports them.
// These are the used parts. Source: the declarations of pe-library 2.0.

/** A resource of an executable: `type` and `id` are numbers of Windows or names. */
export interface ResourceEntry {
  readonly type: number | string;
  readonly id: number | string;
  readonly lang: number | string;
  readonly codepage: number;
  readonly bin: ArrayBuffer;
}

export interface PortableExecutable {
  readonly newHeader: {
    readonly optionalHeader: {
      /** 2: a program with windows; 3: a console program. */
      subsystem: number;
    };
  };
  generate(): ArrayBuffer;
}

export interface ExecutableResources {
  entries: ResourceEntry[];
  /**
   * @param allowShrink whether their section may become smaller than it was; by default it keeps
   * its size in the file
   */
  outputResource(executable: PortableExecutable, noGrow?: boolean, allowShrink?: boolean): void;
}

interface Library {
  readonly NtExecutable: {
    from(bytes: Uint8Array, options?: { readonly ignoreCert?: boolean }): PortableExecutable;
    createEmpty(is32Bit: boolean, isDll: boolean): PortableExecutable;
  };
  readonly NtExecutableResource: {
    from(executable: PortableExecutable, createIfNone?: boolean): ExecutableResources;
  };
}

const require = createRequire(import.meta.url);

export const { NtExecutable, NtExecutableResource } = require("pe-library") as Library;
