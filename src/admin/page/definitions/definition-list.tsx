import { Chip } from '../../../page/parts/chip.tsx';
import type { DefinitionSummary } from '../../../store/port.ts';
import { addressOf } from '../address.ts';
import { useList } from '../data/use-list.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

export function DefinitionList() {
  const texts = useTexts();
  const { definitions: words } = texts;
  const list = useList<DefinitionSummary>('definitions', {});
  return (
    <>
      <h1>{texts.screens.definitions}</h1>
      <PagedTable
        label={texts.screens.definitions}
        list={list}
        idOf={({ definitionId }) => definitionId}
        empty={{ title: words.empty, hint: words.emptyHint }}
        heads={[words.process, words.version, words.deployed, words.open, words.all]}
        cells={({ processId, definitionId, deployedAt, isLatest, openInstances, instances }) => [
          <a key="link" class="row-link" href={addressOf('definitions', definitionId)}>
            {processId}
          </a>,
          <span key="version" class="chips">
            <span class="mono">{definitionId.slice(0, 12)}</span>
            {isLatest ? <Chip tone="success">{words.latest}</Chip> : null}
          </span>,
          <When key="deployed" at={deployedAt} />,
          openInstances,
          instances,
        ]}
      />
    </>
  );
}
