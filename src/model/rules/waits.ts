import { reachFrom } from '../../net/graph.ts';
import { type FlowNode, followersOf } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { eventDefinitionsOf } from '../read/events/event-kind.ts';
import type { Rule } from './rule.ts';

const MOST_NAMES = 5;

/** Warns once for each process: which of its waits follow a user task, so that nobody may have to act. */
const noOpenTask: Rule = {
  name: 'no-open-task',
  severity: 'warning',
  says: 'a process may wait for something else than a person after a user task, and there is no `defaults.systemHandler`, so that the center has no open task meanwhile',
  remedy:
    'Set the option defaults.systemHandler to an account of the service: the center then shows where the process waits, as a task of this account that nobody can handle.',
  check(draft) {
    if (draft.options.showsWaits !== false) return [];
    const waits = findWaits(draft);
    if (waits.length === 0) return [];
    const names = waits.slice(0, MOST_NAMES).map(({ name }) => `"${name}"`);
    const listed = names.join(', ') + (waits.length > MOST_NAMES ? ' and others' : '');
    return [
      {
        elementId: draft.diagram.processId,
        reason: `After a user task the process may wait at ${listed} while no person has a task. The center shows no open task then, and a transaction that ends from there stays open in it.`,
      },
    ];
  },
};

/** The nodes that follow a user task and that wait for a service, a time or a message, in the order of the diagram. */
function findWaits({ diagram, userTasks, services }: Draft): readonly FlowNode[] {
  const jobs = new Set(
    services.flatMap(({ node, expression, call, assign, passes }) =>
      expression || call || assign || passes ? [] : node.id,
    ),
  );
  const after = userTasks.flatMap(({ node }) => followersOf(node));
  const reached = reachFrom(after, (node) => [...followersOf(node), ...(node.content?.nodes ?? [])]);
  return [...diagram.nodes.values()].filter(
    (node) => reached.has(node) && (jobs.has(node.id) || isCatch(node)) && !isBehindGateway(node),
  );
}

function isCatch({ type, element }: FlowNode): boolean {
  if (type === 'bpmn:ReceiveTask' || type === 'bpmn:EventBasedGateway') return true;
  return type === 'bpmn:IntermediateCatchEvent' && eventDefinitionsOf(element).length > 0;
}

function isBehindGateway({ incoming }: FlowNode): boolean {
  return incoming.some(({ source }) => source.type === 'bpmn:EventBasedGateway');
}

export const WAIT_RULES: readonly Rule[] = [noOpenTask];
