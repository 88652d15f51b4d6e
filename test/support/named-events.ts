/**
 * Events by the name of their message or signal, or by their code. Nobody declares these: the file that an event is in
 * gets the root element it refers to, with an id that is never the name.
 */
import {
  receiveTask as anyReceiveTask,
  type BpmnNode,
  bpmn,
  end,
  error as errorRef,
  escalation as escalationRef,
  message as messageRef,
  node,
  process,
  root,
  signal as signalRef,
  start,
} from './bpmn-xml.ts';

/** A file of several processes, and of what else stands beside them. */
export function file(...elements: readonly string[]): string {
  return bpmn(...rootsOf(elements.join('')), ...elements);
}

/** A file with one process. */
export function diagram(nodes: readonly BpmnNode[], paths: string, processId = 'P'): string {
  return file(process(processId, nodes, paths));
}

export const message = (name: string): string => messageRef(`message-${name}`);
export const signal = (name: string): string => signalRef(`signal-${name}`);
/** Without a code it catches every error. */
export const error = (code?: string): string => errorRef(code && `error-${code}`);
/** Without a code it catches every escalation. */
export const escalation = (code?: string): string => escalationRef(code && `escalation-${code}`);

export const startOn = (id: string, event: string): BpmnNode => start(id, { content: event });
export const endWith = (id: string, event: string): BpmnNode => end(id, { content: event });
/** Without a name it waits for no message, and is told as a task is. */
export const receiveTask = (id: string, name?: string): BpmnNode => anyReceiveTask(id, name && `message-${name}`);
export const sendTask = (id: string, name: string): BpmnNode =>
  node('sendTask', id, { attributes: { messageRef: `message-${name}` } });

/** What each kind of root element says besides its id. */
const NAMED_BY = { message: 'name', signal: 'name', error: 'errorCode', escalation: 'escalationCode' } as const;

function rootsOf(xml: string): string[] {
  const references = [...xml.matchAll(/ (message|signal|error|escalation)Ref="\1-([^"]+)"/g)];
  const roots = references.flatMap(([, kind, name]) => {
    const tag = kind as keyof typeof NAMED_BY;
    const id = `${tag}-${name}`;
    return xml.includes(`<${tag} id="${id}"`) ? [] : [root(tag, id, { [NAMED_BY[tag]]: name })];
  });
  return [...new Set(roots)];
}
