import { ArrowRight, Zap } from 'lucide-preact';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { TrafficEntry } from '../../traffic.ts';
import { useResource } from '../control/use-resource.ts';
import { Chip } from '../parts/chip.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useTimes } from '../parts/times.ts';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallAddress } from './call-address.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { CallReasons } from './call-reasons.tsx';
import { CallsLink } from './calls-link.tsx';
import { type CallWords, describeCall, outcomeOf } from './describe-call.ts';
import { hideSignatures } from './hide-signatures.ts';
import { readField } from './read-call.ts';

interface CallDetailProps {
  readonly call: TrafficEntry;
  readonly words: CallWords;
  readonly account: string;
  /** Address of the list. */
  readonly back: string;
}

/** One call: what it says, why it was made, what was sent and answered. */
export function CallDetail({ call, words, account, back }: CallDetailProps) {
  const { traffic: texts } = useTexts();
  const times = useTimes();
  const outcome = outcomeOf(call, texts);
  const [from, to] =
    call.direction === 'in' ? [texts.call.from, texts.call.center] : [texts.call.center, texts.call.from];
  return (
    <article class="detail">
      <CallsLink back={back} />
      <header class="detail-heading">
        <p class="overline">
          <span class="call-ways">
            {from} <ArrowRight size={14} aria-hidden="true" /> {to}
          </span>
          <span>
            #{call.seq} · {texts.kinds[call.call]}
          </span>
          <span>
            {times.moment(call.at)}
            {call.endedAt === undefined ? '' : ` · ${texts.calls.took(call.endedAt - call.at)}`}
          </span>
        </p>
        <div class="detail-title">
          <h2>{call.call === 'button' ? <ButtonTitle call={call} words={words} /> : describeCall(call, words)}</h2>
          <Chip tone={outcome.tone}>{outcome.text}</Chip>
        </div>
        <p class="hint">{texts.call.about[call.call]}</p>
      </header>
      {call.fault === undefined ? null : (
        <p class="banner is-warning">
          <Zap size={17} aria-hidden="true" />
          <span>{texts.call.struck(call.fault, texts.faults.names[call.fault])}</span>
        </p>
      )}
      <CallReasons call={call} words={words} />
      <CallOutcome call={call} words={words} />
      <CallAddress call={call} />
      <CallBody title={texts.call.request} value={call.body} none={texts.call.noBody} />
      {call.call === 'button' ? <p class="hint">{texts.call.decrypted}</p> : null}
      <CallBody title={texts.call.answer} value={call.answer} none={noAnswer(call, texts)} />
      <details class="headers">
        <summary>{texts.call.headers}</summary>
        <dl>
          {Object.entries(call.headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{texts.call.curlToken}</p>
      </details>
      {call.taskId === undefined ? null : (
        <a class="call-task" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: call.taskId })}`}>
          {texts.call.openTask}
        </a>
      )}
    </article>
  );
}

function CallBody({ title, value, none }: { readonly title: string; readonly value: unknown; readonly none: string }) {
  const { traffic: texts } = useTexts();
  if (value === undefined || value === null) return <p class="hint">{texts.call.without(title, none)}</p>;
  return <JsonView title={title} value={hideSignatures(value)} copyLabel={texts.call.copyJson} />;
}

/** Which button it was is known by its url, to the task alone. */
function ButtonTitle({ call, words }: Pick<CallDetailProps, 'call' | 'words'>) {
  const path = call.taskId === undefined ? undefined : `/tasks/${encodeURIComponent(call.taskId)}`;
  const { data } = useResource<TaskAnswer>(path, []);
  const buttons = [...(data?.actions ?? []), ...(data?.previousActions ?? [])];
  const button = buttons.find(({ url }) => call.path === url || call.path.startsWith(`${url}&`));
  if (button === undefined || data === undefined) return <>{describeCall(call, words)}</>;
  const who = words.nameOf(readField(call.body, 'accountName'));
  return (
    <>
      {words.texts.call.pressed(who, button.name)} · {data.task.nodeName}
    </>
  );
}

function noAnswer(call: TrafficEntry, texts: CallWords['texts']): string {
  if (call.ended === undefined) return texts.call.stillRuns;
  return call.failure === undefined ? texts.call.noAnswer : `${texts.call.noAnswer} (${call.failure})`;
}
