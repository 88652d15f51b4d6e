import type { HistoryRow } from '../../../store/port.ts';
import type { ListedReport } from '../../answers.ts';
import { useList } from '../data/use-list.ts';
import { Failure } from '../parts/failure.tsx';
import { When } from '../parts/when.tsx';
import type { HistoryType, Texts } from '../texts/en.ts';
import { useTexts } from '../texts/use-texts.ts';
import { addDeliveries } from './add-deliveries.ts';

interface TimelineProps {
  readonly path: string;
  readonly reports: readonly ListedReport[];
  readonly nameOf: (nodeId: string) => string;
}

/** What happened to an instance, in the order of commits, and when the center took its reports. */
export function Timeline({ path, reports, nameOf }: TimelineProps) {
  const texts = useTexts();
  const { rows = [], failure, more, reload } = useList<HistoryRow>(path, {});
  if (failure !== undefined && rows.length === 0) return <Failure failure={failure} retry={reload} />;
  return (
    <>
      <ol class="timeline">
        {addDeliveries(rows, reports, more === undefined).map((row) => (
          <li key={row.seq}>
            <When at={row.at} isExact /> <strong>{titleOf(row, texts)}</strong>{' '}
            <span>{describe(row, texts, nameOf)}</span>
          </li>
        ))}
      </ol>
      {more === undefined ? null : (
        <button type="button" class="button is-small" onClick={more}>
          {texts.instance.later}
        </button>
      )}
    </>
  );
}

function titleOf({ type, data }: HistoryRow, { history: { types, steps } }: Texts): string {
  if (type !== 'step') return types[type as HistoryType] ?? type;
  const trigger = String(data.trigger);
  return Object.hasOwn(steps, trigger) ? steps[trigger as keyof typeof steps] : steps.other;
}

/** Who, where and why, as far as the entry knows it. */
function describe({ type, data }: HistoryRow, texts: Texts, nameOf: TimelineProps['nameOf']): string {
  const text = (name: string) => (typeof data[name] === 'string' && data[name] !== '' ? [data[name]] : []);
  const list = (name: string) => (Array.isArray(data[name]) ? data[name].map(String) : []);
  const number = (name: string) => (typeof data[name] === 'number' ? [data[name]] : []);
  const places = list('current').map(nameOf).join(texts.and);
  const calls = list('jobs').map(nameOf).join(texts.and);
  const [node] = text('nodeId');
  const [person] = [...text('handlerName'), ...text('handler'), ...text('account')];
  const people = [...list('handlers'), ...list('handlingGroups').map(texts.instance.group)];
  return [
    ...(type === 'step' && places !== '' ? [texts.history.at(places)] : []),
    ...(calls === '' ? [] : [texts.history.calls(calls)]),
    ...number('seq').map(texts.reports.report),
    ...number('attempts').map(texts.instance.attempts),
    ...(node === undefined ? [] : [nameOf(node)]),
    ...(person === undefined ? [] : [person]),
    ...(people.length === 0 ? [] : [people.join(texts.and)]),
    ...text('handleStatus'),
    ...(type === 'action' ? text('type') : []),
    ...text('messageTypeCode'),
    ...text('code'),
    ...text('reason'),
    ...text('opinions'),
    ...text('by').map(texts.history.by),
  ].join(' · ');
}
