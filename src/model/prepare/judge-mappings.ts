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
    rule,
    elementId: call.id ?? '',
    reason: `The call activity "${name}" ${reason}.`,
    remedy,
  });
  const shared = sharedNames(call, mappings, caller);
  const notRun = mappings.faults.join(', ');
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
    ...(shared === undefined
      ? []
      : [warn('call-parameter-shared', shared, 'Give the variable a name that nothing else has.')]),
  ];
}

function sharedNames(call: ModdleElement, mappings: CallMappings, caller: ModdleElement): string | undefined {
  const names = mappings.in.map(([target]) => target);
  if (names.length === 0) return undefined;
  const loop = elementOf(call, 'loopCharacteristics');
  if (loop !== undefined && loop.get('isSequential') !== true) {
    return `sets ${names.join(', ')} for each of its parallel instances, which share their variables: the last one counts`;
  }
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
