import { walkTree } from '../moddle/change-tree.ts';
import type { Problem } from '../problem.ts';
import type { Diagram } from '../read/diagram.ts';
import type { FoundProblem } from './rule.ts';

/** Problems that a skipped part of the file may cause anywhere in the file. */
const OF_SKIPPED: ReadonlySet<string> = new Set([
  'event-sub-process-start',
  'flow-without-ends',
  'id-generated',
  'node-unreachable',
  'gateway-without-outgoing-flow',
  'one-start-event',
  'process-not-executable',
  'reference-unresolved',
  'sub-process-start',
]);

/** Problems that a flow with a missing end may cause anywhere in the file. */
const OF_BROKEN_FLOW: ReadonlySet<string> = new Set(['node-unreachable', 'gateway-without-outgoing-flow']);

/** Problems that an undeclared prefix may cause, because attributes with it are not read. */
const OF_UNDECLARED: ReadonlySet<string> = new Set([
  'multi-instance-without-number',
  'script-invalid',
  'service-missing',
  'service-without-name',
  'user-task-without-handler',
]);

/** Problems that another problem of the same element may cause, by the rule of the cause. */
const AT_ELEMENT: Readonly<Record<string, readonly string[]>> = {
  'reference-unresolved': [
    'boundary-on-wrong-host',
    'gateway-may-get-stuck',
    'event-without-name',
    'flow-without-ends',
    'throw-without-code',
  ],
  'boolean-invalid': ['process-not-executable'],
  'boundary-on-wrong-host': ['boundary-never-fires'],
  'default-flow-elsewhere': ['gateway-may-get-stuck'],
  'service-missing': ['service-without-name'],
};

/** The names that, misspelt, cause a problem of the same element; the two problems are merged. */
const TYPO_CAUSES: Readonly<Record<string, ReadonlySet<string>>> = {
  'flow-without-ends': new Set(['sourceRef', 'targetRef']),
  'multi-instance-without-number': new Set(['collection', 'inputCollection', 'loopCharacteristics', 'loopCardinality']),
  'service-missing': new Set(['topic', 'class', 'type', 'expression', 'delegateExpression', 'taskDefinition']),
  'service-without-name': new Set([
    ...['topic', 'class', 'type', 'expression', 'delegateExpression', 'taskDefinition', 'decisionRef'],
  ]),
  'user-task-without-handler': new Set(['assignee', 'candidateUsers', 'candidateGroups']),
};

/** Omits problems that another error causes: one cause, one problem. */
export function omitFollowUps(problems: readonly FoundProblem[]): readonly Problem[] {
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
  const kept = problems.filter(({ rule, elementId }) => !left.has(rule) && !follows.has(`${rule} ${elementId}`));
  const merged = mergeTypos(kept.filter((problem) => !errors.some((error) => namesTheSame(error, problem))));
  return merged.map(({ cause: _cause, ...problem }) => problem);
}

/** Whether an error already reports the parts that a warning on the same element is about. */
function namesTheSame(error: FoundProblem, { severity, elementId, cause }: FoundProblem): boolean {
  const { parts = [] } = cause ?? {};
  if (severity === 'error' || elementId !== error.elementId || parts.length === 0) return false;
  return parts.every((part) => error.cause?.parts?.includes(part));
}

/** Merges a typo with the problem that it causes. */
function mergeTypos(problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const joined = new Set<FoundProblem>();
  const merged = problems.map((problem) => {
    const causes = TYPO_CAUSES[problem.rule];
    const typo = problems.find(
      ({ elementId, cause }) =>
        elementId === problem.elementId && cause?.meant?.some((name) => causes?.has(localName(name))),
    );
    if (typo === undefined) return problem;
    joined.add(typo);
    return { ...problem, reason: `${problem.reason} ${typo.reason}`, remedy: typo.remedy };
  });
  return merged.filter((_, index) => !joined.has(problems[index] as FoundProblem));
}

/** `topic` of `camunda:topic`, `taskDefinition` of `type of <zeebe:taskDefinition>`. */
function localName(name: string): string {
  return name.replace(/^.*:/, '').replace(/>$/, '');
}

/** Problems that are kept: the warning itself, and a link without a partner, which affects the other links. */
const KEPT: ReadonlySet<string> = new Set(['node-unreachable', 'link-without-partner']);

/** Omits problems of elements that no path leads to, except that they are unreachable. */
export function omitUnreached<Found extends Problem>(
  problems: readonly Found[],
  { unreached }: Diagram,
): readonly Found[] {
  const ids = new Set(
    unreached.flatMap(({ element, outgoing }) => [
      ...[...walkTree(element)].map(({ id }) => id),
      ...outgoing.map(({ id }) => id),
    ]),
  );
  return problems.filter(({ rule, elementId }) => KEPT.has(rule) || !ids.has(elementId));
}
