import { getRoutingKeyPattern } from 'smqp';
import type { Added } from './contents.ts';
import type { Element } from './scope-view.ts';

/** What bpmn-engine does not let a format message change. */
const FIXED = new Set([
  ...['id', 'type', 'parent', 'attachedTo', 'executionId', 'isSubProcess', 'isMultiInstance'],
  ...['inbound', 'outbound', 'endRoutingKey', 'errorRoutingKey'],
]);

export interface Formatted {
  readonly added: Added;
  readonly error?: unknown;
}

/**
 * Answers with what extensions have published to be added to the message of the next event, at once or, if they say so,
 * later. Two tokens that are formatted later in one node at a time cannot be told apart.
 */
export function format(element: Element | undefined, answer: (formatted: Formatted) => void): void {
  const added: Added = {};
  const queue = element?.broker.getQueue('format-run-q');
  if (!queue || queue.messageCount === 0) {
    answer({ added });
    return;
  }
  let isReading = true;
  const awaited = new Map<string, string>();
  let failure: unknown;
  const end = (error?: unknown) => {
    consumer.cancel();
    answer({ added, ...(error !== undefined && { error }) });
  };
  const consumer = queue.consume(
    (routingKey, message) => {
      message.ack();
      const { endRoutingKey, errorRoutingKey = '#.error', error = new Error('formatting failed') } = message.content;
      const isKey = (pattern: string) => getRoutingKeyPattern(pattern).test(routingKey);
      const [ended] = [...awaited.keys()].filter(isKey);
      if (endRoutingKey !== undefined) awaited.set(endRoutingKey, errorRoutingKey);
      else if (ended !== undefined) awaited.delete(ended);
      else if ([...awaited.values()].some(isKey)) {
        if (isReading) failure ??= error;
        else end(error);
        return;
      }
      for (const [key, value] of Object.entries(message.content)) if (!FIXED.has(key)) added[key] = value;
      if (!isReading && awaited.size === 0) end();
    },
    { prefetch: 100 },
  );
  isReading = false;
  if (failure !== undefined || awaited.size === 0) end(failure);
}

/** What is added at once; gateways and events do not wait for what comes later. */
export function formatNow(element: Element | undefined): Added {
  let now: Added = {};
  format(element, ({ added }) => {
    now = added;
  });
  return now;
}
