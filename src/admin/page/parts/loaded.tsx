import type { ComponentChildren } from 'preact';
import type { Fetched } from '../../../page/data/use-fetched.ts';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface LoadedProps<Answer> {
  readonly data: Fetched<Answer>;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** What a call answered; while it is on its way or has failed, that instead. */
export function Loaded<Answer>({ data: { data, failure, reload }, children }: LoadedProps<Answer>) {
  const texts = useTexts();
  if (data === undefined)
    return failure === undefined ? <Skeleton /> : <FailureNotice failure={failure} retry={reload} />;
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
