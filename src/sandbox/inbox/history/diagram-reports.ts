import type { TaskDiagram } from '../../tasks/ask-diagram.ts';

/** Whether the business system says that nobody handled a task, although its report has to name a handler. */
export function isUnhandled(diagram: TaskDiagram | undefined, taskId: string): boolean {
  const reports = diagram?.reports ?? [];
  return reports.some((report) => report.previousTaskId === taskId && report.isUnhandled === true);
}

const ARRIVED: ReadonlySet<string> = new Set(['delivered', 'acknowledged']);

/** What the business system has done with an open task, if its report has not arrived. */
export function findUntold(diagram: TaskDiagram | undefined, taskId: string): 'handled' | 'ended' | undefined {
  const report = diagram?.reports.findLast(({ previousTaskId }) => previousTaskId === taskId);
  if (report === undefined || ARRIVED.has(report.state)) return undefined;
  return report.isUnhandled === true ? 'ended' : 'handled';
}
