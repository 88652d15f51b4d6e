import { Chip } from '../../../page/parts/chip.tsx';
import type { DefinitionSummary } from '../../../store/port.ts';
import type { ListAnswer, ListedInstance } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { useMe } from '../data/me.tsx';
import { useData } from '../data/use-data.ts';
import { useList } from '../data/use-list.ts';
import { Filter } from '../parts/filter.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

const STATUSES = ['running', 'suspended', 'ended', 'terminated', 'revoked'] as const;

/** `status=open` of the address stands for two states. */
function toQuery({ status, ...filter }: Readonly<Record<string, string>>): Record<string, string> {
  if (status === 'open') return { ...filter, open: 'true' };
  return { ...filter, ...(status !== undefined && { status }) };
}

export function InstanceList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { instances: words, filter: fields, statuses } = texts;
  const list = useList<ListedInstance>('instances', toQuery(filter));
  const { data: definitions } = useData<ListAnswer<DefinitionSummary>>('definitions');
  const { data: me } = useMe();
  const processes = [...new Set(definitions?.rows.map(({ processId }) => processId))];
  return (
    <>
      <h1>{texts.screens.instances}</h1>
      <Filter
        screen="instances"
        filter={filter}
        fields={[
          { name: 'processId', label: fields.process, options: processes.map((id) => [id, id] as const) },
          {
            name: 'status',
            label: fields.status,
            options: (['open', ...STATUSES] as const).map((status) => [status, statuses[status]] as const),
          },
          ...(me?.mayReadVariables === true ? [{ name: 'text', label: fields.text }] : []),
          { name: 'problem', label: fields.problem, options: 'flag' },
          { name: 'nodeId', label: fields.node, isRare: true },
          { name: 'initiator', label: fields.initiator, isRare: true },
          { name: 'handler', label: fields.handler, isRare: true },
          { name: 'group', label: fields.group, isRare: true },
          { name: 'definitionId', label: texts.instance.definition, isRare: true },
        ]}
      />
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
    </>
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
