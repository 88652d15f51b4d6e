/** What the center's record says of one item of a report. */
import type { TaskHandlingItem } from '../../../src/index.ts';
import type { TrafficEntry } from '../../../src/sandbox/index.ts';
import { nameOfReport } from '../../crash/load/refusals.ts';
import type { TaskHandlingError } from '../../support/inner/protocol.ts';

export const nextOf = ({ status, next = [] }: TaskHandlingItem) => (status === 'next' ? next : []);
export const idsOf = (item: TaskHandlingItem) => [item.previousTaskId, ...nextOf(item).map(({ taskId }) => taskId)];

/** Every item that the center was called with, in the order in which it took the calls. */
export function itemsIn(traffic: readonly TrafficEntry[]): TaskHandlingItem[] {
  return reportsIn(traffic).flatMap(({ body }) => body as TaskHandlingItem[]);
}

/** Every call that held this item, in the order in which the center took them. */
export function callsWith(item: TaskHandlingItem, traffic: readonly TrafficEntry[]): TrafficEntry[] {
  const name = nameOfReport(item);
  return reportsIn(traffic).filter(({ body }) =>
    (body as TaskHandlingItem[]).some((each) => nameOfReport(each) === name),
  );
}

function reportsIn(traffic: readonly TrafficEntry[]): TrafficEntry[] {
  return traffic.filter(
    ({ call, direction, body }) => call === 'taskHandle' && direction === 'in' && Array.isArray(body),
  );
}

/** Whether the center has called a button of the task, or asked for its state: it has it. */
export function wasCalledFor(taskId: string, traffic: readonly TrafficEntry[]): boolean {
  return traffic.some(
    ({ call, body, taskId: pressed }) =>
      (call === 'button' && pressed === taskId) ||
      (call === 'taskStatus' && (body as { taskIds: string[] }).taskIds.includes(taskId)),
  );
}

/** The entry that the fault made: it names the part that the fault chose. */
export function wasStruck({ fault, faultOptions, body }: TrafficEntry, { taskId }: TaskHandlingError): boolean {
  const items = body as TaskHandlingItem[];
  const parts =
    fault === 'item-failure'
      ? items.map(({ previousTaskId }) => previousTaskId)
      : items.flatMap(nextOf).map(({ taskId: id }) => id);
  return parts[Number(faultOptions?.item)] === taskId;
}

/** Whether a status answer has told what the report tells, or may have: its words were lost. */
export function wasTold({ previousTaskId }: TaskHandlingItem, traffic: readonly TrafficEntry[]): boolean {
  return traffic.some(({ call, body, answer }) => {
    if (call !== 'taskStatus' || !(body as { taskIds: string[] }).taskIds.includes(previousTaskId)) return false;
    const { data } = (answer ?? {}) as { data?: { taskId: string; taskStatus: string }[] };
    return data?.some(({ taskId, taskStatus }) => taskId === previousTaskId && taskStatus !== 'IN_PROGRESS') ?? true;
  });
}
