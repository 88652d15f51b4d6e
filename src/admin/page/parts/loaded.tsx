import type { ComponentChildren } from 'preact';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { Data } from '../data/use-data.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Failure } from './failure.tsx';

interface LoadedProps<Answer> {
  readonly data: Data<Answer>;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** What a call answered; while it is on its way or has failed, that instead. */
export function Loaded<Answer>({ data: { data, failure, reload }, children }: LoadedProps<Answer>) {
  const texts = useTexts();
  if (data === undefined) return failure === undefined ? <Skeleton /> : <Failure failure={failure} retry={reload} />;
  return (
    <>
      {failure === undefined ? null : (
        <p class="banner is-warning" role="status">
          {texts.stale}
        </p>
      )}
      {children(data)}
    </>
  );
}
