import type { Execution } from 'bpmn-engine';
import { activitiesIn, type EngineActivity, type EngineContent } from '../engine-internals.ts';
import { liveScopes } from '../live-scopes.ts';
import { waitingTokens } from '../waiting-tokens.ts';
import { findIdle } from './idle-copy.ts';

interface Consumable {
  readonly broker: { getQueue(name: string): { get(): TokenMessage } };
}

interface TokenMessage {
  readonly content: EngineContent & { readonly message?: unknown };
  ack(): void;
}

/**
 * Lets one token go into a node that is open for another one: it gets a copy of the activity. BPMN 2.0.2 opens an
 * activity for each token (13.3.2); the engine lets the second wait in front of it. A join runs only while it passes a
 * token on, and waits as before. To be called whenever the engine is at rest, until it returns false.
 * @returns whether one went in, so that the engine has moved
 */
export function openForToken(execution: Execution): boolean {
  for (const { execution: scope } of liveScopes(execution)) {
    for (const activity of activitiesIn(scope)) {
      if (!activity.status || waitingTokens(activity).length === 0) continue;
      const { content } = takeToken(activity);
      // As the engine begins an activity that a token came to.
      findIdle(scope, activity).run({ message: content.message, inbound: [content] });
      return true;
    }
  }
  return false;
}

function takeToken(activity: EngineActivity): TokenMessage {
  const message = (activity as unknown as Consumable).broker.getQueue('inbound-q').get();
  message.ack();
  return message;
}
