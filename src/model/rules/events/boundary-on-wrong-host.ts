import { elementOf } from '../../moddle/moddle-element.ts';
import { type FlowNode, isEventSubProcess } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import { eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import { isService } from '../../read/services/read-service.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

export const boundaryOnWrongHost: Rule = {
  name: 'boundary-on-wrong-host',
  check: (draft) =>
    [...draft.diagram.nodes.values()]
      .filter(({ type, element }) => type === 'bpmn:BoundaryEvent' && findUnsupported(element) === undefined)
      .flatMap((node) => judge(node, draft)),
};

function judge(boundary: FlowNode, draft: Draft): readonly Finding[] {
  const element = elementOf(boundary.element, 'attachedToRef');
  const host = [...draft.diagram.nodes.values()].find((node) => element !== undefined && node.element === element);
  if (host !== undefined && isPassed(boundary, host)) return warn(boundary, host);
  const fault = host === undefined ? 'is attached to nothing in the process' : findFault(boundary, host, draft);
  if (fault === undefined) return [];
  const reason = `The boundary event "${boundary.name}" ${fault}.`;
  const remedy =
    host !== undefined && boundary.scope !== host.scope
      ? 'Move it there in the XML, or draw it again on the edge of that element.'
      : 'Attach it to a user task, a service, a receive task or a sub-process.';
  return [{ severity: 'error', elementId: boundary.id, reason, remedy }];
}

function findFault(boundary: FlowNode, host: FlowNode, { services }: Draft): string | undefined {
  if (findUnsupported(host.element) !== undefined) return undefined;
  if (boundary.scope !== host.scope) return `is not in the same sub-process as "${host.name}", which it is attached to`;
  if (isEventSubProcess(host)) return `is attached to the event sub-process "${host.name}"`;
  if (services.some(({ node, expression }) => node === host && expression !== undefined)) {
    return `is attached to "${host.name}", which is computed at once`;
  }
  const isTask = /Task$/.test(host.type);
  if (host.type === 'bpmn:SubProcess' || WAITING_TASKS.has(host.type) || (isTask && isService(host))) return undefined;
  return `is attached to "${host.name}", which is ${isTask ? 'passed through at once' : 'not an activity'}`;
}

/** Engines accept a boundary event on these, but the task completes at once, so the event never fires. */
const PASSED_THROUGH: ReadonlySet<string> = new Set(['bpmn:Task', 'bpmn:ManualTask']);

/** Excludes conditional events, because their condition could be true at once. */
function isPassed(boundary: FlowNode, host: FlowNode): boolean {
  const waits = eventDefinitionsOf(boundary.element).every((definition) => eventKindOf(definition) !== 'conditional');
  return waits && boundary.scope === host.scope && PASSED_THROUGH.has(host.type);
}

function warn(boundary: FlowNode, host: FlowNode): readonly Finding[] {
  const reason = `The boundary event "${boundary.name}" is attached to "${host.name}", which is passed through at once, so it never fires.`;
  const remedy = 'Change the element that it is attached to into a user task or a service, or remove the event.';
  return [{ severity: 'warning', elementId: boundary.id, reason, remedy }];
}

const WAITING_TASKS: ReadonlySet<string> = new Set(['bpmn:UserTask', 'bpmn:ReceiveTask']);
