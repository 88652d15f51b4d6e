import type { PressAnswer } from '../../control/task-routes.ts';
import type { ControlFailure } from '../control/call-control.ts';
import type { Tone } from '../parts/chip.tsx';
import type { Texts } from '../texts/en.ts';

/** The result of a press, explained to the person who pressed. */
export interface PressOutcome {
  readonly tone: Tone;
  readonly headline: string;
  readonly hint: string;
  /** The message of the business system, else what is known of the answer; absent after success or without one. */
  readonly systemWords?: string | undefined;
}

type Trouble =
  | 'stale'
  | 'unknown'
  | 'forbidden'
  | 'suspended'
  | 'invalid'
  | 'notAccepted'
  | 'failed'
  | 'unavailable'
  | 'silent'
  | 'refused';

const TONES: Readonly<Record<Trouble, Tone>> = {
  stale: 'warning',
  unknown: 'warning',
  forbidden: 'danger',
  suspended: 'warning',
  invalid: 'warning',
  notAccepted: 'danger',
  failed: 'danger',
  unavailable: 'danger',
  silent: 'warning',
  refused: 'danger',
};

/**
 * The codes of a bridge's answers (src/callback, PRESS_CODES and REFUSALS), which follow the spec's (Errors, Task
 * handling). Other business systems may use any codes: then only their own message is shown.
 */
const BY_CODE: ReadonlyMap<unknown, Trouble> = new Map<unknown, Trouble>([
  [2004, 'unknown'],
  [2005, 'stale'],
  [400, 'invalid'],
  [401, 'notAccepted'],
  [403, 'forbidden'],
  [423, 'suspended'],
  [500, 'failed'],
  [503, 'unavailable'],
]);

export function explainPress(button: string, answer: PressAnswer, texts: Texts): PressOutcome {
  const { press } = texts;
  if (answer.opened !== undefined) return { tone: 'accent', headline: press.opened(button), hint: press.openedHint };
  if (answer.taken) return { tone: 'success', headline: press.taken(button), hint: press.takenHint };
  const trouble = troubleOf(answer);
  const words = wordsOf(answer.body) ?? answer.reason ?? press.withoutWords;
  return tell(trouble, texts, trouble === 'silent' ? undefined : words);
}

/** The center itself refused to press. */
export function explainFailure(failure: ControlFailure, texts: Texts): PressOutcome {
  // Its message contains the address of the button, which is signed and of no use to people.
  if (failure.code === 'ERR_NOT_OFFERED') {
    return { tone: 'warning', headline: texts.press.stale, hint: texts.press.notOfferedHint };
  }
  const isUnreachable = failure.code === 'ERR_UNREACHABLE';
  return {
    tone: 'danger',
    headline: isUnreachable ? texts.failure.unreachable : texts.failure.refused,
    hint: isUnreachable ? texts.failure.unreachableHint : failure.message,
  };
}

function tell(trouble: Trouble, { press }: Texts, systemWords: string | undefined): PressOutcome {
  return { tone: TONES[trouble], headline: press[trouble], hint: press[`${trouble}Hint`], systemWords };
}

function troubleOf({ status, body }: PressAnswer): Trouble {
  if (status === undefined) return 'silent';
  const code = isObject(body) ? body.code : undefined;
  return BY_CODE.get(code) ?? BY_CODE.get(status) ?? (status >= 500 ? 'failed' : 'refused');
}

const LONGEST_WORDS = 300;

function wordsOf(body: unknown): string | undefined {
  const words = isObject(body) ? body.message : body;
  if (typeof words !== 'string' || words.trim() === '') return undefined;
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)} …` : words;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
