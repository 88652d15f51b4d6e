import { walkTree } from '../moddle/change-tree.ts';
import { elementOf, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { Problem } from '../problem.ts';
import type { CallMappings } from './call-mappings.ts';
import type { PrepareRule } from './prepare-rules.ts';

/** What the parameters of a call do otherwise than in the engine they were written for, where they are variables of its own. */
export function judgeMappings(call: ModdleElement, mappings: CallMappings, caller: ModdleElement): readonly Problem[] {
  const name = nameOf(call) ?? call.id;
  const warn = (rule: PrepareRule, reason: string, remedy: string): Problem => ({
    severity: 'warning',
    guess: true,
    rule,
    elementId: call.id ?? '',
    reason: `The call activity "${name}" ${reason}.`,
    remedy,
  });
  const notRun = mappings.faults.join(', ');
  const parallel = sharedInParallel(call, mappings);
  const shared = parallel === undefined ? sharedWithCaller(call, mappings, caller) : undefined;
  return [
    ...(notRun === ''
      ? []
      : [
          warn(
            'call-parameter-not-run',
            `has the parameter ${notRun}, which is not run`,
            'Set a variable by its plain name; the called process shares the business key of its caller.',
          ),
        ]),
    ...(parallel === undefined
      ? []
      : [
          {
            ...warn(
              'call-parameter-shared',
              parallel,
              'Let the called process read the element variable of the call itself, which each instance has for itself; or make the instances sequential.',
            ),
            severity: 'error' as const,
          },
        ]),
    ...(shared === undefined
      ? []
      : [warn('call-parameter-shared', shared, 'Give the variable a name that nothing else has.')]),
  ];
}

/** Who has a task, and what is decided, would be the same for all of them. */
function sharedInParallel(call: ModdleElement, { in: given }: CallMappings): string | undefined {
  const loop = elementOf(call, 'loopCharacteristics');
  if (given.length === 0 || loop === undefined || loop.get('isSequential') === true) return undefined;
  const names = given.map(([target]) => target).join(', ');
  return `sets ${names} for each of its parallel instances, which share their variables: the last one would count for all`;
}

function sharedWithCaller(call: ModdleElement, mappings: CallMappings, caller: ModdleElement): string | undefined {
  const names = mappings.in.map(([target]) => target);
  if (names.length === 0) return undefined;
  const texts = [...textsOf(caller, call)];
  const read = names.filter((each) =>
    texts.some((text) => new RegExp(`(?<![\\w$])${escapeName(each)}(?![\\w$])`).test(text)),
  );
  if (read.length === 0) return undefined;
  return `sets ${read.join(', ')}, which its caller reads as well: caller and called process share their variables`;
}

/** Expressions of the caller outside of the call. */
function* textsOf(element: ModdleElement, call: ModdleElement): Generator<string> {
  const inside = new Set(walkTree(call));
  for (const each of walkTree(element)) {
    if (inside.has(each)) continue;
    for (const value of [...Object.values(each), ...Object.values(each.$attrs ?? {})]) {
      if (typeof value === 'string' && /[$#]\{|^\s*=/.test(value)) yield value;
    }
  }
}

function escapeName(name: string): string {
  return name.replaceAll('$', '\\$');
}
