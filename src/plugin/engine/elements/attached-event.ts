import * as elements from 'bpmn-elements';
import type { EngineContent } from '../engine-internals.ts';

interface BoundaryActivity {
  readonly attachedTo: { readonly status?: string; readonly executionId?: string };
  run(content?: EngineContent): void;
  discard(content?: EngineContent): void;
}

const EngineBoundaryEvent = (
  elements as unknown as { BoundaryEvent: new (definition: object, context: object) => BoundaryActivity }
).BoundaryEvent;

/**
 * A boundary event that does not begin to wait when its host is over. The engine enters it late if it has fired in the same
 * step, and its token came back to the host: as often as the host was entered since, and each of them then takes itself for
 * the event of the host that runs now, which it does not interrupt when it fires.
 */
export function AttachedEvent(definition: object, context: object): BoundaryActivity {
  const activity = new EngineBoundaryEvent(definition, context);
  const run = activity.run.bind(activity);
  activity.run = (content) => {
    if (isHostOver(activity, content)) activity.discard(content);
    else run(content);
  };
  return activity;
}

/** @param content names the execution of the host that entered it */
function isHostOver({ attachedTo }: BoundaryActivity, content: EngineContent | undefined): boolean {
  const hostId = content?.inbound?.[0]?.executionId;
  return hostId !== undefined && (attachedTo.status === undefined || attachedTo.executionId !== hostId);
}
