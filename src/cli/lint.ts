import { stat } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { lintFiles } from '../model/index.ts';
import { type Command, EXIT_CODES } from './command.ts';
import { describeProblems } from './lint/describe-problems.ts';
import { LINT_HELP } from './lint/lint-help.ts';
import { readLintFlags } from './lint/read-lint-flags.ts';

/** Checks diagrams like a deployment; exit code 1 if one of them could not be deployed. */
export const lint: Command = {
  help: () => LINT_HELP,
  async run(args, { out }) {
    const { paths, isJson, options } = readLintFlags(args);
    for (const path of paths) await refuseMissing(path);
    const result = await lintFiles(paths.map(toPath), options);
    out(isJson ? JSON.stringify(result, undefined, 2) : describeProblems(result));
    return result.isDeployable ? EXIT_CODES.done : EXIT_CODES.failed;
  },
};

/** Arguments are always paths; the library would interpret a word without a dot as XML. */
async function refuseMissing(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `There is no file or folder ${path}` : `${path} cannot be read (${code})`;
    throw new InputError('ERR_INPUT_INVALID', `${reason}: check the path.`, { cause });
  }
}

/** A file name may begin with `<`, which the library would interpret as XML. */
function toPath(path: string): string {
  return path.trimStart().startsWith('<') ? `./${path}` : path;
}
