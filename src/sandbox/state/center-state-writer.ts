import type { Reading } from '../messages/center-message.ts';
import type { CenterButton } from '../tasks/center-button.ts';
import type { CenterStateWriter, CenterTask, CenterTransaction } from './center-state.ts';
import type { DataFile, RowKind } from './data-file.ts';
import type { StoredReading, WritableMemory } from './read-memory.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** @param onChange called with the kind of every change */
export function createCenterStateWriter(
  memory: WritableMemory,
  file: DataFile | undefined,
  onChange: (kind: RowKind) => void,
): CenterStateWriter {
  const changed = new Map<string, { kind: RowKind; key: string; read: () => unknown }>();
  // Read when it is saved: a task that one call changes five times is written once.
  const note = (kind: RowKind, key: string, read: () => unknown) => {
    if (file !== undefined) changed.set(`${kind} ${key}`, { kind, key, read });
    onChange(kind);
  };
  const noteTask = (task: CenterTask) => note('task', task.taskId, () => task);
  const noteTransaction = (transaction: CenterTransaction) =>
    // The task names its transaction, so a transaction with many tasks is not written again for each new one.
    note('transaction', transaction.transactionId, () => ({ ...transaction, taskIds: [] }));
  const setUrl = (kind: RowKind, urls: Map<string, string>, appId: string, url: string | undefined) => {
    if (url === undefined) urls.delete(appId);
    else urls.set(appId, url);
    note(kind, appId, () => url ?? null);
  };
  // Several messages may have the same sendId.
  const numberOf = new Map(memory.messages.map((message, index) => [message, String(index)]));
  return {
    addTask(task) {
      memory.tasks.set(task.taskId, task);
      addTo(memory.transactions.get(task.transactionId)?.taskIds ?? [], task.taskId);
      noteTask(task);
    },
    setState(task: Writable<CenterTask>, state) {
      task.state = state;
      noteTask(task);
    },
    changeState(task: Writable<CenterTask>, change) {
      task.state = change.to;
      addTo(task.changes, change);
      noteTask(task);
    },
    moveTask(task: Writable<CenterTask>, account, change) {
      Object.assign(task, { state: change.to, handlers: [account], groups: [] });
      delete task.delegates;
      addTo(task.changes, change);
      noteTask(task);
    },
    addDelegate(task: Writable<CenterTask>, account, change) {
      task.delegates = [...(task.delegates ?? []), account];
      addTo(task.changes, change);
      noteTask(task);
    },
    addRecord(task, record, buttons) {
      addTo(task.records, record);
      addTo(task.buttons, ...buttons);
      noteTask(task);
    },
    countExecution(task, button: Writable<CenterButton>) {
      button.executions += 1;
      noteTask(task);
    },
    addUnreportedPress(task: Writable<CenterTask>, press) {
      task.unreportedPresses = [...(task.unreportedPresses ?? []), press];
      noteTask(task);
    },
    addTransaction(transaction) {
      memory.transactions.set(transaction.transactionId, transaction);
      noteTransaction(transaction);
    },
    describeTransaction(transaction, description) {
      Object.assign(transaction, description);
      noteTransaction(transaction);
    },
    addConclusion(transaction, conclusion) {
      addTo(transaction.conclusions, conclusion);
      noteTransaction(transaction);
    },
    endTransaction(transaction: Writable<CenterTransaction>, ended) {
      transaction.ended = ended;
      noteTransaction(transaction);
    },
    placeUnknown(previousTaskId, transactionId) {
      memory.transactionOfUnknown.set(previousTaskId, transactionId);
      note('unknown', previousTaskId, () => transactionId);
    },
    addTransType(code) {
      if (memory.transTypeCodes === undefined || memory.transTypeCodes.has(code)) return;
      memory.transTypeCodes.add(code);
      note('transType', code, () => code);
    },
    addMessage(message) {
      const number = String(memory.messages.push(message) - 1);
      numberOf.set(message, number);
      note('message', number, () => ({ ...message, readings: undefined }));
    },
    addReading(message, account, reading) {
      (message.readings as Map<string, Reading>).set(account, reading);
      const number = numberOf.get(message) ?? '';
      const stored: StoredReading = { number: Number(number), account, reading };
      note('reading', `${number} ${account}`, () => stored);
    },
    setStatusUrl: (appId, url) => setUrl('statusUrl', memory.statusUrls, appId, url),
    setDiagramUrl: (appId, url) => setUrl('diagramUrl', memory.diagramUrls, appId, url),
    setAhead(ms) {
      memory.aheadMs = ms;
      note('ahead', '', () => ms);
    },
    save() {
      if (file === undefined || changed.size === 0) return;
      file.write([...changed.values()].map(({ kind, key, read }) => ({ kind, key, body: read() })));
      changed.clear();
    },
  };
}

function addTo<T>(list: readonly T[], ...added: readonly T[]): void {
  (list as T[]).push(...added);
}
