import type { EventNode } from '../../model/nodes/event-node.ts';
import type { Catalogue, TextName } from '../../texts/catalogue.ts';
import { fillText } from '../../texts/fill-text.ts';

/** The texts of the bridge that people see in the center. */
export interface Wording {
  /** In the language of the option `locale`. */
  readonly texts: Catalogue;
  /** Display name of the bridge in reports of what no person did. */
  readonly systemName: string;
  /** Applied last to each status and label. */
  readonly translate: (text: string) => string;
}

type Status =
  | 'transfer'
  | 'delegate'
  | 'addSigners'
  | 'addSignersBeside'
  | 'recall'
  | 'sendBack'
  | 'claim'
  | 'release'
  | 'reassign'
  | 'terminate'
  | 'revoke'
  | 'decidedByOthers'
  | 'terminated'
  | 'revoked'
  | 'migrated'
  | 'over';

const BY_EVENT = {
  timer: 'status.byTimer',
  message: 'status.byMessage',
  receive: 'status.byMessage',
  signal: 'status.bySignal',
  error: 'status.byError',
  escalation: 'status.byEscalation',
  condition: 'status.byCondition',
} as const satisfies Readonly<Record<EventNode['trigger']['kind'], TextName>>;

/** An event that ended a task. */
export type EndingEvent = Pick<EventNode, 'nodeId' | 'nodeName' | 'trigger'>;

/** The handleStatus if it is not the label of a button. */
export function statusText({ texts, translate }: Wording, status: Status): string {
  return translate(texts[`status.${status}`]);
}

/** The handleStatus of a task that an event ended: the name of the event, or a default text if it has none. */
export function eventStatus({ texts, translate }: Wording, { nodeId, nodeName, trigger }: EndingEvent): string {
  if (nodeName !== nodeId) return nodeName;
  return translate(fillText(texts, BY_EVENT[trigger.kind], { event: nodeId }));
}
