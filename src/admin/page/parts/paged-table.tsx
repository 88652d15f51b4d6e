import { ListX } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { List } from '../data/use-list.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Failure } from './failure.tsx';

interface PagedTableProps<Row> {
  readonly label: string;
  readonly list: List<Row>;
  /** Titles of the columns. On a phone, each cell has its title before it. */
  readonly heads: readonly string[];
  readonly cells: (row: Row) => readonly ComponentChildren[];
  readonly idOf: (row: Row) => string | number;
  readonly empty: { readonly title: string; readonly hint: string };
}

/** A list, its parts one below the other. */
export function PagedTable<Row>({ label, list, heads, cells, idOf, empty }: PagedTableProps<Row>) {
  const texts = useTexts();
  const { rows, count, failure, more, reload } = list;
  if (rows === undefined) return failure === undefined ? <Skeleton /> : <Failure failure={failure} retry={reload} />;
  if (rows.length === 0) return <Notice icon={ListX} title={empty.title} hint={empty.hint} />;
  return (
    <>
      {failure === undefined ? null : (
        <p class="banner is-warning" role="status">
          {texts.stale}
        </p>
      )}
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {cells(row).map((cell, column) => (
                <td key={heads[column]} data-head={heads[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="table-foot">
        <span class="hint" role="status">
          {texts.shown(rows.length, Math.max(count, rows.length))}
        </span>
        {more === undefined ? null : (
          <button type="button" class="button is-small" onClick={more}>
            {texts.more}
          </button>
        )}
      </div>
    </>
  );
}
