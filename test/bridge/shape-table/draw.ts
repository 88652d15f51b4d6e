/**
 * Diagrams in words. People, gateways and services are lists of names; `start…` and `end…` are drawn wherever a path
 * names them; everything else comes as `others`, in the words of `test/support/bpmn-xml.ts`.
 *
 * ```ts
 * draw({
 *   people: { ask: 'anna', approve: 'bo' },
 *   exclusive: 'which',
 *   paths: `start > ask > approve > which
 *           which >"Yes" end; which >"No" ask`,
 * })
 * ```
 */
import {
  type BpmnNode,
  bpmn,
  element,
  end,
  exclusive,
  inclusive,
  type NodeOptions,
  node,
  parallel,
  process,
  root,
  type SubProcessOptions,
  serviceTask,
  start,
  subProcess,
  type UserTaskOptions,
  userTask,
} from '../../support/bpmn-xml.ts';

export interface Diagram {
  /** User tasks, each with the account that has it: `{ ask: 'anna' }`. */
  readonly people?: Readonly<Record<string, string>>;
  /** Service tasks; each calls the service of its name. */
  readonly services?: string;
  readonly exclusive?: string;
  readonly parallel?: string;
  readonly inclusive?: string;
  readonly others?: readonly BpmnNode[];
  readonly paths: string;
  /** `process` by default. */
  readonly id?: string;
  /** XML of lanes. */
  readonly before?: string;
}

/** The names every diagram may use. */
const ROOTS = [
  ...['paid', 'cancelled', 'order', 'answer'].map((name) => root('message', `message-${name}`, { name })),
  ...['alarm', 'calm'].map((name) => root('signal', `signal-${name}`, { name })),
  ...['NO_MONEY', 'BROKEN'].map((errorCode) => root('error', `error-${errorCode}`, { errorCode })),
  ...['HELP'].map((escalationCode) => root('escalation', `escalation-${escalationCode}`, { escalationCode })),
].join('\n');

/** A file with one process. */
export function draw(diagram: Diagram): string {
  return file(drawProcess(diagram));
}

/** A file of several processes, and of what else stands beside them. */
export function file(...elements: readonly string[]): string {
  return bpmn(ROOTS, ...elements);
}

export function drawProcess(diagram: Diagram, options: { readonly isExecutable?: boolean } = {}): string {
  const { id = 'process', before, paths } = diagram;
  return process(id, nodesOf(diagram), paths, { ...options, ...(before === undefined ? {} : { before }) });
}

/** A sub-process, drawn in the same words. */
export function part(id: string, diagram: Diagram, options: SubProcessOptions = {}): BpmnNode {
  return subProcess(id, nodesOf(diagram), diagram.paths, options);
}

/** A sub-process that the event on its start sets off; `beside`: what runs beside it goes on. */
export function onEvent(
  id: string,
  event: string,
  diagram: Diagram,
  { beside = false }: { readonly beside?: boolean } = {},
): BpmnNode {
  const begin = start(`${id}-start`, { content: event, attributes: { isInterrupting: !beside } });
  const nodes = [begin, ...nodesOf(diagram).filter((each) => each.id !== begin.id)];
  return subProcess(id, nodes, diagram.paths, { attributes: { triggeredByEvent: true } });
}

/** A task that several people sign. `signers` are accounts, or the name of a variable with them. */
export function countersign(
  id: string,
  options: {
    readonly signers?: string;
    readonly completion?: string;
    readonly sequential?: boolean;
    readonly condition?: string;
  } & UserTaskOptions = {},
): BpmnNode {
  const { signers = 'signers', completion, sequential, condition, ...rest } = options;
  return userTask(id, {
    assignee: '${signer}',
    ...rest,
    attributes: { 'ttc:completion': completion, ...rest.attributes },
    multiInstance: {
      collection: `\${${signers}}`,
      elementVariable: 'signer',
      ...(sequential === undefined ? {} : { sequential }),
      ...(condition === undefined ? {} : { condition }),
    },
  });
}

export const endWith = (id: string, event: string): BpmnNode => end(id, { content: event });
export const startOn = (id: string, event: string): BpmnNode => start(id, { content: event });
export const sendTask = (id: string, options: NodeOptions = {}): BpmnNode => node('sendTask', id, options);
const ref = (kind: string, name: string | undefined) =>
  element(`${kind}EventDefinition`, { [`${kind}Ref`]: name && `${kind}-${name}` });
/** One of: paid, cancelled, order, answer. */
export const message = (name: string): string => ref('message', name);
/** One of: alarm, calm. */
export const signal = (name: string): string => ref('signal', name);
/** One of: NO_MONEY, BROKEN; without a code it catches every error. */
export const error = (code?: string): string => ref('error', code);
export const escalation = (code?: string): string => ref('escalation', code);

function nodesOf({ people = {}, services, others = [], paths, ...gateways }: Diagram): BpmnNode[] {
  const drawn = [
    ...Object.entries(people).map(([id, assignee]) => userTask(id, { assignee })),
    ...idsIn(services).map((id) => serviceTask(id)),
    ...idsIn(gateways.exclusive).map((id) => exclusive(id)),
    ...idsIn(gateways.parallel).map((id) => parallel(id)),
    ...idsIn(gateways.inclusive).map((id) => inclusive(id)),
    ...others,
  ];
  const named = new Set(paths.match(/(?<![\w-])(start|end)[\w-]*/g) ?? []);
  const missing = [...named].filter((id) => drawn.every((each) => each.id !== id));
  return [...drawn, ...missing.map((id) => (id.startsWith('start') ? start(id) : end(id)))];
}

function idsIn(text = ''): string[] {
  return text.split(' ').filter((id) => id !== '');
}
