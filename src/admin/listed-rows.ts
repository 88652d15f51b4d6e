/** Rows as the page has them, without what it must not show. */
import type { ShownMessage, ShownReport, ShownTask } from '../operations/columns.ts';
import type { MessageRow, OutboxRow, TaskRow } from '../store/store.ts';
import type { AdminParts } from './admin-parts.ts';
import type { ReadUser } from './read-user.ts';

/** Titles and summaries are made of variables, and so are only for those who may see them. */
export function shownTo<Row extends { readonly title: string | null; readonly summary?: readonly string[] }>(
  { mayReadVariables }: ReadUser,
  row: Row,
): Row {
  return mayReadVariables ? row : { ...row, title: null, ...(row.summary && { summary: [] }) };
}

export function toListedReport(
  { report, reason, seq, instanceId, state, ...row }: OutboxRow,
  explain: AdminParts['explain'],
): ShownReport {
  const { attempts, dueAt, createdAt, deliveredAt } = row;
  const { reason: explanation, status, previousTaskId } = explain(report);
  return {
    ...{ seq, instanceId, state, attempts, dueAt, createdAt, deliveredAt },
    ...{ reason, explanation, status, previousTaskId },
  };
}

export function toListedMessage({
  request,
  problems,
  original: _original,
  refusals: _refusals,
  ...row
}: MessageRow): ShownMessage {
  return { ...row, messageTypeCode: request.messageTypeCode, unreached: problems.length };
}

/** Names of tasks may be computed of variables as well; those who may not see these get the id of the node. */
export function toListedTask(user: ReadUser, row: TaskRow): ShownTask {
  const listed = shownTo(user, pickListed(row));
  return user.mayReadVariables ? listed : { ...listed, nodeName: row.nodeId };
}

function pickListed({
  taskId,
  instanceId,
  nodeId,
  nodeName,
  title,
  state,
  handlers,
  handlingGroups,
  createdAt,
  isSystem,
  panel,
  reportWait,
}: TaskRow): ShownTask {
  return {
    taskId,
    instanceId,
    nodeId,
    nodeName,
    title,
    state,
    handlers,
    handlingGroups,
    createdAt,
    isSystem,
    panel,
    reportWait,
  };
}
