import { operateAll } from '../../../bridge/operate/several.ts';
import { ID_FIELDS } from '../../../operations/lists.ts';
import { choiceOf, OPERATIONS, type Operation, type OperationName, verbOf } from '../../../operations/operations.ts';
import { EXIT_CODES, UsageError } from '../../command.ts';
import type { Flag } from '../../flags.ts';
import { fit, plural } from '../print/layout.ts';
import { type Action, type Call, WORD_OF } from './action.ts';
import { flagsOf, helpOf, valuesOf } from './fields.ts';

export const BY: Flag = {
  name: 'by',
  value: '<name>',
  text: 'who does it, for the history; default: the user of the system',
};
export const YES: Flag = { name: 'yes', text: 'do it; without it, only print what would be done' };

export interface OperationParts {
  /** The row that an argument means, such as the latest definition of a process. Default: the argument is its id. */
  readonly find?: (call: Call, given: string) => Promise<string>;
  /** What would be lost, before `--yes`; undefined: there is nothing to lose, and the operation says why. */
  readonly preview?: (call: Call, id: string) => Promise<readonly string[] | undefined>;
  /** Beside the outcome. */
  readonly note?: string;
}

/** An operation on one row, or on all that the options choose, after their number. */
export function operationAction(name: OperationName, { find, preview, note }: OperationParts = {}): Action {
  const { on, text, done, options, several, mayBeAll, destroys, inStep }: Operation = OPERATIONS[name];
  const [word, id] = [WORD_OF[on], `<${ID_FIELDS[on]}>`];
  const { state, ...narrowing } = choiceOf(name);
  const choosing = `--all or options of ${on} list`;
  const outcome = inStep ? 'requested: a running service does it within about a second, or the next that starts' : done;

  async function operateOne(call: Call, given: string): Promise<number | undefined> {
    const id = given === '' || find === undefined ? given : await find(call, given);
    const all = { ...valuesOf(call, options), by: call.by };
    if (destroys) {
      const lost = preview === undefined ? [`${word} ${id}`] : await preview(call, id);
      const refused = lost === undefined ? undefined : refuseWithoutYes(call, lost.join('\n'));
      if (refused !== undefined) return refused;
    }
    const result = await call.run(name, id, all);
    const count = mayBeAll ? Number(result) : 1;
    const subject = mayBeAll ? plural(count, word) : `${word.charAt(0).toUpperCase()}${word.slice(1)} ${id}`;
    call.print({ isDone: true, ...(id !== '' && { id }), count }, [
      `${subject} ${outcome}.${note === undefined ? '' : ` ${note}`}`,
    ]);
    return undefined;
  }

  async function operateSeveral(call: Call, choice: Readonly<Record<string, unknown>>): Promise<number | undefined> {
    const chosen = { choice, options: { ...valuesOf(call, options), by: call.by } };
    const { count: found, left } = await operateAll(call, name, { ...chosen, dryRun: true });
    const others = left === 0 ? '' : ` ${left} more are in a state that does not allow it.`;
    const inState = choice.state ?? several?.state ?? several?.status ?? (several?.open ? 'open' : '');
    const preview = `${plural(found, `${inState} ${word}`.trim())}.${others}`;
    const refused = found === 0 ? undefined : refuseWithoutYes(call, preview, found);
    if (refused !== undefined) return refused;
    const { isDone, count, failed } = await operateAll(call, name, { ...chosen, dryRun: false });
    const reasons = failed.map(({ reason }) => reason);
    call.print({ isDone, count, failed: reasons }, [
      `${plural(count, word)} ${outcome}.`,
      ...reasons.map((each) => fit(each)),
    ]);
    return failed.length === 0 ? undefined : EXIT_CODES.failed;
  }

  return {
    name: verbOf(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    args: [several === undefined && !mayBeAll ? id : `[${id}]`],
    summary: helpOf(text),
    flags: [
      ...flagsOf(options),
      ...(several === undefined ? [] : [allFlag(on), ...(state === undefined ? [] : flagsOf({ state }))]),
      ...(several === undefined && !destroys ? [] : [YES]),
      BY,
    ],
    moreFlags: several === undefined ? [] : flagsOf(narrowing),
    access: 'operate',
    async run(call) {
      const [given] = call.args;
      if (several === undefined) return operateOne(call, given ?? '');
      const narrowed = valuesOf(call, narrowing);
      const isSeveral = call.has('all') || Object.keys(narrowed).length > 0;
      const inState = state === undefined ? {} : valuesOf(call, { state });
      if (isSeveral === (given !== undefined)) {
        const isStateAlone = !isSeveral && Object.keys(inState).length > 0;
        if (isStateAlone) throw new UsageError(`--state is for several: add ${choosing}.`);
        throw new UsageError(`Name one ${word}, or choose several with ${choosing}.`);
      }
      return given === undefined ? operateSeveral(call, { ...narrowed, ...inState }) : operateOne(call, given);
    },
  };
}

const allFlag = (on: string): Flag => ({
  name: 'all',
  text: `all that it can be done to; or choose several by the options of ${on} list`,
});

/**
 * Asks for `--yes` where it is not given: prints what would be done.
 * @returns the exit code if it must not be done
 */
function refuseWithoutYes(call: Call, what: string, count = 1): number | undefined {
  if (call.has('yes')) return undefined;
  call.print({ isDone: false, count }, [what, 'Nothing was changed: repeat the command with --yes to do it.']);
  return EXIT_CODES.failed;
}
