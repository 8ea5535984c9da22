import { library } from "../library.ts";

export const advapi32 = library("advapi32.dll", {
  // (key, subkey, value, permitted types, type, data, its size) → error
  RegGetValueW: "lnnunnn>i",
  // (object, parts of the descriptor, buffer, its size, out: the required size)
  GetKernelObjectSecurity: "lupup>b",
  // (object, parts of the descriptor, a descriptor)
  SetKernelObjectSecurity: "lup>b",
  // (name, kind of object, parts, owner, group, DACL, SACL, out descriptor) → error
  GetNamedSecurityInfoW: "puunnnnp>u",
  // (descriptor, revision, parts, out text, out its length)
  ConvertSecurityDescriptorToStringSecurityDescriptorW: "puupn>b",
});
