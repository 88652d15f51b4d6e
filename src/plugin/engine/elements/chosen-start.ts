import * as elements from 'bpmn-elements';
import { runContextOf } from '../run-context.ts';

interface StartActivity {
  readonly id: string;
  readonly parent: { readonly type?: string };
  readonly environment: { readonly options: object };
  run(content?: object): void;
  discard(content?: object): void;
}

const EngineStartEvent = (
  elements as unknown as { StartEvent: new (definition: object, context: object) => StartActivity }
).StartEvent;

/**
 * A start event of the process that runs only if it starts the instance. The engine starts every start event of a process
 * at once, and the instance would stay open for those that wait.
 */
export function ChosenStartEvent(definition: object, context: object): StartActivity {
  const activity = new EngineStartEvent(definition, context);
  if (activity.parent.type !== 'bpmn:Process') return activity;
  const run = activity.run.bind(activity);
  activity.run = (content) => {
    if (runContextOf(activity.environment).isChosenStart(activity.id)) run(content);
    else activity.discard(content);
  };
  return activity;
}
