import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { DEMO_LANGUAGES } from './company.ts';

const keysSchema = z.strictObject({
  /** Signs the addresses of buttons, at least 32 bytes. */
  signingSecret: z.string().min(32),
  /** Encrypts the parameters of pressed buttons: the key of AES-256-GCM, base64. */
  cipherKey: z.base64(),
  /** Port of the business system; the addresses of open tasks contain it. */
  port: z.int().min(1).max(65_535).optional(),
  /** What has been started speaks it; the names of its people and messages must stay in the same language. */
  language: z.enum(DEMO_LANGUAGES).optional(),
});
/** Values that the stored tasks need after a restart of the demo. */
export type DemoKeys = z.output<typeof keysSchema>;

const createKeys = (): DemoKeys => ({
  signingSecret: randomBytes(32).toString('base64'),
  cipherKey: randomBytes(32).toString('base64'),
});

/**
 * Reads the keys from a file, or generates new ones if there is no file.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file does not contain keys
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
  throw new InputError(
    'ERR_CONFIG_INVALID',
    `${path} does not contain the keys of a demo: use another file for --data`,
  );
}

/** Stores the keys for the next start, readable only by the current user. */
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
