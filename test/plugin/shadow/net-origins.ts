import type { Id, NetChange, NetState, TokenState } from '../../support/inner/net.ts';
import type { Ledger } from '../../support/inner/plugin.ts';

type Origin = string | null;

/** What an interrupting event has ended: its origin is known at the end of the step. */
interface Interruption {
  readonly placeholder: string;
  readonly causedBy: Origin | undefined;
  readonly fallback: Origin;
  /** Tasks that were open in what it ended, oldest first. */
  readonly tasks: readonly { readonly taskId: string; readonly token: Id }[];
}

export interface OriginFacts {
  readonly state: NetState;
  readonly reserved: ReadonlySet<string>;
  /** Handled tasks before the step. */
  readonly handled: Ledger['handled'];
  /** The task that is pressed. */
  readonly pressed: string | undefined;
  /** Whether a task is still open. */
  isOpen(taskId: string): boolean;
  /** The tokens of the tasks that were open before the step, by the ids of the tasks, oldest first. */
  readonly open: readonly { readonly taskId: string; readonly token: Id }[];
}

/**
 * The handled task that caused each token, by the rules of `plugin/state/lineage.ts` and `at-rest/fire-event.ts`, from what
 * the net tells in one step.
 */
export class NetOrigins {
  readonly #facts: OriginFacts;
  readonly #tokens: Map<Id, Origin>;
  /** Of the token that was completed last in a scope. */
  readonly #scopes: Map<Id, Origin>;
  readonly #fired = new Map<string, Origin>();
  readonly #interruptions: Interruption[] = [];
  /** Why the tokens of tasks were cancelled. */
  readonly #causes = new Map<Id, Origin>();
  #completed: Origin = null;
  /** Of what has left its node last, iterations too. */
  #left: Origin = null;

  constructor(kept: KeptOrigins, facts: OriginFacts) {
    this.#facts = facts;
    this.#tokens = new Map(kept.tokens);
    this.#scopes = new Map(kept.scopes);
  }

