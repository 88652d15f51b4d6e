import * as elements from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';
import { prepareScope, type ScopeContext, type ScopeState } from '../copies/scope-context.ts';
import type { EngineContent, HeldInstance } from '../engine-internals.ts';
import { runContextOf } from '../run-context.ts';

type CompletedContent = EngineContent & { readonly executionId: string };

interface Activity {
  readonly id: string;
  readonly environment: { readonly options: object };
  Behaviour: unknown;
}

interface EngineContext {
  clone(environment: object, owner: object): EngineContext & ScopeContext;
}

interface EngineBehaviour {
  context: EngineContext;
  _completeExecution(routingKey: string, content: CompletedContent): void;
  recover(state: ScopeState | undefined): unknown;
}

const EngineSubProcess = (elements as unknown as { SubProcess: new (definition: object, context: object) => Activity })
  .SubProcess;
// The declarations of this subpath name another module's exports.
const EngineBehaviour = (
  tasks as unknown as { SubProcessBehaviour: new (activity: Activity, context: EngineContext) => EngineBehaviour }
).SubProcessBehaviour;

/**
 * Gives each run of the sub-process its own context, also in copies and after a recover with copies.
 * If the completion condition of a multi-instance is a script, a completed instance is held until the script has decided
 * whether it was the last: the engine evaluates the condition at once and cannot wait. A recovered engine completes held
 * instances again.
 */
class SubProcessBehaviour extends EngineBehaviour {
  readonly held = new Map<string, HeldInstance>();
  readonly #activity: Activity;
  #state: ScopeState | undefined;

  constructor(activity: Activity, context: EngineContext) {
    super(activity, context);
    this.#activity = activity;
    this.context = {
      clone: (environment, owner) => prepareScope(context.clone(environment, owner), activity.id, this.#state),
    };
  }

  /** For a multi-instance, the engine calls it with the state of the whole, then with the state of each iteration. */
  override recover(state: ScopeState | undefined): unknown {
    this.#state = state;
    const recovered = super.recover(state);
    this.#state = undefined;
    return recovered;
  }

  override _completeExecution(routingKey: string, content: CompletedContent): void {
    const { id, environment } = this.#activity;
    const { executionId } = content;
    const release = () => {
      this.held.delete(executionId);
      super._completeExecution(routingKey, content);
    };
    const isDone = routingKey === 'execute.completed' && content.isMultiInstance === true;
    if (isDone && runContextOf(environment).holdsInstance(id, content))
      this.held.set(executionId, { content, release });
    else release();
  }
}

/** A sub-process that supports copies of itself and of the activities in it. */
export function CopiedSubProcess(definition: object, context: object): Activity {
  const activity = new EngineSubProcess(definition, context);
  activity.Behaviour = SubProcessBehaviour;
  return activity;
}
