import { Chip } from '../../../page/parts/chip.tsx';
import type { ListedInstance } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

export function InstanceList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { instances: words, statuses } = texts;
  return (
    <ListScreen<ListedInstance>
      {...{ list: 'instances', screen: 'instances', filter, states: statuses }}
      shown={['processId', 'status', 'text', 'open', 'problem']}
    >
      {(list) => (
        <PagedTable
          label={texts.screens.instances}
          list={list}
          idOf={({ instanceId }) => instanceId}
          empty={{ title: words.empty, hint: words.emptyHint }}
          heads={[words.instance, words.process, words.status, words.where, words.since, words.problem]}
          cells={({ instanceId, businessKey, title, ...row }) => [
            <a key="link" class="row-link" href={addressOf('instances', instanceId)}>
              {title ?? businessKey ?? instanceId}
              {businessKey === null || title === null ? null : <small class="muted"> {businessKey}</small>}
            </a>,
            row.processId,
            <StateChip key="state" state={row.status} words={statuses} />,
            row.currentNodes.join(texts.and) || texts.none,
            <When key="since" at={row.startedAt} />,
            <Problems key="problems" {...row} />,
          ]}
        />
      )}
    </ListScreen>
  );
}

export function Problems({ openIncidents, parkedReports }: Pick<ListedInstance, 'openIncidents' | 'parkedReports'>) {
  const { instances: words } = useTexts();
  if (openIncidents + parkedReports === 0) return <span class="muted">{words.noProblem}</span>;
  return (
    <span class="chips">
      {openIncidents === 0 ? null : <Chip tone="danger">{words.incidents(openIncidents)}</Chip>}
      {parkedReports === 0 ? null : <Chip tone="danger">{words.parked(parkedReports)}</Chip>}
    </span>
  );
}
