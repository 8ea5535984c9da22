import { comInterface } from "../com/client.ts";

// Windows' decoder of pictures. Slots and ids are those of wincodec.h.

export const CLSID_WICImagingFactory = "cacaf262-9370-4615-a13b-9f5539da4c0a";
export const GUID_WICPixelFormat32bppBGRA = "6fddc324-4e03-4bfe-b185-3d77768dc90f";
export const GUID_WICPixelFormat32bppPBGRA = "6fddc324-4e03-4bfe-b185-3d77768dc910";

export const IWICImagingFactory = comInterface(
  "IWICImagingFactory",
  "ec5ec8a9-c395-4314-9c77-54d7a935ff70",
  {
    // (stream, vendor, when metadata is read, out decoder)
    CreateDecoderFromStream: "4:pnip>i",
    CreateFormatConverter: "10:p>i",
    CreateBitmapScaler: "11:p>i",
    CreateStream: "14:p>i",
  },
);

export const IWICStream = comInterface("IWICStream", "135ff860-22b7-4ddf-b0f6-218f4f299a43", {
  // (bytes, count); they must stay reachable.
  InitializeFromMemory: "16:pu>i",
});

export const IWICBitmapDecoder = comInterface(
  "IWICBitmapDecoder",
  "9edde9e7-8dee-47ea-99df-e6faf2ed44bf",
  {
    GetFrameCount: "12:p>i",
    GetFrame: "13:up>i",
  },
);

export const IWICBitmapSource = comInterface(
  "IWICBitmapSource",
  "00000120-a8f2-4877-ba0a-fd2b6645fb94",
  {
    // (out width, out height)
    GetSize: "3:pp>i",
    // (part or null, bytes per line, size, pixels)
    CopyPixels: "7:nuup>i",
  },
);

export const IWICBitmapScaler = comInterface(
  "IWICBitmapScaler",
  "00000302-a8f2-4877-ba0a-fd2b6645fb94",
  {
    // (source, width, height, mode)
    Initialize: "8:puui>i",
  },
);

export const IWICFormatConverter = comInterface(
  "IWICFormatConverter",
  "00000301-a8f2-4877-ba0a-fd2b6645fb94",
  {
    // (source, format, dither, palette, alpha threshold in percent, kind of palette)
    Initialize: "8:ppindi>i",
  },
);
