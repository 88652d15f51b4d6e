import type { EventNode } from '../../model/process-model.ts';
import type { Catalogue, TextName } from '../../texts/catalogue.ts';
import { fillText } from '../../texts/fill-text.ts';

/** The words of ours that people meet in the center. */
export interface Wording {
  /** In the language of the option `locale`. */
  readonly texts: Catalogue;
  /** Display name of the bridge in reports of what no person did. */
  readonly systemName: string;
  /** Last word on statuses, as on labels. */
  readonly translate: (text: string) => string;
}

type Status = 'transfer' | 'reassign' | 'terminate' | 'revoke' | 'decidedByOthers' | 'terminated' | 'revoked';

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

/** The handleStatus of what no button of the diagram did. */
export function statusText({ texts, translate }: Wording, status: Status): string {
  return translate(texts[`status.${status}`]);
}

/** The handleStatus of what an event ended: its name in the diagram, which is the author's. */
export function eventStatus({ texts, translate }: Wording, { nodeId, nodeName, trigger }: EndingEvent): string {
  if (nodeName !== nodeId) return nodeName;
  return translate(fillText(texts, BY_EVENT[trigger.kind], { event: nodeId }));
}
