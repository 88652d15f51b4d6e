import { z } from 'zod';
import type { StepPath } from '../../plugin/outcome/note-path.ts';

/** Where the tokens of an instance were and are: ids of its definition, each once, in the order of their first time. */
export interface TakenPath {
  readonly flows: readonly string[];
  /** Those that were reached, the current ones too. */
  readonly nodes: readonly string[];
  /** Those that hold a token; none once it has ended. */
  readonly current: readonly string[];
}

/** Of an instance without a step. */
export const NO_PATH = '{}';

const ids = z.array(z.string()).catch([]);
const schema = z.object({ flows: ids, nodes: ids, current: ids }).catch({ flows: [], nodes: [], current: [] });

/** What cannot be read is left out: a picture with gaps is better than an instance that cannot go on. */
export function readPath(text: string): TakenPath {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return schema.parse(json);
}

/** The path as it is after a step: a loop adds nothing, so that it never outgrows the diagram. */
export function addStep(text: string, step: StepPath): string {
  const { flows, nodes } = readPath(text);
  const after: TakenPath = {
    flows: [...new Set([...flows, ...step.flows])],
    nodes: [...new Set([...nodes, ...step.nodes])],
    current: step.current,
  };
  return JSON.stringify(after);
}
