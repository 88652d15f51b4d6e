import type { Draft, UserTaskDraft } from '../read/draft.ts';
import type { DrawnScope, FlowNode } from '../read/drawing.ts';
import type { EventDraft } from '../read/read-event.ts';
import type { Rule } from './rule.ts';

/**
 * An event that takes a task from a group leads on, and the report of it names somebody who handled the task: an error
 * where the host has nobody to name, since the event would fail whenever it fires.
 */
export const nobodyStandsIn: Rule = {
  name: 'nobody-stands-in',
  check(draft) {
    if (draft.options.standsIn !== false) return [];
    return draft.userTasks.flatMap((task) => {
      const taking = goesToGroup(task, draft) ? draft.events.filter((event) => takes(event, task.node)) : [];
      const event = taking.find(isCertain) ?? taking[0];
      if (event === undefined) return [];
      const isError = isCertain(event) && !task.assignment.some(({ kind }) => kind === 'handlers');
      return {
        severity: isError ? 'error' : 'warning',
        elementId: task.node.id,
        reason: `The event "${event.node.name}" may end the user task "${task.node.name}" while it is a group's, and nobody can be named for it in the report: the event would fail.`,
        remedy: 'Set the option defaults.systemHandler to an account, or give identity.membersOf.',
      };
    });
  },
};

function goesToGroup({ assignment }: UserTaskDraft, { options }: Draft): boolean {
  const { defaultAssignment } = options;
  const sources = assignment.length > 0 || defaultAssignment === undefined ? assignment : [defaultAssignment];
  return sources.some(({ kind }) => kind === 'handlingGroup');
}

/** Whether it interrupts the task, or a scope around it. */
function takes({ node, role }: EventDraft, task: FlowNode): boolean {
  if (role.kind !== 'boundary' && role.kind !== 'start') return false;
  if (!role.interrupting) return false;
  const scopes = scopesAround(task);
  if (role.kind === 'boundary') {
    return role.attachedTo === task.id || scopes.some((scope) => scope.node?.id === role.attachedTo);
  }
  // It ends what stands beside the event sub-process, not what stands in it.
  const beside = node.scope.node?.scope;
  return beside !== undefined && scopes.includes(beside) && !scopes.includes(node.scope);
}

/** From the inside to the outside. */
function scopesAround({ scope }: FlowNode): readonly DrawnScope[] {
  return scope.node === undefined ? [scope] : [scope, ...scopesAround(scope.node)];
}

/** An error or an escalation is thrown by what runs, perhaps never while the task is open. */
function isCertain({ trigger }: EventDraft): boolean {
  return trigger !== undefined && trigger.kind !== 'error' && trigger.kind !== 'escalation';
}
