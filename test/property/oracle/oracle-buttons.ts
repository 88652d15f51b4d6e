import type { Literal } from '../conditions/condition.ts';
import { type Flow, flowsFrom, type Graph, nodeOf } from '../draw/graph.ts';
import type { OracleWait } from './token-game/game-state.ts';

/** A button of a task, as design 4 derives it from what follows. */
export interface OracleButton {
  /** The name of its flow; null: the only button, by its default label. */
  readonly name: string | null;
  readonly effect:
    | { readonly kind: 'complete' }
    | { readonly kind: 'route'; readonly flowId: string }
    | { readonly kind: 'set'; readonly variable: string; readonly value: Literal | null };
  readonly vote?: 'approve' | 'reject';
  /** Leads back to an earlier node. */
  readonly back: boolean;
}

const ONLY: OracleButton = { name: null, effect: { kind: 'complete' }, back: false };

/** Of one who was asked by the handler. */
const OPINION: OracleButton = { name: 'Opinion', effect: { kind: 'complete' }, back: false };

/** Of one to whom a task was sent back. */
const RESUBMIT: OracleButton = { ...OPINION, name: 'Resubmit' };

export function buttonsOfTask(graph: Graph, { nodeId, isOpinion, isSentBack }: OracleWait): readonly OracleButton[] {
  if (isSentBack) return [RESUBMIT];
  return isOpinion ? [OPINION] : buttonsOf(graph, nodeId);
}

/** The gateway whose flows are the buttons or the votes of a task: right behind it, exclusive, with several ways on. */
export function gatewayAfter(graph: Graph, nodeId: string): string | undefined {
  const [only, ...others] = flowsFrom(graph, nodeId);
  if (!only || others.length > 0) return undefined;
  const { id, type } = nodeOf(graph, only.target);
  return type === 'exclusiveGateway' && flowsFrom(graph, id).length > 1 ? id : undefined;
}

export function buttonsOf(graph: Graph, nodeId: string): readonly OracleButton[] {
  const gateway = gatewayAfter(graph, nodeId);
  if (gateway === undefined) return [ONLY];
  const flows = flowsFrom(graph, gateway);
  const about = (flow: Flow) => ({ name: flow.name ?? flow.id, back: flow.back ?? false });
  if (flows.some((flow) => flow.vote)) {
    return flows.map((flow) => ({
      ...about(flow),
      effect: { kind: 'complete' },
      ...(flow.vote && { vote: flow.vote }),
    }));
  }
  if (flows.every((flow) => !flow.condition)) {
    return flows.map((flow) => ({ ...about(flow), effect: { kind: 'route', flowId: flow.id } }));
  }
  const tested = readTested(flows);
  if (!tested) return [ONLY];
  return flows.map((flow) => {
    const value = flow.isDefault ? tested.rest : flow.condition?.test === 'is' ? flow.condition.value : null;
    return { ...about(flow), effect: { kind: 'set', variable: tested.variable, value } };
  });
}

/** The one variable that all flows test, and what stands for the default flow. */
function readTested(flows: readonly Flow[]): { variable: string; rest: boolean | null } | undefined {
  const conditions = flows.filter((flow) => !flow.isDefault).map((flow) => flow.condition);
  const [first] = conditions;
  if (first?.test !== 'is') return undefined;
  const values: unknown[] = [];
  for (const condition of conditions) {
    if (condition?.test !== 'is' || condition.variable !== first.variable) return undefined;
    values.push(condition.value);
  }
  const rest = values.includes(true) ? false : values.includes(false) ? true : null;
  return { variable: first.variable, rest };
}
