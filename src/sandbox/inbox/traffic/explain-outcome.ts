import type { TrafficEntry } from '../../http/traffic.ts';
import type { CallWords } from './describe-call.ts';
import {
  type AnsweredError,
  codeOf,
  isRepeatedPress,
  pressKey,
  readErrors,
  readExpected,
  readReports,
} from './read-call.ts';

/** The meaning of an answer, in sentences. */
export interface ExplainedOutcome {
  readonly isTrouble: boolean;
  readonly lines: readonly string[];
}

/** Undefined while the call is in progress, and after success. */
export function explainOutcome(entry: TrafficEntry, words: CallWords): ExplainedOutcome | undefined {
  if (entry.ended === undefined) return undefined;
  const { outcome: texts, expected } = words.texts.call;
  if (entry.status === undefined) return trouble(explainSilence(entry, texts));
  const code = codeOf(entry);
  if (entry.call === 'button') return explainPress(entry, code, texts);
  if (entry.status === 401) return trouble(texts.notAuthorized);
  if (entry.status >= 400) return trouble(entry.status === 404 ? texts.nothingThere : texts.httpError);
  if (code !== undefined && code !== 0) return trouble(texts.wholeFailed);
  const errors = readErrors(entry, words.named);
  const lines = [
    ...(words.named.messages[entry.seq]?.isRepeat === true ? [texts.sentBefore] : []),
    ...errors.map((error) => explainError(error, entry, words)),
    ...readExpected(entry, words.named).map((reason) => expected[reason]),
  ];
  return lines.length === 0 ? undefined : { isTrouble: errors.length > 0, lines };
}

type OutcomeTexts = CallWords['texts']['call']['outcome'];

function trouble(line: string): ExplainedOutcome {
  return { isTrouble: true, lines: [line] };
}

function explainSilence({ direction, failure }: TrafficEntry, texts: OutcomeTexts): string {
  if (direction === 'out') return texts.notAnswered;
  return failure === undefined ? texts.answerLost : texts.brokenOff;
}

function explainPress(entry: TrafficEntry, code: unknown, texts: OutcomeTexts): ExplainedOutcome | undefined {
  if (isRepeatedPress(entry)) return { isTrouble: false, lines: [texts.repeated] };
  if (code === 0) return undefined;
  return trouble(texts.press[pressKey(entry, code)]?.long ?? texts.pressFailed);
}

function explainError({ code, taskId, message }: AnsweredError, entry: TrafficEntry, words: CallWords): string {
  const { outcome: texts } = words.texts.call;
  const said = [code, message].filter((part) => part !== '').join(' ');
  const report = readReports(entry, words.named).find(({ next }) => next.some((task) => task.taskId === taskId));
  const created = report?.next.find((task) => task.taskId === taskId);
  if (created !== undefined) {
    const lost = texts.notCreated(created.nodeName, said);
    return report?.isBeginning === true ? lost : `${lost} ${texts.previousHandled}`;
  }
  return texts.itemFailed(words.named.tasks[taskId]?.nodeName ?? taskId, texts.items[code] ?? texts.itemOther, said);
}
