import { flowsFrom, flowsInto, type Graph, type GraphNode, isService, nodeOf, sizeOf } from './graph.ts';
import { isActivated, type TokenPlace } from './inclusive-rule.ts';
import { buttonsOf, gatewayBehind, type OracleButton } from './oracle-buttons.ts';
import { countVotes, isComplete, isTrue, type Tally, type Values } from './oracle-conditions.ts';

/** Something that waits for a person or a service: one iteration of it, for multi-instance. */
export interface OracleWait {
  readonly kind: 'task' | 'job';
  /** `<node>#<iteration>.<round>`: unique in the instance. */
  readonly label: string;
  readonly nodeId: string;
  /** Null where the activity is no multi-instance. */
  readonly index: number | null;
  /** Who handles it; empty for jobs. */
  readonly signer: string;
  readonly origin: string | null;
}

/** What became of the tokens in one step. */
export interface TokenMoves {
  readonly created: OracleWait[];
  /** Waits that ended without being handled. */
  readonly gone: OracleWait[];
  /** Flow that the press or the votes chose at the gateway behind the task. */
  chosen: { readonly gateway: string; readonly flowId: string } | undefined;
  /** Whether the activity of the trigger was completed. */
  completed: boolean;
  /** How often an inclusive gateway fired without a token on each way in. */
  released: number;
}

interface Token {
  readonly flowId: string;
  readonly origin: string | null;
  /** Flow to take at an exclusive gateway that the token comes to next. */
  readonly chosen: string | undefined;
}

interface Activity {
  readonly nodeId: string;
  tally: Tally;
  waits: OracleWait[];
  /** Iterations that were begun. */
  begun: number;
}

interface State {
  variables: Values;
  activities: Activity[];
  /** Tokens on the flows into joins, in the order of their arrival. */
  waiting: Token[];
  rounds: Record<string, number>;
  endOrigin: string | null;
}

/** A gateway without a true way on. */
export class Stuck extends Error {}

/**
 * Tokens on a drawing, moved by the rules of BPMN 2.0, chapters 10 and 13; each knows the task that caused it.
 * One call is one step: it returns when every token waits. After {@link Stuck} the state is to be thrown away.
 */
