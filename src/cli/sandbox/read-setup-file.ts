import { readSetup } from '../../sandbox/setup/sandbox-options.ts';
import type { SandboxSetup } from '../../sandbox/setup/sandbox-setup.ts';
import { readJsonFile } from './read-json-file.ts';

/**
 * Reads a setup file.
 * @throws {InputError} `ERR_CONFIG_INVALID`: it cannot be read, is not JSON, or is not a valid setup
 */
export async function readSetupFile(path: string): Promise<SandboxSetup> {
  return readSetup(await readJsonFile(path, 'setup', '--print-setup prints a template'), path);
}
