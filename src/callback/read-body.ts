import { InputError } from '../errors.ts';

/**
 * Reads a body of at most `maxBytes`; returns undefined as soon as a chunk exceeds the limit, without reading the rest.
 * Does not rely on content-length.
 * @throws {InputError} `ERR_INPUT_INVALID`: a body parser has read the body; mount the handler in front of body parsers
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  if (request.bodyUsed || request.body.locked) {
    throw new InputError('ERR_INPUT_INVALID', 'the body was already read; mount the handler in front of body parsers');
  }
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > maxBytes) return undefined;
      chunks.push(value);
    }
  } finally {
    // Not cancelled: with common adapters this would destroy the socket before the answer is sent.
    reader.releaseLock();
  }
}
