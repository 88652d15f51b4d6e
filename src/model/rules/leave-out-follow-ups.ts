import type { Problem } from '../problem.ts';

/** What follows, anywhere in the file, from a part of it that the parser skipped. */
const OF_SKIPPED: ReadonlySet<string> = new Set([
  'event-sub-process-start',
  'flow-without-ends',
  'node-unreachable',
  'node-without-way-on',
  'one-start-event',
  'process-not-executable',
  'reference-unresolved',
  'sub-process-start',
]);

/** What follows at an element whose reference names nothing. */
const OF_UNRESOLVED: ReadonlySet<string> = new Set([
  'boundary-on-wrong-host',
  'event-without-name',
  'throw-without-code',
]);

/** Leaves out what is only said because of another error: one cause, one problem. */
export function leaveOutFollowUps(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const skipped = errors.some(({ rule }) => rule === 'file-part-skipped' || rule === 'duplicate-id');
  const unresolved = new Set(
    errors.flatMap(({ rule, elementId }) => (rule === 'reference-unresolved' ? elementId : [])),
  );
  return problems.filter(
    ({ rule, elementId }) =>
      !(skipped && OF_SKIPPED.has(rule)) && !(OF_UNRESOLVED.has(rule) && unresolved.has(elementId)),
  );
}
