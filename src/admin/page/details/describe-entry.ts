import type { ShownReport } from '../../../operations/columns.ts';
import type { OperationName } from '../../../operations/operations.ts';
import type { HistoryRow, TaskRow } from '../../../store/store.ts';
import type { HistoryType, Texts } from '../texts/en.ts';

/** What happened, in two or three words. */
export function titleOfEntry({ type, data }: HistoryRow, { history: { types, steps } }: Texts): string {
  if (type !== 'step') return types[type as HistoryType] ?? type;
  const trigger = String(data.trigger);
  return Object.hasOwn(steps, trigger) ? steps[trigger as keyof typeof steps] : steps.other;
}

/** Who, where and why, as far as the entry knows it. */
export function describeEntry(
  { type, data, instanceId }: HistoryRow,
  texts: Texts,
  { nameOf, timeOf }: { readonly nameOf: (nodeId: string) => string; readonly timeOf: (at: number) => string },
): string {
  const text = (name: string) => (typeof data[name] === 'string' && data[name] !== '' ? [data[name]] : []);
  const list = (name: string) => (Array.isArray(data[name]) ? data[name].map(String) : []);
  const number = (name: string) => (typeof data[name] === 'number' ? [data[name]] : []);
  const places = list('current').map(nameOf).join(texts.and);
  const calls = list('jobs').map(nameOf).join(texts.and);
  const [node] = text('nodeId');
  const [person] = [...text('handlerName'), ...text('handler'), ...text('account')];
  const panel = data.panel as TaskRow['panel'] | undefined;
  const people = [...list('handlers'), ...list('handlingGroups').map(texts.instance.group)];
  return [
    // What belongs to no instance is about a definition, or about migrations of the schema.
    ...(instanceId === null ? [...text('processId'), ...text('definitionId'), ...list('migrations')] : []),
    ...(type === 'step' && places !== '' ? [texts.history.at(places)] : []),
    ...(calls === '' ? [] : [texts.history.calls(calls)]),
    ...number('seq').map(texts.history.report),
    ...number('attempts').map(texts.instance.attempts),
    ...number('attempt').map((attempt) => texts.history.attempt(attempt, String(data.service))),
    ...(node === undefined ? [] : [nameOf(node)]),
    ...(person === undefined ? [] : [person]),
    ...(people.length === 0 ? [] : [people.join(texts.and)]),
    ...(panel?.asked ? [texts.history.asked[panel.asked.kind]] : []),
    ...(panel?.cameBack ? [texts.history.cameBack] : []),
    ...text('handleStatus'),
    ...(type === 'action' ? text('type') : []),
    ...text('operation').map((name) => texts.operations.names[name as OperationName] ?? name),
    ...(type === 'instance.variables-set' ? [list('names').join(texts.and)] : []),
    ...text('messageTypeCode'),
    ...text('code'),
    ...text('reason'),
    ...text('cause').map((cause) => cause.split('\n')[0]),
    ...number('nextAt').map((at) => texts.history.next(timeOf(at))),
    ...text('opinions'),
    ...(data.force === true ? [texts.history.forced] : []),
    ...text('by').map(texts.history.by),
  ].join(' · ');
}

/**
 * The history with the times at which the center took the reports, which are stored with the reports alone.
 * @param isComplete false: entries follow, and so do the deliveries after the last one here
 */
export function addDeliveries(
  rows: readonly HistoryRow[],
  reports: readonly ShownReport[],
  isComplete: boolean,
): readonly HistoryRow[] {
  const until = isComplete ? Number.POSITIVE_INFINITY : (rows.at(-1)?.at ?? 0);
  const deliveries = reports.flatMap(({ seq, instanceId, state, deliveredAt: at, attempts }): HistoryRow[] =>
    state !== 'delivered' || at === null || at >= until
      ? []
      : [{ seq: -seq, instanceId, at, type: 'report.delivered', data: { seq, attempts } }],
  );
  // Sorting is stable: what the history says of the same millisecond comes first.
  return [...rows, ...deliveries].sort((one, other) => one.at - other.at);
}
