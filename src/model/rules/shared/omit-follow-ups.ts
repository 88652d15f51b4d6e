import type { Problem } from '../../problem.ts';
import { ELEMENTS_NOT_RUN } from '../vendors/vendor-features.ts';

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

const TYPO_RULES: ReadonlySet<string> = new Set(['unknown-vendor-name', 'unknown-attribute']);

/** Typos of the same element that cause a problem, by what the typo should be; the two problems are merged. */
const TYPO_CAUSES: Readonly<Record<string, RegExp>> = {
  'flow-without-ends': /\b(source|target)Ref for /,
  'multi-instance-without-number': /[cC]ollection for |loopC\w+(>)? for /,
  'service-missing': /:(topic|class|type|expression|delegateExpression|taskDefinition)>? for /,
  'service-without-name': /:(topic|class|type|decisionRef|expression|delegateExpression|taskDefinition)>? for /,
  'user-task-without-handler': /:(assignee|candidateUsers|candidateGroups) for /,
};

/** Omits problems that another error causes: one cause, one problem. */
export function omitFollowUps(problems: readonly Problem[]): readonly Problem[] {
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
  return mergeTypos(kept.filter((problem) => !errors.some((error) => namesTheSame(error, problem))));
}

/** Whether an error already reports the subject of a warning on the same element. */
function namesTheSame(error: Problem, { rule, elementId, reason }: Problem): boolean {
  if (elementId !== error.elementId) return false;
  switch (`${error.rule} ${rule}`) {
    case 'element-not-supported unknown-vendor-name': {
      const names = /^No engine knows (.*), so /.exec(reason)?.[1]?.split(', ') ?? [];
      return names.length > 0 && names.every((name) => error.reason.includes(name));
    }
    case 'multi-instance-without-number vendor-feature-not-run':
      return reason.includes(`" has ${ELEMENTS_NOT_RUN.collection}:`);
    default:
      return false;
  }
}

/** Merges a typo with the problem that it causes. */
function mergeTypos(problems: readonly Problem[]): readonly Problem[] {
  const joined = new Set<Problem>();
  const merged = problems.map((problem) => {
    const cause = TYPO_CAUSES[problem.rule];
    const typo = problems.find(
      ({ rule, elementId, remedy }) => TYPO_RULES.has(rule) && elementId === problem.elementId && cause?.test(remedy),
    );
    if (typo === undefined) return problem;
    joined.add(typo);
    return { ...problem, reason: `${problem.reason} ${typo.reason}`, remedy: typo.remedy };
  });
  return merged.filter((_, index) => !joined.has(problems[index] as Problem));
}
