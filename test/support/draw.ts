/**
 * Diagrams in words. People, gateways and services are lists of names; `start…` and `end…` are drawn wherever a path
 * names them; everything else comes as `others`, in the words of `bpmn-xml.ts` and `named-events.ts`.
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

import { drawFlows } from './bpmn-xml/flows.ts';
import {
  type BpmnNode,
  end,
  exclusive,
  inclusive,
  type ProcessOptions,
  parallel,
  process,
  type SubProcessOptions,
  serviceTask,
  start,
  subProcess,
  type UserTaskOptions,
  userTask,
} from './bpmn-xml.ts';
import { file } from './named-events.ts';

export interface Diagram extends Omit<ProcessOptions, 'isExecutable'> {
  /** User tasks, each with the account that has it: `{ ask: 'anna' }`. */
  readonly people?: Readonly<Record<string, string>>;
  /** User tasks of people who are called like them. */
  readonly tasks?: string;
  /** Service tasks; each calls the service of its name. */
  readonly services?: string;
  readonly exclusive?: string;
  readonly parallel?: string;
  readonly inclusive?: string;
  readonly others?: readonly BpmnNode[];
  readonly paths: string | readonly string[];
  /** `process` by default. */
  readonly id?: string;
}

/** A file with one process. @param roots XML of what else stands beside it */
export function draw(diagram: Diagram, ...roots: readonly string[]): string {
  return file(...roots, drawProcess(diagram));
}

export function drawProcess(diagram: Diagram, options: Pick<ProcessOptions, 'isExecutable'> = {}): string {
  const { people, tasks, services, exclusive, parallel, inclusive, others, ...rest } = diagram;
  return process(diagram.id ?? 'process', nodesOf(diagram), diagram.paths, { ...rest, ...options });
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

function nodesOf({ people = {}, services, others = [], paths, ...named }: Diagram): BpmnNode[] {
  const drawn = [
    ...Object.entries(people).map(([id, assignee]) => userTask(id, { assignee })),
    ...idsIn(named.tasks).map((id) => userTask(id)),
    ...idsIn(services).map((id) => serviceTask(id)),
    ...idsIn(named.exclusive).map((id) => exclusive(id)),
    ...idsIn(named.parallel).map((id) => parallel(id)),
    ...idsIn(named.inclusive).map((id) => inclusive(id)),
    ...others,
  ];
  const ends = new Set(
    drawFlows(paths)
      .flatMap(({ source, target }) => [source, target])
      .filter(isStartOrEnd),
  );
  const missing = [...ends].filter((id) => drawn.every((each) => each.id !== id));
  return [...drawn, ...missing.map((id) => (id.startsWith('start') ? start(id) : end(id)))];
}

const isStartOrEnd = (id: string) => /^(start|end)/.test(id);

function idsIn(text = ''): string[] {
  return text.split(' ').filter((id) => id !== '');
}
