import { isMet, type Values } from '../../conditions/condition-truth.ts';
import { nodeOf } from '../../draw/graph.ts';
import { readSize } from '../oracle-conditions.ts';
import { conditionsInOrder } from '../who-catches.ts';
import type { Watch } from './game-state.ts';
import { TokenSteps } from './token-steps.ts';

/** What a change of variables comes to. */
export class TokenConditions extends TokenSteps {
  /** The first that is true and was not looked at since its wait began, or since a change it listens to. */
  protected nextMet(): Watch | undefined {
    const { state } = this;
    const listens = (watch: Watch) => {
      const holder = this.holderOf(watch.scope);
      const changed = changesIn(this.valuesAt(watch.scope), holder ? (holder.ownSeen ?? {}) : state.variablesSeen);
      const { event } = nodeOf(this.graph, watch.nodeId);
      return (
        event?.kind === 'condition' && (event.listensToOwn ? changed.includes(event.variable) : changed.length > 0)
      );
    };
    const watches = conditionsInOrder(this.graph, state);
    const woken = new Set(watches.filter(listens).map(({ id }) => id));
    state.variablesSeen = state.variables;
    for (const scope of state.scopes) if (scope.own) scope.ownSeen = scope.own;
    state.lookedAt = state.lookedAt.filter((id) => !woken.has(id));
    for (const watch of watches) {
      if (state.lookedAt.includes(watch.id)) continue;
      state.lookedAt.push(watch.id);
      const { event } = nodeOf(this.graph, watch.nodeId);
      if (event?.kind !== 'condition') continue;
      const variables = this.valuesAt(watch.scope);
      if (event.reads ? !isMet(event.reads, variables) : variables[event.variable] !== true) continue;
      return watch;
    }
    return undefined;
  }

  /** Counts multi-instances that would begin otherwise now than they did. */
  protected noteChanged(): void {
    const changed = this.state.activities.filter(({ nodeId, people, tally, scope }) => {
      const { many } = nodeOf(this.graph, nodeId);
      const size = many && readSize(many, this.valuesAt(scope));
      return many && (size?.count !== tally.size || size.people.join() !== people.join());
    });
    this.moves.changed = changed.length;
  }
}

/** To set the same is no change. */
const changesIn = (now: Values, before: Values): string[] =>
  Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
