import { type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { Problem } from '../problem.ts';
import type { CallMappings } from './call-mappings.ts';
import type { PrepareRule } from './prepare-rules.ts';

/** What a call passes otherwise than in the engine it was written for. */
export function judgeMappings(call: ModdleElement, { faults, guess }: CallMappings): readonly Problem[] {
  const name = nameOf(call) ?? call.id;
  const warn = (rule: PrepareRule, reason: string, remedy: string): Problem => ({
    severity: 'warning',
    guess: true,
    rule,
    elementId: call.id ?? '',
    reason: `The call activity "${name}" ${reason}.`,
    remedy,
  });
  const notRun = faults.join(', ');
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
    ...(guess === undefined
      ? []
      : [
          warn(
            'call-variables-shared',
            `was drawn for ${guess}, and which variables it passes is not known: the called process shares those of its caller`,
            'Fine where both mean the same by a name; else name what goes in and out by camunda:in and camunda:out.',
          ),
        ]),
  ];
}
