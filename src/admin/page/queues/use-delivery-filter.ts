import { useMemo } from 'preact/hooks';
import type { DefinitionSummary } from '../../../store/port.ts';
import type { BulkRequest, ListAnswer } from '../../answers.ts';
import { type Data, useData } from '../data/use-data.ts';
import type { FilterField } from '../parts/filter.tsx';
import { useTexts } from '../texts/use-texts.ts';

const HOUR_MS = 3_600_000;
const AGES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
type Age = keyof typeof AGES;

interface DeliveryFilter {
  /** The fields that reports and messages have in common, beside their state. */
  readonly fields: readonly FilterField[];
  /** For the list, as its query. */
  readonly query: Readonly<Record<string, string>>;
  /** For what is done to many: those that are parked. */
  readonly choice: BulkRequest['filter'];
  /** How many are parked of those that the filter leaves. */
  readonly parked: number;
  readonly reload: Data<unknown>['reload'];
}

/** The filter of reports or messages in the address, and what it leaves. */
export function useDeliveryFilter(path: string, filter: Readonly<Record<string, string>>): DeliveryFilter {
  const { filter: texts } = useTexts();
  const { age, state, processId, instanceId, reason } = filter;
  // Fixed when the age is chosen, so that what is changed is what was counted.
  const createdBefore = useMemo(() => (isAge(age) ? Date.now() - AGES[age] : undefined), [age]);
  const choice = {
    ...(processId !== undefined && { processId }),
    ...(instanceId !== undefined && { instanceId }),
    ...(reason !== undefined && { reason }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
  const query = Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, String(value)]));
  const { data, reload } = useData<ListAnswer<unknown>>(
    `${path}?${new URLSearchParams({ ...query, state: 'parked' })}`,
  );
  const { data: definitions } = useData<ListAnswer<DefinitionSummary>>('definitions');
  const processes = [...new Set(definitions?.rows.map((row) => row.processId))];
  return {
    fields: [
      { name: 'processId', label: texts.process, options: processes.map((id) => [id, id] as const) },
      { name: 'reason', label: texts.reason },
      {
        name: 'age',
        label: texts.age,
        options: (['hour', 'day', 'week'] as const).map((each) => [each, texts.ages[each]] as const),
      },
      { name: 'instanceId', label: texts.instance, isRare: true },
    ],
    query: { ...query, ...(state !== undefined && { state }) },
    choice,
    parked: data?.count ?? 0,
    reload,
  };
}

function isAge(age: string | undefined): age is Age {
  return age !== undefined && Object.hasOwn(AGES, age);
}
