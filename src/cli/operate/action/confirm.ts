import { EXIT_CODES } from '../../command.ts';
import type { Call } from './action.ts';

/**
 * Asks for `--yes` where it is not given: prints what would be done.
 * @returns the exit code if it must not be done
 */
export function refuseWithoutYes(call: Call, what: string, count = 1): number | undefined {
  if (call.has('yes')) return undefined;
  call.print({ isDone: false, count }, [what, 'Nothing was changed: repeat the command with --yes to do it.']);
  return EXIT_CODES.failed;
}
