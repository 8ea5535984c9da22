import { streamedBytes, type StreamedBody } from "./streamed-body.ts";

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly value: string | FormFile;
}

export interface FormFile {
  readonly fileName: string;
  readonly type: string;
  readonly content: StreamedBody;
}

/**
 * A form as a body of the type `multipart/form-data`, whose files are streamed while it is sent.
 * Source: HTML, "multipart form data", for names and line breaks.
 */
export function formBody(fields: readonly FormField[]): {
  readonly body: StreamedBody;
  readonly type: string;
} {
  const boundary = `----framework-${crypto.randomUUID()}`;
  const parts = [
    ...fields.flatMap(({ name, value }) =>
      typeof value === "string"
        ? [head(boundary, name, ""), text(lines(value)), text("\r\n")]
        : [head(boundary, name, fileHead(value)), value.content, text("\r\n")],
    ),
    text(`--${boundary}--\r\n`),
  ];
  const body: StreamedBody = {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    async *open() {
      for (const part of parts) yield* part.open();
    },
  };
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

function head(boundary: string, name: string, more: string): StreamedBody {
  return text(
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"${more}\r\n\r\n`,
  );
}

function fileHead({ fileName, type }: FormFile): string {
  return `; filename="${quoted(fileName)}"\r\nContent-Type: ${type}`;
}

function text(content: string): StreamedBody {
  return streamedBytes(new TextEncoder().encode(content));
}

function lines(content: string): string {
  return content.replace(/\r\n|\r|\n/g, "\r\n");
}

function quoted(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
