import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { readSetup } from '../../sandbox/setup/read-options.ts';
import type { SandboxSetup } from '../../sandbox/setup/sandbox-setup.ts';

/**
 * Reads a setup file.
 * @throws {InputError} `ERR_CONFIG_INVALID`: it cannot be read, is no JSON, or holds what a setup does not take
 */
export async function readSetupFile(path: string): Promise<SandboxSetup> {
  return readSetup(parse(await read(path), path), path);
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    const message = `the setup file ${path} cannot be read${code}: --print-setup prints one to start from`;
    throw new InputError('ERR_CONFIG_INVALID', message, { cause: error });
  }
}

/** Where a secret stands near the fault, the parser's own message would show it. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line = position === undefined ? '' : `, line ${text.slice(0, Number(position)).split('\n').length}`;
    throw new InputError('ERR_CONFIG_INVALID', `the setup file ${path} is no JSON${line}`);
  }
}