export class TokenGame {
  readonly #graph: Graph;
  #state: State = { variables: {}, activities: [], waiting: [], rounds: {}, endOrigin: null };
  #moving: Token[] = [];
  #moves: TokenMoves = noMoves();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get waits(): readonly OracleWait[] {
    return this.#state.activities.flatMap(({ waits }) => waits);
  }

  get isOver(): boolean {
    return this.#state.activities.length === 0 && this.#state.waiting.length === 0;
  }

  /** What caused the token that ended last. */
  get endOrigin(): string | null {
    return this.#state.endOrigin;
  }

  /** @returns what gives the present state back */
  save(): () => void {
    const saved = structuredClone(this.#state);
    return () => {
      this.#state = saved;
    };
  }

  start(variables: Values): TokenMoves {
    return this.#step(variables, () => {
      const [start] = this.#graph.nodes.filter(({ type }) => type === 'startEvent');
      this.#leave(start?.id ?? '', null, undefined);
    });
  }

  press(task: OracleWait, { effect, vote }: OracleButton, variables: Values): TokenMoves {
    const set = effect.kind === 'set' ? { [effect.variable]: effect.value } : {};
    return this.#step({ ...variables, ...set }, () => {
      this.#complete(task, task.label, vote, effect.kind === 'route' ? effect.flowId : undefined);
    });
  }

  /** A job hands on what caused it. */
  finishJob(job: OracleWait, variables: Values): TokenMoves {
    return this.#step(variables, () => this.#complete(job, job.origin, undefined, undefined));
  }

  #step(variables: Values, work: () => void): TokenMoves {
    this.#moving = [];
    this.#moves = noMoves();
    this.#state.variables = { ...this.#state.variables, ...variables };
    work();
    this.#run();
    return this.#moves;
  }

  /** Moves every token until it waits, then asks the inclusive gateways, until nothing moves. */
  #run(): void {
    do {
      for (let token = this.#moving.pop(); token; token = this.#moving.pop()) this.#arrive(token);
    } while (this.#graph.nodes.some((node) => node.type === 'inclusiveGateway' && this.#release(node.id)));
  }

  #arrive(token: Token): void {
    const target = this.#graph.flows.find(({ id }) => id === token.flowId)?.target ?? '';
    const node = nodeOf(this.#graph, target);
    switch (node.type) {
      case 'startEvent':
      case 'task':
      case 'manualTask':
      case 'endEvent':
        this.#leave(node.id, token.origin, undefined);
        break;
      case 'exclusiveGateway':
        this.#take([this.#chooseFlow(node.id, token.chosen)], token.origin, undefined);
        break;
      case 'parallelGateway':
      case 'inclusiveGateway':
        this.#state.waiting.push(token);
        if (this.#isFilled(node.id)) this.#fire(node);
        break;
      default:
        this.#begin(node, token.origin);
    }
  }

  #leave(nodeId: string, origin: string | null, chosen: string | undefined): void {
    const flows = flowsFrom(this.#graph, nodeId);
    if (flows.length === 0) this.#state.endOrigin = origin;
    this.#take(
      flows.map(({ id }) => id),
      origin,
      chosen,
    );
  }

  #take(flowIds: readonly string[], origin: string | null, chosen: string | undefined): void {
    this.#moving.push(...flowIds.map((flowId) => ({ flowId, origin, chosen })).reverse());
  }

  #chooseFlow(gateway: string, chosen: string | undefined): string {
    const flows = flowsFrom(this.#graph, gateway);
    const pressed = flows.find(({ id }) => id === chosen);
    const { variables } = this.#state;
    const flow =
      pressed ??
      flows.find((each) => (each.condition ? isTrue(each.condition, variables) : flows.length === 1)) ??
      flows.find(({ isDefault }) => isDefault);
    if (!flow) throw new Stuck(gateway);
    return flow.id;
  }

  #isFilled(nodeId: string): boolean {
    return flowsInto(this.#graph, nodeId).every(({ id }) => this.#state.waiting.some(({ flowId }) => flowId === id));
  }

  #release(nodeId: string): boolean {
    const { waiting, activities } = this.#state;
    const tokens: TokenPlace[] = [
      ...waiting.map(({ flowId }) => ({ flow: flowId })),
      ...activities.map((activity) => ({ node: activity.nodeId })),
    ];
    if (!isActivated(this.#graph, nodeId, tokens)) return false;
    this.#moves.released += 1;
    this.#fire(nodeOf(this.#graph, nodeId));
    return true;
  }

  /** Takes one token from each way in that has one; what follows comes from the one that arrived last. */
  #fire({ id, type }: GraphNode): void {
    const { waiting, variables } = this.#state;
    const taken = flowsInto(this.#graph, id).flatMap((flow) => waiting.find(({ flowId }) => flowId === flow.id) ?? []);
    const last = waiting.findLast((token) => taken.includes(token));
    this.#state.waiting = waiting.filter((token) => !taken.includes(token));
    const flows = flowsFrom(this.#graph, id);
    const isWayOn = type === 'parallelGateway' || flows.length === 1;
    const true_ = flows.filter(
      ({ condition, isDefault }) => isWayOn || (condition ? isTrue(condition, variables) : !isDefault),
    );
    const out = true_.length > 0 ? true_ : flows.filter(({ isDefault }) => isDefault);
    if (out.length === 0) throw new Stuck(id);
    this.#take(
      out.map((flow) => flow.id),
      last?.origin ?? null,
      undefined,
    );
  }

  #begin(node: GraphNode, origin: string | null): void {
    const size = node.many ? sizeOf(node.many) : 1;
    const tally: Tally = { size, completed: 0, approvals: 0, rejections: 0 };
    const activity: Activity = { nodeId: node.id, tally, waits: [], begun: 0 };
    if (size === 0) {
      this.#leave(node.id, origin, this.#countVotes(node, tally));
      return;
    }
    this.#state.activities.push(activity);
    const atOnce = node.many?.sequential ? 1 : size;
    while (activity.begun < atOnce) this.#beginNext(node, activity, origin);
  }

  #beginNext(node: GraphNode, activity: Activity, origin: string | null): void {
    const index = node.many ? activity.begun : null;
    const key = index === null ? node.id : `${node.id}#${index}`;
    const round = (this.#state.rounds[key] ?? 0) + 1;
    this.#state.rounds[key] = round;
    activity.begun += 1;
    const kind = isService(node) ? 'job' : 'task';
    const signer = kind === 'task' ? signerOf(node, index ?? 0) : '';
    const wait: OracleWait = { kind, label: `${key}.${round}`, nodeId: node.id, index, signer, origin };
    activity.waits.push(wait);
    this.#moves.created.push(wait);
  }

  #complete(wait: OracleWait, origin: string | null, vote: OracleButton['vote'], pressed: string | undefined): void {
    const activity = this.#state.activities.find(({ waits }) => waits.some(({ label }) => label === wait.label));
    if (!activity) throw new TypeError(`${wait.label} does not wait`);
    const node = nodeOf(this.#graph, wait.nodeId);
    activity.waits = activity.waits.filter(({ label }) => label !== wait.label);
    const { tally } = activity;
    activity.tally = {
      ...tally,
      completed: tally.completed + 1,
      approvals: tally.approvals + (vote === 'approve' ? 1 : 0),
      rejections: tally.rejections + (vote === 'reject' ? 1 : 0),
    };
    const voted = this.#countVotes(node, activity.tally);
    const over = this.#hasVotes(node)
      ? voted !== undefined
      : !node.many || isComplete(node.many, activity.tally, this.#state.variables);
    if (!over) {
      if (node.many?.sequential) this.#beginNext(node, activity, origin);
      return;
    }
    this.#moves.gone.push(...activity.waits);
    this.#state.activities = this.#state.activities.filter((other) => other !== activity);
    const chosen = voted ?? (node.many ? undefined : pressed);
    const gateway = gatewayBehind(this.#graph, node.id);
    if (chosen !== undefined && gateway !== undefined) this.#moves.chosen = { gateway, flowId: chosen };
    this.#moves.completed = true;
    this.#leave(node.id, origin, chosen);
  }

  #hasVotes(node: GraphNode): boolean {
    return node.many !== undefined && buttonsOf(this.#graph, node.id).some(({ vote }) => vote);
  }

  /** The flow that the votes decide on; undefined: still open, or nobody votes. */
  #countVotes(node: GraphNode, tally: Tally): string | undefined {
    if (!node.many || !this.#hasVotes(node)) return undefined;
    const result = countVotes(node.many, tally);
    const gateway = gatewayBehind(this.#graph, node.id) ?? '';
    return result && flowsFrom(this.#graph, gateway).find(({ vote }) => vote === result)?.id;
  }
}

export const noMoves = (): TokenMoves => ({
  created: [],
  gone: [],
  chosen: undefined,
  completed: false,
  released: 0,
});

function signerOf({ id, many }: GraphNode, index: number): string {
  if (!many) return id;
  return many.over.kind === 'list' ? (many.over.people[index] ?? '') : `p${index}`;
}
