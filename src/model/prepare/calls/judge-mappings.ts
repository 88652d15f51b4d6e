import { type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import type { Problem } from '../../problem.ts';
import type { PrepareRule } from '../prepare-rules.ts';
import type { CallMappings } from './call-mappings.ts';

const RULE: PrepareRule = 'call-parameter-not-run';

/** Warns of parameters of a call that are not supported. */
export function judgeMappings(call: ModdleElement, { faults }: CallMappings): readonly Problem[] {
  if (faults.length === 0) return [];
  return [
    {
      severity: 'warning',
      guess: true,
      rule: RULE,
      elementId: call.id ?? '',
      reason: `The call activity "${nameOf(call) ?? call.id}" has the parameter ${faults.join(', ')}, which does not run here.`,
      remedy: 'Set a variable by its plain name; the called process shares the business key of its caller.',
    },
  ];
}
