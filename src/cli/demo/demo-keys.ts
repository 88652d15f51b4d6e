import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError } from '../../errors.ts';

const keysSchema = z.strictObject({
  /** Signs the addresses of buttons, at least 32 bytes. */
  signingSecret: z.string().min(32),
  /** Encrypts the parameters of pressed buttons: the key of AES-256-GCM, base64. */
  cipherKey: z.base64(),
  /** Of the business system; it stands in the addresses of open tasks. */
  port: z.int().min(1).max(65_535).optional(),
});
/** What tasks that are open need when the demo is started again. */
export type DemoKeys = z.output<typeof keysSchema>;

const createKeys = (): DemoKeys => ({
  signingSecret: randomBytes(32).toString('base64'),
  cipherKey: randomBytes(32).toString('base64'),
});

/**
 * Keys that were made for this start, or, with a file, those that were made when it was first used.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file holds something else
 */
export async function openDemoKeys(path: string | undefined): Promise<DemoKeys> {
  if (path === undefined) return createKeys();
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return createKeys();
  const read = keysSchema.safeParse(parse(text));
  if (read.success) return read.data;
  throw new InputError('ERR_CONFIG_INVALID', `${path} does not hold the keys of a demo: give --data another file`);
}

/** Keeps them for the next start. Nobody else on this machine may read them. */
export async function keepDemoKeys(path: string | undefined, keys: DemoKeys): Promise<void> {
  if (path !== undefined) await writeFile(path, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
