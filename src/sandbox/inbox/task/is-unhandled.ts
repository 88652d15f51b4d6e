import type { TaskDiagram } from '../../tasks/ask-diagram.ts';

/** Whether the business system says that nobody handled a task, although its report has to name a handler. */
export function isUnhandled(diagram: TaskDiagram | undefined, taskId: string): boolean {
  const reports = diagram?.reports ?? [];
  return reports.some((report) => report.previousTaskId === taskId && report.isUnhandled === true);
}
