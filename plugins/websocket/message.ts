/** A message in the form of Tauri's plugin, whose bytes are numbers. */
export type Message = MessageKind<"Text", string> | BytesMessage<number[]> | CloseMessage;

type BytesMessage<Bytes> =
  MessageKind<"Binary", Bytes> | MessageKind<"Ping", Bytes> | MessageKind<"Pong", Bytes>;

type CloseMessage = MessageKind<"Close", CloseFrame | null>;

export interface MessageKind<Type extends string, Data> {
  type: Type;
  data: Data;
}

export interface CloseFrame {
  code: number;
  reason: string;
}

/** A message in transit to the page: bytes as base64. */
export type SentMessage = MessageKind<"Text" | "Binary" | "Ping" | "Pong", string> | CloseMessage;
