import { getRoutingKeyPattern } from 'smqp';
import type { Content } from './message.ts';
import type { Publisher } from './publisher.ts';

/** What bpmn-engine does not let a format message change. */
const FIXED = new Set(
  'id type parent attachedTo executionId isSubProcess isMultiInstance inbound outbound endRoutingKey errorRoutingKey'.split(
    ' ',
  ),
);

/**
 * Puts into the message of the next event what extensions have published for it, at once or, if they say so, later.
 * Two tokens that are formatted later in one node at a time cannot be told apart.
 * @param done with what was added, or with the error; called at once if nothing comes later
 */
export function format(owner: Publisher, done: (added: Record<string, unknown>, error?: unknown) => void): void {
  const added: Record<string, unknown> = {};
  const queue = owner.formats;
  if (!queue) {
    done(added);
    return;
  }
  let isReading = true;
  const awaited = new Set<{ readonly end: string; readonly error: string }>();
  const consumer = queue.consume(
    (routingKey, message) => {
      message.ack();
      const { endRoutingKey, errorRoutingKey, ...content } = message.content as Record<string, string>;
      if (endRoutingKey !== undefined) {
        awaited.add({ end: endRoutingKey, error: errorRoutingKey ?? '#.error' });
        add(added, content);
        return;
      }
      for (const each of awaited) {
        if (getRoutingKeyPattern(each.end).test(routingKey)) awaited.delete(each);
        else if (getRoutingKeyPattern(each.error).test(routingKey)) {
          consumer.cancel();
          done(added, (content as { error?: unknown }).error ?? new Error('formatting failed'));
          return;
        }
      }
      add(added, content);
      if (!isReading) finish();
    },
    { prefetch: 100 },
  );
  isReading = false;
  finish();

  function finish(): void {
    if (awaited.size > 0) return;
    consumer.cancel();
    done(added);
  }
}

function add(added: Record<string, unknown>, content: Partial<Content>): void {
  for (const [key, value] of Object.entries(content)) if (!FIXED.has(key)) added[key] = value;
}
