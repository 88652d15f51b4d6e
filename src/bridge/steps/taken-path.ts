import { z } from 'zod';
import type { StepPath } from '../../plugin/outcome/note-path.ts';

/** The path of an instance: ids of its definition, without duplicates, in the order in which they were first reached. */
export interface TakenPath {
  readonly flows: readonly string[];
  /** All nodes that were reached, including the current ones. */
  readonly nodes: readonly string[];
  /** Nodes that hold a token; empty after the end. */
  readonly current: readonly string[];
}

/** The path of an instance before its first step. */
export const NO_PATH = '{}';

const ids = z.array(z.string()).catch([]);
const schema = z.object({ flows: ids, nodes: ids, current: ids }).catch({ flows: [], nodes: [], current: [] });

/** Parts that cannot be read are left out: the path is only displayed, and must not prevent a step. */
export function readPath(text: string): TakenPath {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return schema.parse(json);
}

/** Adds the path of a step. Ids are stored once, so the path is never larger than the diagram. */
export function addStep(text: string, step: StepPath): string {
  const { flows, nodes } = readPath(text);
  const after: TakenPath = {
    flows: [...new Set([...flows, ...step.flows])],
    nodes: [...new Set([...nodes, ...step.nodes])],
    current: step.current,
  };
  return JSON.stringify(after);
}
