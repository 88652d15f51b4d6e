import * as elements from 'bpmn-elements';
import { prepareScope, type ScopeContext, type ScopeState } from '../copies/scope-context.ts';

interface ProcessState {
  readonly execution?: ScopeState;
}

interface EngineProcess {
  readonly id: string;
  readonly context: ScopeContext;
  recover(state: ProcessState | undefined): unknown;
}

const EngineProcess = (elements as unknown as { Process: new (definition: object, context: object) => EngineProcess })
  .Process;

/** A process that is recovered with the copies that its state refers to. */
export class RecoveringProcess extends EngineProcess {
  override recover(state: ProcessState | undefined): unknown {
    prepareScope(this.context, this.id, state?.execution);
    return super.recover(state);
  }
}
