import { CircleCheck } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { List } from '../data/use-list.ts';
import { Failure } from '../parts/failure.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface CardListProps<Row> {
  readonly list: List<Row>;
  readonly empty: { readonly title: string; readonly hint: string };
  readonly card: (row: Row) => ComponentChildren;
}

/** A list whose rows need more than a line. */
export function CardList<Row>({ list: { rows, count, failure, more, reload }, empty, card }: CardListProps<Row>) {
  const texts = useTexts();
  if (rows === undefined) return failure === undefined ? <Skeleton /> : <Failure failure={failure} retry={reload} />;
  if (rows.length === 0) return <Notice icon={CircleCheck} title={empty.title} hint={empty.hint} />;
  return (
    <div class="card cards">
      {rows.map(card)}
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
    </div>
  );
}
