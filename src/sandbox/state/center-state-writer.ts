import type { ChangeTopic } from '../control/event-stream.ts';
import type { Reading } from '../messages/center-message.ts';
import type { CenterButton } from '../tasks/center-button.ts';
import type { CenterStateWriter, CenterTask, CenterTransaction } from './center-state.ts';
import type { WritableMemory } from './memory.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** @param onChange called after every change */
export function createCenterStateWriter(
  memory: WritableMemory,
  onChange: (topic: ChangeTopic) => void,
): Omit<CenterStateWriter, 'save'> {
  const setUrl = (field: 'statusUrl' | 'diagramUrl', appId: string, url: string | undefined) => {
    memory.setUrls[field].set(appId, url ?? null);
    const urls = memory[`${field}s`];
    if (url === undefined) urls.delete(appId);
    else urls.set(appId, url);
    onChange('tasks');
  };
  return {
    addTask(task) {
      memory.tasks.set(task.taskId, task);
      addTo(memory.transactions.get(task.transactionId)?.taskIds ?? [], task.taskId);
      onChange('tasks');
    },
    setState(task: Writable<CenterTask>, state) {
      task.state = state;
      onChange('tasks');
    },
    changeState(task: Writable<CenterTask>, change) {
      task.state = change.to;
      addTo(task.changes, change);
      onChange('tasks');
    },
    moveTask(task: Writable<CenterTask>, account, change) {
      Object.assign(task, { state: change.to, handlers: [account], groups: [] });
      delete task.delegates;
      addTo(task.changes, change);
      onChange('tasks');
    },
    addDelegate(task: Writable<CenterTask>, account, change) {
      task.delegates = [...(task.delegates ?? []), account];
      addTo(task.changes, change);
      onChange('tasks');
    },
    addRecord(task, record, buttons) {
      addTo(task.records, record);
      addTo(task.buttons, ...buttons);
      onChange('tasks');
    },
    countExecution(_task, button: Writable<CenterButton>) {
      button.executions += 1;
      onChange('tasks');
    },
    addUnreportedPress(task: Writable<CenterTask>, press) {
      task.unreportedPresses = [...(task.unreportedPresses ?? []), press];
      onChange('tasks');
    },
    addTransaction(transaction) {
      memory.transactions.set(transaction.transactionId, transaction);
      onChange('tasks');
    },
    describeTransaction(transaction, description) {
      Object.assign(transaction, description);
      onChange('tasks');
    },
    addConclusion(transaction, conclusion) {
      addTo(transaction.conclusions, conclusion);
      onChange('tasks');
    },
    endTransaction(transaction: Writable<CenterTransaction>, ended) {
      transaction.ended = ended;
      onChange('tasks');
    },
    placeUnknown(previousTaskId, transactionId) {
      memory.transactionOfUnknown.set(previousTaskId, transactionId);
      onChange('tasks');
    },
    addTransType(code) {
      memory.transTypeCodes?.add(code);
      onChange('tasks');
    },
    addMessage(message) {
      memory.messages.push(message);
      onChange('messages');
    },
    addReading(message, account, reading) {
      (message.readings as Map<string, Reading>).set(account, reading);
      onChange('messages');
    },
    setStatusUrl: (appId, url) => setUrl('statusUrl', appId, url),
    setDiagramUrl: (appId, url) => setUrl('diagramUrl', appId, url),
    setAhead(ms) {
      memory.aheadMs = ms;
      onChange('clock');
    },
  };
}

function addTo<T>(list: readonly T[], ...added: readonly T[]): void {
  (list as T[]).push(...added);
}
