import type { ServiceDraft } from '../../read/draft.ts';
import type { Rule } from '../rule.ts';

export const serviceWithoutName: Rule = {
  name: 'service-without-name',
  check: ({ services }) =>
    services
      .filter(({ isUnnamed }) => isUnnamed === true)
      .map((draft) => ({
        severity: 'warning',
        elementId: draft.node.id,
        reason: `"${draft.node.name}" calls a service, but ${explain(draft)}: the host's services['${draft.service}'] is called.`,
        remedy: 'Name a service of the host: ttc:service, a topic, a task definition type or a delegate expression.',
        guess: true,
      })),
};

function explain({ replaces }: ServiceDraft): string {
  return replaces === undefined ? 'it does not say which' : `its expression ${replaces} cannot be computed here`;
}
