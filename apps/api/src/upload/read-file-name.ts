import { invalid } from '@app/common';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the name of an uploaded file (contract: Upload): only its last path segment, which is never used as a path.
 *
 * @param header the header `File-Name` as Node.js provides it, one character per byte
 * @param partName the name in the multipart part
 * @throws AppError `bad_request` if neither gives a name
 */
export function readFileName(header: string | undefined, partName: string | undefined): string {
  const name = lastSegment(header ? decodeHeader(header) : '') || lastSegment(partName ?? '');
  if (!name)
    throw invalid(
      'File-Name',
      'is missing: send the name of the file in this header, or a multipart part with a name',
    );
  return name;
}

/** Decodes percent-encoding if the result is valid UTF-8, else the bytes as UTF-8, else leaves the header unchanged. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return asUtf8(percentDecode(bytes)) ?? asUtf8(bytes) ?? header;
}

/** WHATWG URL, percent-decode: a percent sign without two hexadecimal digits is literal. */
function percentDecode(bytes: Buffer): Buffer {
  const decoded = bytes
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined; // Not UTF-8: the caller tries the next decoding.
  }
}

const lastSegment = (name: string): string => name.split(/[/\\]/).at(-1)!.trim();
