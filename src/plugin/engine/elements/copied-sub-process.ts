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
 * Each of its runs has a context of its own: that of a copy, and that of a run which is recovered with copies.
 * An instance of a multi-instance whose completion condition is a script is held when it is done, until the script has
 * said whether it was the last. The engine asks at once, and has no wait for it. A recovered one says again that it is done.
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

  /** Of a multi-instance the engine calls it with the state of the whole, then with that of each iteration. */
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

/** A sub-process that can run in copies, and in which activities can. */
export function CopiedSubProcess(definition: object, context: object): Activity {
  const activity = new EngineSubProcess(definition, context);
  activity.Behaviour = SubProcessBehaviour;
  return activity;
}
