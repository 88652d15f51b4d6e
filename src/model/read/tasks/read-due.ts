import { findExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import type { DueSource } from '../../nodes/task-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtc } from '../ttc/read-ttc.ts';

/** `ttc:timeOut` in hours, else the due date of Camunda 7, Camunda 8, Flowable or Activiti. */
export function readDue(node: FlowNode, expressions: ExpressionReader): DueSource | undefined {
  const hours = readTtc(node.element, 'timeOut');
  if (hours !== undefined) return { kind: 'hours', expression: expressions.read(hours, node.id, 'ttc:timeOut') };
  const due = readDueDate(node);
  return due && { kind: 'due', expression: expressions.read(due.text, node.id, due.from) };
}

function readDueDate({ element }: FlowNode): { readonly text: string; readonly from: string } | undefined {
  const sources = [
    { from: 'camunda:dueDate', text: readVendorAttribute(element, 'camunda', 'dueDate') },
    { from: 'zeebe:taskSchedule', text: findExtensions(element, 'zeebe', 'taskSchedule')[0]?.attributes.dueDate },
    { from: 'flowable:dueDate', text: readVendorAttribute(element, 'flowable', 'dueDate') },
    { from: 'activiti:dueDate', text: readVendorAttribute(element, 'activiti', 'dueDate') },
  ];
  for (const { from, text } of sources) {
    if (text !== undefined && text.trim() !== '') return { from, text: text.trim() };
  }
  return undefined;
}
