import { Chip } from '../../../page/parts/chip.tsx';
import type { DefinitionSummary } from '../../../store/store.ts';
import { addressOf } from '../address.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

export function DefinitionList({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts();
  const { definitions: words } = texts;
  return (
    <ListScreen<DefinitionSummary> {...{ list: 'definitions', screen: 'definitions', filter }} shown={['processId']}>
      {(list) => (
        <PagedTable
          label={texts.screens.definitions}
          list={list}
          idOf={({ definitionId }) => definitionId}
          empty={{ title: words.empty, hint: words.emptyHint }}
          heads={[words.process, words.version, words.deployed, words.open, words.all]}
          cells={({ processId, definitionId, deployedAt, undeployedAt, isLatest, openInstances, instances }) => [
            <a key="link" class="row-link" href={addressOf('definitions', definitionId)}>
              {processId}
            </a>,
            <span key="version" class="chips">
              <span class="mono">{definitionId.slice(0, 12)}</span>
              {isLatest ? <Chip tone="success">{words.latest}</Chip> : null}
              {undeployedAt === null ? null : <Chip>{words.undeployed}</Chip>}
            </span>,
            <When key="deployed" at={deployedAt} />,
            openInstances,
            instances,
          ]}
        />
      )}
    </ListScreen>
  );
}
