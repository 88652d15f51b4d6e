/**
 * The readings of a center that can change what a story sees. The bridge's reports are made without a look at the
 * center, so a switch matters where it changes a list, a transaction, or what becomes of a report:
 * - `noneKeepsPending`: who finds a task after `none`, and whether a late `end` is taken
 * - `endOnHandledTask`: whether a late `end` concludes all the same
 * - `unknownPreviousTask`: into how many transactions the tasks of a start go
 *
 * Those that cannot, in a story:
 * - `unknownPreviousTask: 'create-nothing'`: there is no story, since nobody gets a first task
 * - `handledPreviousTask: 'create-nothing'`: what follows a timer or a service is never created, so that the bridge's
 *   lists cannot be the center's; `test/bridge/centers/switches.long.test.ts` shows what becomes of it
 * - `unknownHandlers`: a story is about people whom the center knows; `test/bridge/centers/strict-centers.test.ts` has others
 * - `itemsPerCall`: a story has one instance or few, and what a call is refused for comes again by itself, so that the
 *   reports are the same; `authorizationScheme`: the bridge sends none
 * - `duplicateTaskId`, `duplicateSendId`: no id is sent twice while no answer is lost; the oracle counts that
 * - `unknownFields`, `promisedMessage`, `signOffIn`: the bridge sends no such field, and nothing of a story is a message
 * - `taskHandleScope`, `messageScope`: the bridge has every scope
 * - `suspendsByPress`, `suspendedStaysListed`, `followsUp`: they follow HANG_UP, ACTIVE, BREAK_UP and REVOKE, which no
 *   story has; `test/bridge/centers/ended-by-button.test.ts` tries the last with every `concludesItself`
 * - `turnMovesTask`: nothing of a story is handed over, and no state is asked for
 * - `newTokenEndsOld`: a story has one bridge, which has one token
 * - `buttonAnswer`: the bridge gives a code with every answer, and a press that is refused is followed by nothing here
 * - `batchUuid`: nothing is pressed in a batch; `asksAboutSuspended`, `statusQuestion`, `statusTimeForm`: no status
 *   address is registered
 */
import type { SandboxOptions } from '../../../../src/sandbox/index.ts';

type Switches = NonNullable<SandboxOptions['switches']>;

/** One reading of each. */
export interface Combination {
  readonly noneKeepsPending: NonNullable<Switches['noneKeepsPending']>;
  readonly endOnHandledTask: NonNullable<Switches['endOnHandledTask']>;
  readonly unknownPreviousTask: NonNullable<Switches['unknownPreviousTask']>;
}

const ENDS = ['refuse', 'conclude'] as const;
const STARTS = ['transaction-per-id', 'transaction-per-report'] as const;

const combine = (noneKeepsPending: Combination['noneKeepsPending']): Combination[] =>
  ENDS.flatMap((endOnHandledTask) =>
    STARTS.map((unknownPreviousTask) => ({ noneKeepsPending, endOnHandledTask, unknownPreviousTask })),
  );

export const EVERY_COMBINATION: readonly Combination[] = [false, 'for-others' as const, true].flatMap(combine);

/** Six of them, so that every two values of two switches meet. */
export const EVERY_PAIR: readonly Combination[] = EVERY_COMBINATION.filter(
  ({ noneKeepsPending, endOnHandledTask, unknownPreviousTask }) =>
    (noneKeepsPending === 'for-others') !== ((endOnHandledTask === 'refuse') === (unknownPreviousTask === STARTS[0])),
);

/** As many stories have every combination among them. */
export const STORIES_OF_A_ROUND = 8;

/**
 * The two centers of a story: one in a center where `none` takes a task off the list of who handled it, one where it
 * leaves it there. All else goes by the number of the story, so that a round of stories has every combination.
 * A task with one handler is the same to `false` and `for-others`; only one that is shared needs the latter.
 */
export function chooseCombinations(number: number, isShared: boolean): readonly Combination[] {
  const handsIn = combine(isShared || number % 2 === 1 ? 'for-others' : false);
  const leaves = combine(true);
  const turn = Math.floor(number / 2) % handsIn.length;
  return [handsIn[turn], leaves[(turn + number) % leaves.length]].filter((each) => each !== undefined);
}

export function describeCombination(combination: Combination): string {
  const { noneKeepsPending, endOnHandledTask, unknownPreviousTask } = combination;
  const none = { false: 'hands a task in', true: 'leaves a task in the list', 'for-others': 'hands it in for one' };
  const end = { refuse: 'a late end is refused', conclude: 'a late end concludes' };
  const start = {
    'transaction-per-id': 'a start is one transaction',
    'transaction-per-report': 'each report of a start is one',
    'create-nothing': 'a start creates nothing',
  };
  return `none ${none[`${noneKeepsPending}`]}, ${end[endOnHandledTask]}, ${start[unknownPreviousTask]}`;
}
