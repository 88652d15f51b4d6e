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

/** What follows, anywhere in the file, from a flow one of whose ends is not there. */
const OF_BROKEN_FLOW: ReadonlySet<string> = new Set(['node-unreachable', 'node-without-way-on']);

/** What follows where attributes are not read, since nobody knows whose they are. */
const OF_UNDECLARED: ReadonlySet<string> = new Set([
  'multi-instance-without-number',
  'script-invalid',
  'service-missing',
  'service-without-name',
  'user-task-without-handler',
]);

/** What follows at the very element, by the rule of its cause. */
const AT_ELEMENT: Readonly<Record<string, readonly string[]>> = {
  'reference-unresolved': ['boundary-on-wrong-host', 'event-without-name', 'flow-without-ends', 'throw-without-code'],
  'boolean-invalid': ['process-not-executable'],
  'default-flow-elsewhere': ['gateway-may-get-stuck'],
  'service-missing': ['service-without-name'],
};

/** Leaves out what is only said because of another error: one cause, one problem. */
export function leaveOutFollowUps(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const has = (...rules: readonly string[]) => errors.some(({ rule }) => rules.includes(rule));
  const left = new Set([
    ...(has('file-part-skipped', 'duplicate-id') ? OF_SKIPPED : []),
    ...(has('prefix-undeclared') ? OF_UNDECLARED : []),
    ...(has('flow-without-ends') ? OF_BROKEN_FLOW : []),
  ]);
  const follows = new Set(
    errors.flatMap(({ rule, elementId }) => (AT_ELEMENT[rule] ?? []).map((each) => `${each} ${elementId}`)),
  );
  return problems.filter(({ rule, elementId }) => !left.has(rule) && !follows.has(`${rule} ${elementId}`));
}
