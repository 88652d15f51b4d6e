import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { ListName } from '../../../operations/lists.ts';
import { DiagramView } from '../../../page/diagram/diagram-view.tsx';
import { JsonView } from '../../../page/parts/json-view.tsx';
import type { InstanceAnswer } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { useData } from '../data/use-data.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Operations } from '../parts/operation.tsx';
import { RowCard } from '../parts/rows.tsx';
import { When } from '../parts/times.tsx';
import { idOf, Problems, StateChip } from '../parts/values.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { readNames } from './read-names.ts';
import { Timeline } from './timeline.tsx';

export function InstanceDetail({ id }: { readonly id: string }) {
  const texts = useTexts();
  const path = `instances/${encodeURIComponent(id)}`;
  const data = useData<InstanceAnswer>(path);
  return (
    <>
      <p>
        <a href={addressOf('instances')}>← {texts.instance.back}</a>
      </p>
      <Loaded data={data}>{(answer) => <Content answer={answer} path={path} reload={data.reload} />}</Loaded>
    </>
  );
}

interface ContentProps {
  readonly answer: InstanceAnswer;
  readonly path: string;
  readonly reload: () => void;
}

function Content({ answer, path, reload }: ContentProps) {
  const texts = useTexts();
  const { instance: words } = texts;
  const { instance, diagram, counts, tasks, jobs, incidents, reports, messages, variables } = answer;
  const { instanceId, title, businessKey, status } = instance;
  const names = useMemo(() => readNames(diagram.xml), [diagram.xml]);
  const nameOf = (nodeId: string) => names.get(nodeId) ?? nodeId;
  const subject = title ?? businessKey ?? instanceId;
  const sections: readonly (readonly [ListName, string, readonly object[]])[] = [
    ['incidents', words.incidents, incidents],
    ['tasks', words.tasks, tasks],
    ['jobs', words.jobs, jobs],
    ['outbox', words.reports, reports],
    ['messages', words.messages, messages],
  ];
  return (
    <>
      <div class="heading">
        <h1>{subject}</h1>
        <StateChip state={status} />
        <span class="heading-buttons">
          <Operations on="instances" row={instance} id={instanceId} subject={subject} onDone={reload} />
        </span>
      </div>
      <Facts instance={instance} />
      <Section title={words.progress}>
        <DiagramView diagram={{ ...diagram, counts }} />
      </Section>
      {sections.map(([list, title, rows]) =>
        rows.length === 0 ? null : (
          <Section key={list} title={title}>
            {rows.map((row) => (
              <RowCard key={idOf(list, row)} {...{ list, row, nameOf }} isOfInstance onDone={reload} />
            ))}
          </Section>
        ),
      )}
      <Section title={words.timeline}>
        <Timeline path={`${path}/history`} reports={reports} nameOf={nameOf} />
      </Section>
      <Section title={words.variables}>
        {variables === undefined ? (
          <p class="muted">{words.hiddenVariables}</p>
        ) : variables === null ? (
          <p class="muted">{words.noVariables}</p>
        ) : (
          <JsonView title="JSON" value={variables} copyLabel={texts.copy} />
        )}
      </Section>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ instance }: { readonly instance: InstanceAnswer['instance'] }) {
  const texts = useTexts();
  const { instance: words } = texts;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [texts.columns.process, instance.processId],
    [words.initiator, instance.initiatorName ?? instance.initiator],
    [texts.columns.businessKey, instance.businessKey],
    [texts.columns.started, <When key="at" at={instance.startedAt} isExact />],
    [words.ended, instance.endedAt === null ? null : <When key="at" at={instance.endedAt} isExact />],
    [words.nextTimer, instance.wakeAt === null ? null : <When key="at" at={instance.wakeAt} isExact />],
    [texts.columns.problem, <Problems key="problems" {...instance} />],
    ...instance.summary.map((entry) => {
      const at = entry.indexOf('|');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    }),
    [
      texts.columns.definition,
      <a key="link" class="mono" href={addressOf('definitions', instance.definitionId)}>
        {instance.definitionId.slice(0, 12)}
      </a>,
    ],
    [
      words.id,
      <span key="id" class="mono">
        {instance.instanceId}
      </span>,
    ],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value], index) =>
        value === null ? null : (
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
