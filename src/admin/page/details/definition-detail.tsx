import { useMemo } from 'preact/hooks';
import { DiagramView } from '../../../page/diagram/diagram-view.tsx';
import type { DefinitionAnswer } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { useOnce } from '../data/use-data.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Operations } from '../parts/operation.tsx';
import { When } from '../parts/times.tsx';
import { StateChip } from '../parts/values.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { readNames } from './read-names.ts';

export function DefinitionDetail({ id }: { readonly id: string }) {
  const texts = useTexts();
  const data = useOnce<DefinitionAnswer>(`definitions/${encodeURIComponent(id)}`);
  return (
    <>
      <p>
        <a href={addressOf('definitions')}>← {texts.definition.back}</a>
      </p>
      <Loaded data={data}>{(answer) => <Content answer={answer} reload={data.reload} />}</Loaded>
    </>
  );
}

function Content({ answer, reload }: { readonly answer: DefinitionAnswer; readonly reload: () => void }) {
  const { definition, xml, counts } = answer;
  const texts = useTexts();
  const { definition: words } = texts;
  const names = useMemo(() => readNames(xml), [xml]);
  const { definitionId, processId, deployedAt, isLatest, openInstances, instances } = definition;
  const nodes = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  return (
    <>
      <div class="heading">
        <h1>{processId}</h1>
        {isLatest ? <StateChip state="latest" /> : null}
        {definition.undeployedAt === null ? null : <StateChip state="undeployed" />}
        <span class="heading-buttons">
          <Operations on="definitions" row={definition} id={definitionId} subject={processId} onDone={reload} />
        </span>
      </div>
      <dl class="facts">
        <div>
          <dt>{texts.columns.definition}</dt>
          <dd class="mono">{definitionId}</dd>
        </div>
        <div>
          <dt>{texts.columns.deployed}</dt>
          <dd>
            <When at={deployedAt} isExact />
          </dd>
        </div>
        <div>
          <dt>{texts.columns.open}</dt>
          <dd>
            {openInstances} <a href={addressOf('instances', undefined, { definitionId, open: 'true' })}>{words.show}</a>
          </dd>
        </div>
        <div>
          <dt>{texts.columns.instances}</dt>
          <dd>{instances}</dd>
        </div>
      </dl>
      <section class="card section">
        <h2>{words.tokens}</h2>
        <DiagramView diagram={{ xml, nodes: { current: Object.keys(counts), done: [] }, flows: [], counts }} />
        {nodes.length === 0 ? (
          <p class="muted">{words.noTokens}</p>
        ) : (
          <table class="table is-plain">
            <thead>
              <tr>
                <th scope="col">{texts.columns.node}</th>
                <th scope="col">{texts.columns.open}</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map(([nodeId, number]) => (
                <tr key={nodeId}>
                  <td>
                    <a href={addressOf('instances', undefined, { definitionId, nodeId, open: 'true' })}>
                      {names.get(nodeId) ?? nodeId}
                    </a>
                  </td>
                  <td>{number}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
