import * as elements from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';
import { prepareScope, type ScopeContext, type ScopeState } from '../copies/scope-context.ts';

interface Activity {
  readonly id: string;
  Behaviour: unknown;
}

interface EngineContext {
  clone(environment: object, owner: object): EngineContext & ScopeContext;
}

interface EngineBehaviour {
  context: EngineContext;
  recover(state: ScopeState | undefined): unknown;
}

const EngineSubProcess = (elements as unknown as { SubProcess: new (definition: object, context: object) => Activity })
  .SubProcess;
// The declarations of this subpath name another module's exports.
const EngineBehaviour = (
  tasks as unknown as { SubProcessBehaviour: new (activity: Activity, context: EngineContext) => EngineBehaviour }
).SubProcessBehaviour;

/** Each of its runs has a context of its own: that of a copy, and that of a run which is recovered with copies. */
class SubProcessBehaviour extends EngineBehaviour {
  #state: ScopeState | undefined;

  constructor(activity: Activity, context: EngineContext) {
    super(activity, context);
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
}

/** A sub-process that can run in copies, and in which activities can. */
export function CopiedSubProcess(definition: object, context: object): Activity {
  const activity = new EngineSubProcess(definition, context);
  activity.Behaviour = SubProcessBehaviour;
  return activity;
}