  get kept(): KeptOrigins {
    const { tokens, scopes } = this.#facts.state;
    return {
      tokens: [...this.#tokens].filter(([id]) => id in tokens),
      scopes: [...this.#scopes].filter(([id]) => id in scopes),
    };
  }

  of(token: Id): Origin {
    const { of } = this.#facts.state.tokens[token] ?? {};
    return this.#tokens.get(of ?? token) ?? null;
  }

  note(token: Id, origin: Origin): void {
    this.#tokens.set(this.#facts.state.tokens[token]?.of ?? token, origin);
  }

  follow(change: NetChange): void {
    if (change.kind === 'fired') this.#fire(change);
    if (change.kind === 'entered') this.#enter(change);
    if (change.kind === 'left' && change.at.token.flow === undefined) this.#leave(change.at);
    if (change.kind === 'cancelled') this.#causes.set(change.at.id, this.#causeOfEnd(change.at.id));
  }

  /** Of what was completed last. */
  get completed(): Origin {
    return this.#completed;
  }

  causeOf(token: Id): Origin {
    return this.#causes.get(token) ?? null;
  }

  /**
   * Finds what interrupting events come from.
   * @param leadsTo the tokens of new tasks and open jobs
   * @returns tasks that are told as handled by an event
   */
  resolve(leadsTo: readonly Id[], ended: boolean): ReadonlySet<string> {
    const reported = new Set<string>();
    for (const { placeholder, causedBy, fallback, tasks } of this.#interruptions.toReversed()) {
      const leadsOn = leadsTo.some((id) => this.of(id) === placeholder) || (ended && this.#completed === placeholder);
      const vanished = tasks.find(
        ({ taskId, token }) =>
          !(token in this.#facts.state.tokens) && !reported.has(taskId) && taskId !== this.#facts.pressed,
      );
      const task = causedBy === undefined && leadsOn ? vanished : undefined;
      if (task) reported.add(task.taskId);
      this.#replace(placeholder, causedBy ?? task?.taskId ?? fallback);
    }
    return reported;
  }

  #replace(from: string, to: Origin): void {
    for (const map of [this.#tokens, this.#scopes, this.#causes])
      for (const [id, origin] of map) if (origin === from) map.set(id, to);
    if (this.#completed === from) this.#completed = to;
  }

  #fire({ at, by }: Extract<NetChange, { readonly kind: 'fired' }>): void {
    const { node, scope, owner } = at;
    const isBoundary = node.kind === 'boundary';
    if (owner !== undefined && !isBoundary) return;
    const thrown = by[0] === undefined || at.event.kind === 'condition' ? null : this.of(by[0]);
    const causedBy = this.#causeOf(thrown);
    const host = owner ?? '';
    const around = isBoundary ? this.of(host) : (causedBy ?? thrown ?? this.#originOfScope(scope));
    const key = `${scope}/${isBoundary ? node.id : node.scope.node?.id}`;
    if (node.nonInterrupting) {
      this.#fired.set(key, isBoundary ? (causedBy ?? around) : around);
      return;
    }
    const tasks = this.#facts.open.filter(({ token }) => this.#isIn(token, isBoundary ? host : scope));
    const placeholder = `interrupted by ${at.key} ${this.#interruptions.length}`;
    this.#interruptions.push({ placeholder, causedBy, fallback: around, tasks });
    this.#fired.set(key, placeholder);
  }

  /** Whether a token is in what another one has begun, or in a scope. */
  #isIn(token: Id, outer: Id): boolean {
    const { tokens, scopes } = this.#facts.state;
    for (let at: Id | undefined = token; at !== undefined && at in tokens; ) {
      const { of, scope }: Partial<TokenState> = tokens[at] ?? {};
      if (at === outer || of === outer || scope === outer) return true;
      at = scopes[scope ?? '']?.token;
    }
    return false;
  }

  #causeOfEnd(id: Id): Origin {
    const by = this.#interruptions.findLast(({ tasks }) => tasks.some(({ token }) => token === id));
    return by?.placeholder ?? this.#left;
  }

  #causeOf(origin: Origin): string | undefined {
    const { pressed, handled, isOpen } = this.#facts;
    if (pressed !== undefined) return isOpen(pressed) ? undefined : pressed;
    return origin !== null && handled[origin]?.reported === false ? origin : undefined;
  }

  #originOfScope(scope: Id): Origin {
    const { token } = this.#facts.state.scopes[scope] ?? {};
    // An origin of null is known as well: the start.
    const completed = this.#scopes.get(scope);
    return completed === undefined ? (token === undefined ? null : this.of(token)) : completed;
  }

  #enter({ at, from }: Extract<NetChange, { readonly kind: 'entered' }>): void {
    const { id, node, token } = at;
    const key = `${token.scope}/${node.id}`;
    const fired = this.#fired.get(key);
    if (fired !== undefined) {
      this.#fired.delete(key);
      this.#tokens.set(id, fired);
      return;
    }
    if (token.of !== undefined) return;
    // A token that begins in a scope comes from that.
    const { token: owner } = this.#facts.state.scopes[token.scope] ?? {};
    const source = node.kind === 'catch' ? from[0] : from.at(-1);
    const origin =
      source === undefined || source === owner ? this.#originOfScope(token.scope) : (this.#tokens.get(source) ?? null);
    this.#tokens.set(id, origin);
  }

  #leave({
    id,
    token,
    node,
  }: {
    readonly id: Id;
    readonly token: NetState['tokens'][string];
    readonly node: { readonly id: string };
  }): void {
    this.#left = this.#tokens.get(token.of ?? id) ?? null;
    if (token.of !== undefined) return;
    const origin = this.#left;
    this.#completed = origin;
    this.#complete(token.scope, origin);
    // A called process that was drawn into its call shares the scope of the call.
    const around = this.#facts.state.scopes[token.scope];
    const owner = around?.token === undefined ? undefined : this.#facts.state.tokens[around.token];
    if (owner && this.#facts.reserved.has(around?.node ?? '') && node.id !== '') this.#complete(owner.scope, origin);
  }

  #complete(scope: Id, origin: Origin): void {
    this.#scopes.set(scope, origin);
    const { token } = this.#facts.state.scopes[scope] ?? {};
    if (token !== undefined) this.note(token, origin);
  }
}

export interface KeptOrigins {
  readonly tokens: readonly (readonly [Id, Origin])[];
  readonly scopes: readonly (readonly [Id, Origin])[];
}
