import * as z from 'zod';
import type { StoredInstance } from '../../plugin/apply/operate-on-rows.ts';
import { NO_PATH, type TakenPath } from '../../plugin/outcome/taken-path.ts';
import type { HandledTask } from '../../plugin/state/ledger.ts';
import type { InstanceRow, Store, TaskRow } from '../../store/store.ts';

/** Reads an instance from its rows, for the case that its snapshot cannot be read. */
export async function readStoredInstance(
  store: Store,
  instance: InstanceRow,
): Promise<StoredInstance & { readonly openTasks: readonly TaskRow[] }> {
  const { instanceId } = instance;
  const tasks = await store.listTasks({ instanceId, limit: Number.MAX_SAFE_INTEGER });
  const [first] = await store.listOutbox({ instanceId, limit: 1 });
  const isBootstrap = first === undefined || first.report.kind === 'bootstrap';
  return {
    ...instance,
    previousTaskId: isBootstrap ? null : first.report.item.previousTaskId,
    currentNodes: readPath(instance.path).current,
    startReported: first !== undefined,
    lastHandled: lastHandledOf(tasks),
    openTasks: tasks.filter(({ closedAt }) => closedAt === null),
  };
}

function lastHandledOf(tasks: readonly TaskRow[]): HandledTask | undefined {
  const handled = tasks.flatMap((task): HandledTask[] => {
    const { taskId, nodeId, handler, handlerName, closedAt, appliedAt, opinions, handleStatus, turnHandler } = task;
    if (handler === null || closedAt === null || (task.state !== 'FINISH' && task.state !== 'TURN')) return [];
    return [
      {
        ...{ taskId, nodeId, handler, handlerName, opinions, turnHandler },
        handledAt: closedAt,
        appliedAt: appliedAt ?? closedAt,
        handleStatus: handleStatus ?? '',
        reported: task.report !== null,
        endedBy: null,
        again: false,
      },
    ];
  });
  return handled.toSorted((one, other) => one.appliedAt - other.appliedAt).at(-1);
}

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

/** The path of an instance before its first step, as it is stored. */
export const STORED_NO_PATH = JSON.stringify(NO_PATH);
