import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { readSetup } from '../../sandbox/setup/sandbox-options.ts';
import type { SandboxSetup } from '../../sandbox/setup/sandbox-setup.ts';

/**
 * Reads a JSON file of the user.
 * @param name kind of content for the message, such as `setup`
 * @param remedy what to do if it cannot be read
 * @throws {InputError} `ERR_CONFIG_INVALID`: it cannot be read, or is not JSON
 */
export async function readJsonFile(path: string, name: string, remedy: string): Promise<unknown> {
  return parse(await read(path, name, remedy), path, name);
}

async function read(path: string, name: string, remedy: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    const message = `the ${name} file ${path} cannot be read${code}: ${remedy}`;
    throw new InputError('ERR_CONFIG_INVALID', message, { cause: error });
  }
}

/** Omits the message of the parser, because it quotes the file, which may contain secrets. */
function parse(text: string, path: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line = position === undefined ? '' : `, line ${text.slice(0, Number(position)).split('\n').length}`;
    throw new InputError('ERR_CONFIG_INVALID', `the ${name} file ${path} is not JSON${line}`);
  }
}

/**
 * Reads a setup file.
 * @throws {InputError} `ERR_CONFIG_INVALID`: it cannot be read, is not JSON, or is not a valid setup
 */
export async function readSetupFile(path: string): Promise<SandboxSetup> {
  return readSetup(await readJsonFile(path, 'setup', '--print-setup prints a template'), path);
}
