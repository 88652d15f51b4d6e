import type { Values } from '../../conditions/condition-truth.ts';
import { type Graph, nodeOf, type Passes } from '../../draw/graph.ts';
import { emptyState, type Scope, type State } from './game-state.ts';

/**
 * The variables of a process, and of the processes it calls that have their own: what stands in one of those reads and
 * sets these alone, and what its call says goes in and comes back.
 */
export class TokenVariables {
  protected readonly graph: Graph;
  protected state: State = emptyState();

  constructor(graph: Graph) {
    this.graph = graph;
  }

  protected scopeOf(id: number): Scope {
    const scope = this.state.scopes.find((each) => each.id === id);
    if (!scope) throw new TypeError(`scope ${id} is over`);
    return scope;
  }

  /** The scope whose variables are read and set in a scope; undefined: those of the instance. */
  protected holderOf(scopeId: number): Scope | undefined {
    const scope = this.state.scopes.find(({ id }) => id === scopeId);
    if (!scope || scope.own) return scope;
    const around = this.state.activities.find(({ id }) => id === scope.activity)?.scope;
    return around === undefined ? undefined : this.holderOf(around);
  }

  protected valuesAt(scopeId: number): Values {
    return this.holderOf(scopeId)?.own ?? this.state.variables;
  }

  protected setAt(scopeId: number, values: Values): void {
    const holder = this.holderOf(scopeId);
    if (holder) holder.own = { ...holder.own, ...values };
    else this.state.variables = { ...this.state.variables, ...values };
  }

  /** The call whose process has the variables that are read in a scope; undefined: those of the instance are. */
  callAround(scopeId: number): string | undefined {
    return this.holderOf(scopeId)?.nodeId;
  }

  /** Calls that run and whose processes have variables of their own. */
  get calls(): readonly string[] {
    return [...new Set(this.state.scopes.flatMap(({ own, nodeId }) => (own && nodeId !== undefined ? nodeId : [])))];
  }

  /** @param call whose processes they are set in, in each that runs; undefined: in the instance */
  protected setFromOutside(values: Values, call: string | undefined): void {
    if (call === undefined) this.state.variables = { ...this.state.variables, ...values };
    for (const scope of this.state.scopes) {
      if (call !== undefined && scope.own && scope.nodeId === call) scope.own = { ...scope.own, ...values };
    }
  }

  protected passIn({ nodeId, activity }: Scope): Values | undefined {
    const passes = nodeId === undefined ? undefined : nodeOf(this.graph, nodeId).passes;
    if (!passes) return undefined;
    const around = this.valuesAt(this.state.activities.find(({ id }) => id === activity)?.scope ?? -1);
    const named = this.graph.variables.map(({ name }) => [name, around[name] ?? null] as const);
    const given = passes.way === 'all' ? around : Object.fromEntries(named);
    return { ...given, ...(passes.turned && turn(around)) };
  }

  protected passOut(scope: Scope): void {
    const passes: Passes | undefined = scope.own && nodeOf(this.graph, scope.nodeId ?? '').passes;
    const around = this.state.activities.find(({ id }) => id === scope.activity)?.scope;
    if (passes?.back === undefined || around === undefined) return;
    this.setAt(around, { [passes.back]: scope.own?.num1 ?? null });
  }
}

/** What is passed otherwise than it is around the call; with what is calm there, it is calm in it. */
const turn = ({ num1, yes2 }: Values): Values => ({ num2: 2 * Number(num1 ?? 0), yes1: yes2 !== true });
