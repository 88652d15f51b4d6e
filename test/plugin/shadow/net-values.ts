/**
 * The variables of an instance on the net, by the product's own functions: its run holds them, and what the engine tells it
 * of scopes and iterations is told here from the state of the net.
 */

import type { EngineContent, EngineScope } from '../../../src/plugin/engine/engine-internals.ts';
import type { LiveScope } from '../../../src/plugin/engine/live-scopes.ts';
import { multiInstanceOf } from '../../../src/plugin/engine/multi-instance/iterations.ts';
import type { Wait } from '../../../src/plugin/engine/waits.ts';
import { InstanceRun } from '../../../src/plugin/state/instance-run.ts';
import type { Variables } from '../../../src/plugin/variables/called-variables.ts';
import { expressionContext } from '../../../src/plugin/variables/expression-context.ts';
import type { Id, NetState } from '../../support/inner/net.ts';
import { type CompiledDefinition, EMPTY_LEDGER, type RunSettings } from '../../support/inner/plugin.ts';

/** What is kept between two steps. */
export type KeptValues = Pick<
  InstanceRun,
  'variables' | 'called' | 'tallies' | 'sizes' | 'taskInputs' | 'ownPressVariables' | 'variablesSeen' | 'suspendedAt'
>;

export const NO_VALUES: KeptValues = {
  ...{ variables: {}, called: {}, tallies: {}, sizes: {}, taskInputs: {}, ownPressVariables: undefined },
  ...{ variablesSeen: { variables: {}, called: {} }, suspendedAt: null },
};

/** The execution ids by which the run knows tokens and scopes; those of iterations are as the engine makes them. */
function executionOf({ tokens }: NetState, id: Id): string {
  const { of, iteration = 0 } = tokens[id] ?? {};
  return of === undefined ? `t${id}` : `t${of}_${iteration}`;
}

export class NetValues {
  readonly run: InstanceRun;
  readonly state: NetState;
  readonly #scopes = new Map<Id, EngineScope>();

  constructor(
    { model }: CompiledDefinition,
    state: NetState,
    kept: KeptValues,
    facts: { readonly settings: RunSettings; readonly now: number; readonly businessKey: string | null },
  ) {
    const instance = { instanceId: 'i', initiator: 'ann', initiatorName: null, previousTaskId: null };
    const context = expressionContext({ ...instance, ...facts }, facts.settings, () => facts.now);
    const { variables, variablesSeen, ...ledger } = structuredClone(kept);
    this.run = new InstanceRun(model, { ...EMPTY_LEDGER, ...ledger }, variables, context);
    this.run.variablesSeen = variablesSeen;
    this.state = state;
  }

  get kept(): KeptValues {
    const { variables, called, tallies, sizes, taskInputs, ownPressVariables, variablesSeen, suspendedAt } = this.run;
    return { variables, called, tallies, sizes, taskInputs, ownPressVariables, variablesSeen, suspendedAt };
  }

  scope(id: Id): LiveScope {
    const { token } = this.state.scopes[id] ?? {};
    const execution = this.#scopes.get(id) ?? ({} as EngineScope);
    this.#scopes.set(id, execution);
    if (token === undefined) return { execution, executionId: `s${id}`, content: {} };
    const content = this.content(token);
    const owner = { activity: content as LiveScope['content'] & never, scope: this.scope(this.#scopeAround(token)) };
    return { execution, executionId: `s${id}`, content, owner };
  }

  scopeAt(id: Id) {
    return this.run.scopeOf(this.scope(this.#scopeAround(id)), this.content(id));
  }

  /** What the engine says of an activity that runs. */
  content(id: Id): EngineContent & { readonly id: string; readonly executionId: string } {
    const { node = '', of, iteration } = this.state.tokens[id] ?? {};
    const said = { id: node, executionId: executionOf(this.state, id) };
    const multiInstance = multiInstanceOf(this.run.model, node);
    if (of === undefined || iteration === undefined || !multiInstance) return said;
    const { elements, instances } = this.run.sizes[`t${of}`] ?? { elements: null, instances: 0 };
    const { elementVariable } = multiInstance;
    const element = elementVariable === undefined ? {} : { [elementVariable]: elements?.[iteration] };
    return { ...said, index: iteration, loopCardinality: instances, isMultiInstance: true, ...element };
  }

  wait(id: Id, signal: () => void): Wait {
    const { node: nodeId = '', of } = this.state.tokens[id] ?? {};
    const content = this.content(id);
    const { executionId } = content;
    const scope = this.scope(this.#scopeAround(id));
    const api = { id: nodeId, executionId, content, signal };
    return { nodeId, executionId, rootId: `t${of ?? id}`, activity: content as Wait['activity'] & never, scope, api };
  }

  variablesAt(executionId: string | undefined): Variables {
    return executionId === undefined ? this.run.variables : (this.run.called[executionId] ?? {});
  }

  #scopeAround(token: Id): Id {
    return this.state.tokens[token]?.scope ?? '';
  }
}
