import { library } from "../library.ts";

export const advapi32 = library("advapi32.dll", {
  // (key, path below it, value, what it may be, type, data, its bytes) → error
  RegGetValueW: "lnnunnn>i",
  // (object, what of its descriptor, room, its size, out: the size needed)
  GetKernelObjectSecurity: "lupup>b",
  // (object, what of its descriptor, a descriptor)
  SetKernelObjectSecurity: "lup>b",
  // (name, kind of object, what is asked for, owner, group, DACL, SACL, out descriptor) → error
  GetNamedSecurityInfoW: "puunnnnp>u",
  // (descriptor, revision, what of it, out text, out its length)
  ConvertSecurityDescriptorToStringSecurityDescriptorW: "puupn>b",
});
