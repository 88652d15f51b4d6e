import { elementOf, type ModdleElement } from '../moddle/moddle-element.ts';
import type { Flow, FlowNode } from '../read/diagram.ts';
import type { Finding, Rule } from './rule.ts';
import { decidesWho, listPartsNotRun, listUnusedRoles } from './shared/list-parts-not-run.ts';
import { findUnsupported } from './shared/supported-elements.ts';

const elementNotSupported: Rule = {
  name: 'element-not-supported',
  severity: 'error',
  says: 'this version does not run the element, or an event has a trigger that only its own engine has (`flowable:eventType`), or it is to end a multi-instance from a sub-process within it (`flowable:terminateMultiInstance`), or a default flow beside others leaves an element that does not choose',
  remedy: 'Draw what runs instead: the problem says what.',
  check: ({ diagram }) => [
    ...[...diagram.nodes.values()].flatMap(judgeNode),
    ...[...diagram.flows.values()].flatMap(judgeFlow),
  ],
};

function judgeNode(node: FlowNode): readonly Finding[] {
  const unsupported = findUnsupported(node.element);
  if (unsupported === undefined || unsupported.runsAfterPreparation === true) return [];
  // The transaction that it is attached to is reported instead.
  if (elementOf(node.element, 'attachedToRef')?.$type === 'bpmn:Transaction') return [];
  const name = node.name === node.id ? '' : ` "${node.name}"`;
  const reason = `This version does not run ${withArticle(unsupported.kind)}${name}.`;
  return [{ elementId: node.id, reason, remedy: unsupported.remedy, cause: { parts: unsupported.parts ?? [] } }];
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`;
}

const CHOOSES = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway']);

const ACTIVITY = /Task$|SubProcess$|^bpmn:(CallActivity|Transaction)$/;

/** Reports a default flow of an event, or of a gateway that does not choose. */
function judgeFlow({ id, condition, isDefault, source }: Flow): readonly Finding[] {
  if (condition !== undefined || !isDefault || choosesFlows(source)) return [];
  const reason = `The flow is marked as default, but it comes out of "${source.name}", which does not choose between flows.`;
  return [{ elementId: id, reason, remedy: 'Draw an exclusive or inclusive gateway before it.' }];
}

/** An activity chooses between its flows if one of them has a condition; its only flow is taken, whatever it is marked as. */
function choosesFlows({ type, outgoing }: FlowNode): boolean {
  const chooses = outgoing.length === 1 || outgoing.some(({ condition }) => condition !== undefined);
  return CHOOSES.has(type) || (ACTIVITY.test(type) && chooses);
}

/** Elements that a deployment replaces, because neither a bridge nor an engine runs them as they are drawn. */
export const needsBridgeDeploy: Rule = {
  name: 'needs-bridge-deploy',
  severity: 'error',
  says: 'a call activity or a link in a file that was not deployed; in the plugin, a call that is looked up while the process runs, if the host looks up none',
  remedy: 'Deploy it with `bridge.deploy`, or prepare it with `prepareProcesses`; or pass `findProcess`.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap(({ id, name, element }) => {
      const unsupported = findUnsupported(element);
      if (unsupported?.runsAfterPreparation !== true) return [];
      const reason = `"${name}" is ${withArticle(unsupported.kind)}, which runs only in a deployed file.`;
      return [{ elementId: id, reason, remedy: unsupported.remedy }];
    }),
};

const idMissing: Rule = {
  name: 'id-missing',
  severity: 'error',
  says: 'an element has no id, in a tree that was parsed elsewhere; `readModel` makes ids',
  remedy: 'Give it an id; saving the file in a modeler adds one.',
  check({ diagram }) {
    const all = [
      diagram.element,
      ...[...diagram.nodes.values(), ...diagram.flows.values()].map(({ element }) => element),
    ];
    return all
      .filter(({ id }) => id === undefined || id === '')
      .map(({ $type, name }) => ({
        elementId: diagram.processId === '' ? 'definitions' : diagram.processId,
        reason: `A ${$type.replace('bpmn:', '')}${name === undefined ? '' : ` "${name}"`} has no id.`,
      }));
  },
};

/** One warning per element, however many such parts it has. */
export const partNotRun: Rule = {
  name: 'part-not-run',
  severity: 'warning',
  says: 'data inputs, outputs and associations, operations, renderings, correlation subscriptions, performers, roles that name nobody: they do not run; what jBPM writes on user tasks for its own lists is not reported; a guess if jBPM would exclude people from a task or reassign it after a time',
  remedy: 'Leave it if it is only documentation; to pass values from step to step, use variables of the process.',
  check({ diagram, userTasks }) {
    // `user-task-without-handler` reports their unused roles.
    const unhandled = new Set(userTasks.filter(({ assignment }) => assignment.length === 0).map(({ node }) => node));
    return [
      ...findPartsNotRun({ id: diagram.processId, name: diagram.processName, element: diagram.element }),
      ...[...diagram.nodes.values()]
        .filter(({ element }) => findUnsupported(element) === undefined)
        .flatMap((node) => findPartsNotRun(node, listUnusedRoles(node.element, unhandled.has(node)))),
    ];
  },
};

interface Drawn {
  readonly id: string;
  readonly name: string;
  readonly element: ModdleElement;
}

export function findPartsNotRun(
  { id: elementId, name, element }: Drawn,
  unusedRoles: readonly string[] = [],
): readonly Finding[] {
  const parts = [...listPartsNotRun(element), ...unusedRoles];
  if (parts.length === 0) return [];
  const reason = `"${name}" has ${parts.join(', ')}: this has no effect on the process.`;
  return [{ elementId, reason, ...(decidesWho(element) && { guess: true }) }];
}

export const ELEMENT_RULES: readonly Rule[] = [elementNotSupported, needsBridgeDeploy, idMissing];
