/** The values of rows, by the kinds that `operations/columns.ts` declares. */
import type { ComponentChildren } from 'preact';
import { type Column, type ColumnName, shownColumns } from '../../../operations/columns.ts';
import { ID_FIELDS, type ListName } from '../../../operations/lists.ts';
import { Chip, type Tone } from '../../../page/parts/chip.tsx';
import type { HistoryRow, ProblemCount } from '../../../store/store.ts';
import { addressOf } from '../address.ts';
import { describeEntry, titleOfEntry } from '../details/describe-entry.ts';
import type { Texts } from '../texts/en.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useTimes, When } from './times.tsx';

/** What names a row, for its operations. */
export function idOf(list: ListName, row: object): string | number {
  return (row as Readonly<Record<string, string | number>>)[ID_FIELDS[list]] ?? '';
}

/** What people call a row. */
export function subjectOf(list: ListName, row: object, { columns }: Texts): string {
  const title = shownColumns<object>(list, 'page').find(({ kind }) => kind === 'title');
  const value = title?.read(row);
  return typeof value === 'number' ? `${columns[title?.name as ColumnName]} ${value}` : String(value ?? '');
}

interface ValueProps<Row extends object> {
  readonly list: ListName;
  readonly column: Column<Row>;
  readonly row: Row;
  /** The name of a node by its id, where the diagram is known. */
  readonly nameOf?: ((nodeId: string) => string) | undefined;
}

/** @returns null: there is none */
export function Value<Row extends object>({
  list,
  column,
  row,
  nameOf = (nodeId) => nodeId,
}: ValueProps<Row>): ComponentChildren {
  const texts = useTexts();
  switch (column.kind) {
    case 'title':
      return list === 'instances' || list === 'definitions' ? (
        <a class="row-link" href={addressOf(list, String(idOf(list, row)))}>
          {subjectOf(list, row, texts)}
        </a>
      ) : (
        <strong>{subjectOf(list, row, texts)}</strong>
      );
    case 'instance': {
      const id = column.read(row);
      return id === null ? null : (
        <a class="mono" href={addressOf('instances', id)}>
          {id}
        </a>
      );
    }
    case 'state': {
      const state = column.read(row);
      return state === null ? null : <StateChip state={state} />;
    }
    case 'time': {
      const at = column.read(row);
      return at === null ? null : <When at={at} isExact={list === 'history'} />;
    }
    case 'node': {
      const nodeId = column.read(row);
      return nodeId === null ? null : nameOf(nodeId);
    }
    case 'people': {
      const { handlers, handlingGroups } = column.read(row);
      return [...handlers, ...handlingGroups.map(texts.instance.group)].join(texts.and);
    }
    case 'problems':
      return <Problems {...column.read(row)} />;
    case 'entry':
      return <HistoryEntry row={column.read(row)} nameOf={nameOf} />;
    case 'id':
      return <span class="mono">{column.read(row)}</span>;
    case 'version':
      return <span class="mono">{column.read(row).slice(0, 12)}</span>;
    case 'cause': {
      const cause = column.read(row);
      return cause === null ? null : (
        <details>
          <summary>{texts.instance.cause}</summary>
          <pre class="cause">{cause}</pre>
        </details>
      );
    }
    case 'number':
      return column.read(row);
    case 'word':
      return wordOf(column.read(row), texts);
    case 'reason':
    case 'words':
    case 'text':
      return column.read(row);
  }
}

const TONES: Readonly<Record<string, Tone>> = {
  ...{ running: 'accent', queued: 'accent', pending: 'accent' },
  ...{ suspended: 'warning', unconfirmed: 'warning', partial: 'warning' },
  ...{ parked: 'danger', failed: 'danger', open: 'danger' },
  ...{ delivered: 'success', sent: 'success', done: 'success', latest: 'success' },
};

export function StateChip({ state }: { readonly state: string }) {
  return <Chip tone={TONES[state] ?? 'neutral'}>{labelOf(state, useTexts())}</Chip>;
}

function wordOf(value: string | null, texts: Texts): string | null {
  return value === null ? null : labelOf(value, texts);
}

/** The word of the people's language for a value that the product defines. */
function labelOf(value: string, { values }: Texts): string {
  return Object.hasOwn(values, value) ? values[value as keyof typeof values] : value;
}

export function Problems({ openIncidents, parkedReports }: Omit<ProblemCount, 'instanceId'>) {
  const { instance: words } = useTexts();
  if (openIncidents + parkedReports === 0) return <span class="muted">{words.noProblem}</span>;
  return (
    <span class="chips">
      {openIncidents === 0 ? null : <Chip tone="danger">{words.openIncidents(openIncidents)}</Chip>}
      {parkedReports === 0 ? null : <Chip tone="danger">{words.parked(parkedReports)}</Chip>}
    </span>
  );
}

interface HistoryEntryProps {
  readonly row: HistoryRow;
  readonly nameOf: (nodeId: string) => string;
}

/** What happened, and who, where and why. */
export function HistoryEntry({ row, nameOf }: HistoryEntryProps): ComponentChildren {
  const texts = useTexts();
  const { exact: timeOf } = useTimes();
  return (
    <>
      <strong>{titleOfEntry(row, texts)}</strong> <span>{describeEntry(row, texts, { nameOf, timeOf })}</span>
    </>
  );
}
