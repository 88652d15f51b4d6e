import { useCenter } from '../control/center.tsx';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import type { BatchSight } from './sum-up.ts';

export function useBatchSight(account: string): BatchSight {
  const texts = useTexts();
  const times = useTimes();
  const { nameOf } = useCenter();
  return { account, texts, times, nameOf };
}
