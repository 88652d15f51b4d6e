import type { CenterClient } from '../../../src/center/port.ts';
import type { MessageSendRequest } from '../../../src/index.ts';
import type { TaskHandlingItem } from '../../../src/plugin/index.ts';
import { TASK_HANDLING_CODES } from '../../support/inner/protocol.ts';

export interface DeliveredReport {
  readonly instanceId: string;
  readonly state: 'delivered' | 'unconfirmed' | 'parked';
}

/** Sends what plugins hand out, one after the other, as a simple service does. */
export interface ReportDelivery {
  readonly reports: readonly DeliveredReport[];
  report(instanceId: string, items: readonly TaskHandlingItem[]): void;
  message(requests: readonly MessageSendRequest[]): void;
  idle(): Promise<void>;
}

export function createReportDelivery(center: CenterClient): ReportDelivery {
  const reports: DeliveredReport[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function send(instanceId: string, item: TaskHandlingItem): Promise<void> {
    const outcome = await center.handleTasks([item]);
    if (outcome.kind !== 'answered') throw new Error(`the center did not take a report: ${JSON.stringify(outcome)}`);
    const codes = outcome.errors.map(({ taskId, code }) => ({
      code,
      isPrevious: taskId === item.previousTaskId,
    }));
    reports.push({ instanceId, state: stateOf(item, codes) });
  }

  const next = (work: () => Promise<unknown>): void => {
    last = last.then(work);
  };
  return {
    reports,
    report(instanceId, items) {
      for (const item of items) next(() => send(instanceId, item));
    },
    message(requests) {
      for (const request of requests) next(() => center.sendMessage(request));
    },
    idle: async () => void (await last),
  };
}

/** What errors of the center mean where each report is sent once, and gets an answer. */
function stateOf(
  { previousTaskId, status, handlerName }: TaskHandlingItem,
  codes: readonly { readonly code: number; readonly isPrevious: boolean }[],
): DeliveredReport['state'] {
  const { taskFinished, taskUnknown } = TASK_HANDLING_CODES;
  const isStart = previousTaskId.endsWith('.start');
  const isGone = handlerName === 'System' && status === 'none';
  const serious = codes.filter(({ code, isPrevious }) => {
    const isExpected =
      code === taskFinished ? status !== 'none' || isGone : code === taskUnknown && (isStart || isGone);
    return !(isPrevious && isExpected);
  });
  if (serious.length > 0) return 'parked';
  return status === 'end' && codes.some(({ code }) => code === taskFinished) ? 'unconfirmed' : 'delivered';
}
