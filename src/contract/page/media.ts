// Between the page script for video and audio and the app: how it asks for an address that the engine plays from.

/** Behind the address of an asset: answer with the file when it is small, and with another address when it is not. */
export const mediaQuery = "?media";

/** The type of an answer that is such an address, as text. */
export const mediaAddressType = "application/vnd.framework.media-address";
