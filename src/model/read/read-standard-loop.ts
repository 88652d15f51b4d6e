import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { StandardLoop } from '../nodes/task-node.ts';
import type { FlowNode } from './diagram.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** Reads `standardLoopCharacteristics`, the loop marker. */
export function readStandardLoop(node: FlowNode, expressions: ExpressionReader): StandardLoop | undefined {
  const loop = elementOf(node.element, 'loopCharacteristics');
  if (loop?.$type !== 'bpmn:StandardLoopCharacteristics') return undefined;
  const condition = textOf(elementOf(loop, 'loopCondition'), 'body');
  const maximum = loop.get('loopMaximum');
  return {
    testBefore: loop.get('testBefore') === true,
    ...(condition === undefined ? {} : { condition: expressions.read(condition, node.id, 'loopCondition') }),
    ...(typeof maximum === 'number' ? { maximum } : {}),
  };
}
