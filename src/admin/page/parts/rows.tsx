import { ListX } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { type Column, type ColumnName, shownColumns } from '../../../operations/columns.ts';
import { type ListName, MOST_COUNTED } from '../../../operations/lists.ts';
import type { Stated } from '../../../operations/operations.ts';
import { Notice } from '../../../page/parts/notice.tsx';
import type { List } from '../data/use-list.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Loaded } from './loaded.tsx';
import { Operations } from './operation.tsx';
import { idOf, subjectOf, Value } from './values.tsx';

type Row = object & Stated;

interface RowsProps {
  readonly name: ListName;
  readonly label: string;
  readonly list: List<Row>;
  readonly empty: { readonly title: string; readonly hint: string };
}

/** A list, its parts one below the other: a table; or cards, if its rows have texts that need lines of their own. */
export function Rows({ name, label, list, empty }: RowsProps) {
  const texts = useTexts();
  const { count, more, reload } = list;
  const columns = shownColumns<Row>(name, 'page');
  // Later parts may have been shown of a list that was counted no further.
  const countOf = (shown: number) =>
    count > MOST_COUNTED && more !== undefined
      ? texts.moreThan(Math.max(MOST_COUNTED, shown))
      : String(Math.max(count, shown));
  const isTable = name === 'instances' || name === 'definitions' || name === 'history';
  return (
    <Loaded data={{ ...list, data: list.rows }}>
      {(rows) =>
        rows.length === 0 ? (
          <Notice icon={ListX} title={empty.title} hint={empty.hint} />
        ) : (
          <>
            {isTable ? (
              <Table {...{ name, label, columns, rows }} />
            ) : (
              <div class="card cards">
                {rows.map((row) => (
                  <RowCard key={idOf(name, row)} list={name} row={row} onDone={reload} />
                ))}
              </div>
            )}
            <div class="table-foot">
              <span class="hint" role="status">
                {texts.shown(rows.length, countOf(rows.length))}
              </span>
              {more === undefined ? null : (
                <button type="button" class="button is-small" onClick={more}>
                  {texts.more}
                </button>
              )}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

interface TableProps extends Pick<RowsProps, 'name' | 'label'> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** On a phone, each cell has its title before it. */
function Table({ name, label, columns, rows }: TableProps) {
  const { columns: heads } = useTexts();
  return (
    <table class="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col">
              {heads[column.name as ColumnName]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(name, row)}>
            {columns.map((column) => (
              <td key={column.name} data-head={heads[column.name as ColumnName]}>
                <Value list={name} column={column} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowCardProps {
  readonly list: ListName;
  readonly row: Row;
  /** The instance is known from where the card is. */
  readonly isOfInstance?: boolean;
  readonly nameOf?: (nodeId: string) => string;
  readonly onDone: () => void;
}

/** A row, with what can be done to it. */
export function RowCard({ list, row, isOfInstance = false, nameOf, onDone }: RowCardProps): ComponentChildren {
  const texts = useTexts();
  const columns = shownColumns<Row>(list, 'page');
  const value = (column: Column<Row>) => <Value key={column.name} {...{ list, column, row, nameOf }} />;
  const ofKinds = (...kinds: readonly Column['kind'][]) =>
    columns.filter((column) => kinds.includes(column.kind) && column.read(row) !== null && column.read(row) !== 0);
  const hint = row.resolvedAt === null ? texts.incidentHints[row.kind as keyof typeof texts.incidentHints] : undefined;
  return (
    <article class="item">
      <div class="item-head">
        {ofKinds('title', 'state', 'people').map(value)}
        <Operations on={list} row={row} id={idOf(list, row)} subject={subjectOf(list, row, texts)} onDone={onDone} />
      </div>
      <small class="muted">
        {ofKinds('text', 'word', 'node', 'time', 'number', 'id').map((column, index) => (
          <span key={column.name}>
            {index === 0 ? null : ' · '}
            {texts.columns[column.name as ColumnName]} {value(column)}
          </span>
        ))}
      </small>
      {ofKinds('words').map((column) => (
        <p key={column.name} lang="en">
          {value(column)}
        </p>
      ))}
      {hint === undefined ? null : <p class="hint">{hint}</p>}
      {ofKinds('reason').map((column) => (
        <p key={column.name} class="problem">
          {value(column)}
        </p>
      ))}
      {ofKinds('cause').map(value)}
      {isOfInstance
        ? null
        : ofKinds('instance').map((column) => (
            <p key={column.name}>
              {texts.columns.instance} {value(column)}
            </p>
          ))}
    </article>
  );
}
