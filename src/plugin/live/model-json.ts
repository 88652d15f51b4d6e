import { compileExpression } from '../../model/expressions/compile-expression.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { type GraphData, graphData, linkGraph } from '../../net/graph-data.ts';

/** Writes a model as JSON, for a snapshot that is read without the diagram. Expressions are written as their text. */
export function writeModel(model: ProcessModel): string {
  return JSON.stringify({ ...model, graph: graphData(model.graph) }, (_, value: unknown) => {
    if (value instanceof Map) return { $map: [...value] };
    if (value instanceof Set) return { $set: [...value] };
    return isExpression(value) ? { $expression: value.text } : value;
  });
}

export function readModelJson(text: string): ProcessModel {
  const { graph, ...model } = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
    if ('$set' in value) return new Set(value.$set as unknown[]);
    return '$expression' in value ? compileExpression(String(value.$expression)) : value;
  }) as Omit<ProcessModel, 'graph'> & { readonly graph: GraphData };
  return { ...model, graph: linkGraph(graph) };
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'evaluate' in value && 'text' in value;
}
